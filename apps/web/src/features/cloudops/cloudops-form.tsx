import type { CloudOpsService } from '@vakt/contract/cloudops.ts'
import { useEffect, useRef, useState } from 'react'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { FieldPair, FormActions } from '#web/ui/page/form-page.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './cloudops.module.css'
import { cloudOpsTexts } from './cloudops.texts.ts'
import { calendarOf, hasPrice, pricingOf, type ServiceValues, useServiceFields, valuesOf } from './cloudops-fields.ts'
import { useSaveService } from './cloudops-queries.ts'
import { useEndedPrice } from './ended-price.ts'
import { usePriceText } from './price-text.ts'
import { waitsForResource } from './waits-for-resource.ts'

type Props = { customerId: string; entityId: string; service: CloudOpsService; onClose: () => void }

/** The hours of the service, with its price beside them as it changes. */
export function CloudOpsForm({ customerId, entityId, service: loaded, onClose }: Props) {
  // What was opened stays, so that a change by someone else is noticed when this one is saved.
  const [service] = useState(loaded)
  const words = useTexts(cloudOpsTexts)
  const byStaff = isAdministrator(useSession())
  const save = useSaveService({ customerId, entityId })
  const form = useForm<ServiceValues>({ fields: useServiceFields(service, byStaff), start: valuesOf(service) })
  const { values, phase } = useFormState(form)
  const { description } = values
  const priceText = usePriceText()
  const given = pricingOf(values)
  const { current } = service
  const endedPrice = useEndedPrice()
  const ended = current ? endedPrice(current, service.currency, service) : null
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  const price = priceText({ ...service, calendar: calendarOf(values), pricing: given ?? service.listPrice })
  return (
    <>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={words.form}
        messages={words.messages}
        failureTexts={{ onFields: words.updateFailed, general: words.updateFailed }}
        onSubmit={() =>
          save.mutateAsync({
            description,
            calendar: calendarOf(values),
            ...(byStaff ? { pricing: given } : {}),
            version: service.version,
          })
        }
        onSent={() => {
          showToast(words.saved, 'success')
          onClose()
        }}
      >
        {current?.state === 'off' ? (
          <p className={styles.later}>{waitsForResource(current) ? words.savedForReturn : words.savedForLater}</p>
        ) : null}
        <div className={styles.columns}>
          <div ref={fields} className={styles.fields}>
            <FormField form={form} name="alwaysOpen" />
            <FormField form={form} name="week" />
            <FormField form={form} name="holidays" />
            <FieldPair>
              <FormField form={form} name="closedDays" />
              <FormField form={form} name="timeZone" />
            </FieldPair>
            <FormField form={form} name="description" />
          </div>
          <aside className={styles.price} aria-live="polite">
            <h3>{words.price}</h3>
            {hasPrice(values, ended !== null) ? (
              <>
                <p className={styles.amount}>{price.sum}</p>
                <p className={styles.dim}>{!given && service.listPrice.kind === 'custom' ? words.noPrice : words.wholeMonth}</p>
              </>
            ) : null}
            {ended ? <p>{byStaff ? `${ended} ${words.priceAgain(service.currency)}` : ended}</p> : null}
            <FormField form={form} name="pricingKind" />
            <FormField form={form} name="hourly" />
            <FormField form={form} name="monthly" />
          </aside>
        </div>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.save}
          </Button>
        </FormActions>
      </Form>
    </>
  )
}
