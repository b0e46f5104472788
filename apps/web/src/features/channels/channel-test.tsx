import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Channel } from '@vakt/contract/deliveries/channels.ts'
import { useMemo, useRef, useState } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureToast } from '#web/ui/toast/toast.ts'
import { testOutcomeQuery, useTestChannel } from './channel-queries.ts'
import styles from './channels.module.css'
import { channelsTexts } from './channels.texts.ts'

/** Sends a real message on the channel, and shows how it comes out as reports arrive. */
export function ChannelTest({ channel }: { channel: Channel }) {
  const words = useTexts(channelsTexts)
  const { name, languages } = channel
  const shown = useLanguage()
  const language = languages.length > 0 && !languages.includes(shown) ? 'en' : shown
  const test = useTestChannel(name)
  const [deliveryId, setDeliveryId] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const isBack = useRef(false)
  const close = () => {
    isBack.current = true
    setAsking(false)
  }
  const focusBack = (opener: HTMLButtonElement | null) => {
    if (!opener || !isBack.current) return
    isBack.current = false
    opener.focus()
  }

  function begin() {
    if (name !== 'mail') return setAsking(true)
    test.mutate({ language }, { onSuccess: (sent) => setDeliveryId(sent.deliveryId), onError: failureToast(words.notSent) })
  }

  return (
    <div className={styles.test}>
      {isAsking ? (
        <NumberForm
          label={words.testOf[name]}
          onSubmit={({ to }) => test.mutateAsync({ to, language })}
          onSent={(sent) => {
            setDeliveryId(sent.deliveryId)
            close()
          }}
          onCancel={close}
        />
      ) : (
        <Button
          ref={focusBack}
          variant="default"
          loading={test.isPending}
          onClick={begin}
          aria-label={`${words.test}: ${words.names[name]}`}
        >
          {words.test}
        </Button>
      )}
      <div role="status">{deliveryId ? <Outcome deliveryId={deliveryId} channel={name} /> : null}</div>
    </div>
  )
}

type Values = { to: string }
type NumberFormProps = {
  label: string
  onSubmit: (values: Values) => Promise<{ deliveryId: string }>
  onSent: (sent: { deliveryId: string }) => void
  onCancel: () => void
}

function NumberForm({ label, onSubmit, onSent, onCancel }: NumberFormProps) {
  const words = useTexts(channelsTexts)
  const fields = useMemo(
    (): FieldDefinition<Values>[] => [
      { type: 'phone', name: 'to', label: words.to, help: words.numberHelp, required: true, takesFocus: true },
    ],
    [words],
  )
  const form = useForm<Values>({ fields, start: { to: '' } })
  const { phase } = useFormState(form)
  return (
    <Form
      form={form}
      label={label}
      messages={words.messages}
      failureTexts={{ onFields: words.notSent, general: words.notSent }}
      onSubmit={onSubmit}
      onSent={onSent}
    >
      <FormField form={form} name="to" />
      <div className={styles.actions}>
        <Button type="submit" loading={phase === 'submitting'}>
          {words.send}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </Form>
  )
}

function Outcome({ deliveryId, channel }: { deliveryId: string; channel: Channel['name'] }) {
  const words = useTexts(channelsTexts)
  const { data } = useQuery(testOutcomeQuery(deliveryId))
  if (!data) return null
  const { state, answer } = data
  const said =
    channel === 'mail' && state === 'sent'
      ? words.outcome.sentMail
      : channel === 'voice' && state === 'delivered'
        ? words.outcome.answered
        : words.outcome[state]
  return (
    <p className={styles.outcome} data-state={state}>
      {said} {state === 'failed' && answer ? <code>{answer}</code> : null}{' '}
      <Link to="/admin/outbox" search={{ channel: [channel], open: deliveryId }}>
        {words.inOutbox}
      </Link>
    </p>
  )
}
