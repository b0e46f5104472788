import { useNavigate } from '@tanstack/react-router'
import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Form } from '#web/forms/form.tsx'
import { StepForm } from '#web/forms/parts/step-form.tsx'
import { newRecurrence } from '#web/forms/recurrence-rules.ts'
import type { FormStep } from '#web/forms/step-list.ts'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { groupNameOf } from '#web/shared/customers/customer-groups.ts'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { useFollowChoices } from './use-follow-choices.ts'
import { type SavedWindow, useSaveWindow } from './use-save-window.ts'
import { useWindowCheck } from './window-check.ts'
import { useWindowFields } from './window-fields.ts'
import styles from './window-form.module.css'
import { windowFormTexts } from './window-form.texts.ts'
import { windowMessageTexts } from './window-messages.texts.ts'
import { drawnTimes, type FoundEntity, scheduleOfCopy, valuesOf, type WindowValues } from './window-values.ts'
import { windowTexts } from './windows.texts.ts'

const WindowPreview = lazy(() => import('./window-preview.tsx').then((module) => ({ default: module.WindowPreview })))

type WindowFormProps = {
  customerId: string
  /** What is edited or copied; null for a new one. */
  window: ServiceWindow | null
  isCopy: boolean
  /** The resource that a new one begins with. */
  entity: FoundEntity | null
  search: { step?: string; from?: string; to?: string }
}

const usualMinutes = 60
const noticeFields = ['recipients', 'recipientRoles', 'noticeBefore', 'noticeAtStart', 'noticeAtEnd'] as const

/** What the form begins with. */
function useStart({ customerId, window, isCopy, entity, search }: WindowFormProps): Partial<WindowValues> {
  const words = useTexts(windowFormTexts)
  const { timeZone } = useFormat()
  const drawn = drawnTimes(search, timeZone)
  if (window && !isCopy) return valuesOf(window)
  const times = {
    ...{ noticeAtStart: true, noticeAtEnd: true },
    schedule: drawn?.schedule ?? newRecurrence(timeZone, serverNow()),
    durationMinutes: drawn?.durationMinutes ?? usualMinutes,
  }
  if (!window)
    return { ...times, customers: [customerId], ...(entity ? { entities: [{ entityId: entity.entityId, name: entity.name }] } : {}) }
  const copied = valuesOf(window)
  return {
    ...copied,
    reason: words.copyOf(window.reason),
    schedule: scheduleOfCopy(window, drawn?.schedule ?? null, serverNow()),
    durationMinutes: drawn?.durationMinutes ?? copied.durationMinutes,
    relatedTickets: [],
    needsApproval: false,
  }
}

/** A service window, step by step, with what it means always beside it. */
export function WindowForm(props: WindowFormProps) {
  const { customerId, isCopy, search } = props
  // What was opened stays, so that a change by someone else is noticed when this one is saved.
  const [window] = useState(props.window)
  const words = useTexts(windowFormTexts)
  const titles = useTexts(windowTexts)
  const messages = useTexts(windowMessageTexts)
  const navigate = useNavigate()
  const byStaff = isStaff(useSession())
  const isEdit = window !== null && !isCopy
  const save = useSaveWindow(customerId)
  const [chosenId, setChosenId] = useState(customerId)
  const fields = useWindowFields({
    customerId,
    chosenId,
    isEdit,
    isApprovalAsked: isEdit && window.approval !== null,
    noticeMinutes: window?.notices.minutesBefore ?? null,
  })
  const form = useForm<WindowValues>({ fields, start: useStart(props), check: useWindowCheck(isEdit ? window : null) })
  useFollowChoices(form)
  const chosen = useFormState(form).values.customers.find((one) => groupNameOf(one) === undefined) ?? chosenId
  if (chosen !== chosenId) setChosenId(chosen)
  const steps = useMemo(
    (): FormStep<WindowValues>[] => [
      {
        name: 'schedule',
        title: words.steps.schedule,
        fields: ['reason', 'schedule', 'durationMinutes', 'relatedTickets', 'createTicket'],
      },
      // People of a customer have no choice of whose window it is.
      byStaff
        ? { name: 'customer', title: words.steps.customer, fields: ['customers', 'needsApproval', ...noticeFields] }
        : { name: 'notices', title: words.steps.notices, fields: noticeFields },
      { name: 'resources', title: words.steps.resources, fields: ['cover', 'entities', 'resourceGroups', 'tags'] },
      { name: 'metrics', title: words.steps.metrics, fields: ['metrics'] },
    ],
    [words, byStaff],
  )

  function goToWindow(saved: SavedWindow) {
    showToast(
      isEdit
        ? words.saved
        : saved.isForGroup
          ? words.createdForGroup(saved.count)
          : saved.count > 1
            ? words.createdAt(saved.count)
            : saved.window?.state === 'awaiting-approval'
              ? words.createdWaiting
              : words.created,
      'success',
    )
    if (saved.window)
      void navigate({
        to: '/service-window/$customerId/$swId',
        params: { customerId: saved.window.customer_id, swId: saved.window.serviceWindowId },
      })
    else void navigate({ to: '/service-window/$customerId', params: { customerId } })
  }

  if (isEdit && window.providerWindowId !== null && !byStaff) return <p className={styles.note}>{words.providerText}</p>
  return (
    <>
      <AskBeforeLeaving when={form.isDirty} />
      <Form
        form={form}
        label={isEdit ? titles.editTitle : titles.createTitle}
        messages={messages}
        failureTexts={{ onFields: words.notSaved, general: words.failed }}
        onSubmit={(values) => save.mutateAsync({ values, window, isEdit })}
        onSent={goToWindow}
      >
        <div className={styles.form}>
          <div className={styles.fields}>
            {isEdit && window.ongoing ? <p className={styles.note}>{words.ongoingText}</p> : null}
            <StepForm
              form={form}
              fields={fields}
              steps={steps}
              step={search.step}
              onStep={(step) =>
                void navigate({ to: '.', search: (before: object) => ({ ...before, step }) as never, resetScroll: false, replace: true })
              }
              action={isEdit ? words.save : words.create}
            />
          </div>
          <Suspense>
            <WindowPreview customerId={customerId} form={form} />
          </Suspense>
        </div>
      </Form>
    </>
  )
}
