import { useNavigate, useRouter } from '@tanstack/react-router'
import type { NewTicket } from '@vakt/contract/tickets/tickets.ts'
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { ticketMessageTexts } from '#web/features/tickets/ticket-messages.texts.ts'
import type { Form as FormOf } from '#web/forms/create-form.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { ApiError } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { signInState } from '#web/platform/sign-in-state.ts'
import { useTexts } from '#web/platform/texts.ts'
import { attachmentTexts } from '#web/shared/attachments/attachments.texts.ts'
import { UploadProgressLine } from '#web/shared/attachments/upload-progress.tsx'
import { FilesNotAttached, useTicketSender } from '#web/shared/attachments/use-ticket-sender.ts'
import { ticketPath } from '#web/shared/links/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './create-ticket.module.css'
import { createTicketTexts } from './create-ticket.texts.ts'
import { type CreateTicketValues, useCreateTicketFields, withoutAccount } from './create-ticket-fields.ts'
import type { CreateTicketSearch } from './create-ticket-search.ts'
import { draftKey, keepTicketDraft, readTicketDraft, removeTicketDraft } from './ticket-draft.ts'
import { useDescriptionPictures } from './use-description-pictures.ts'

const SimilarTickets = lazy(() => import('./similar-tickets.tsx').then((module) => ({ default: module.SimilarTickets })))
const TicketAbout = lazy(() => import('#web/features/tickets/details/ticket-about.tsx').then((module) => ({ default: module.TicketAbout })))

type Values = CreateTicketValues

const usualPriority = 4

const ticketOf = ({ customerId: _, files: __, requesterId, requesterName, ...values }: Values): NewTicket => ({
  ...values,
  ...(requesterId && requesterId !== withoutAccount ? { requesterId } : {}),
  ...(requesterId === withoutAccount ? { requesterName } : {}),
  // Where it is not the user's to set the form has no such field.
  priority: values.priority ?? usualPriority,
  impact: 4,
  urgency: 4,
  status: 'new',
})

/** Writes down every change until `stop` is called. */
function useKeptDraft(form: FormOf<Values>, key: string, isKept: boolean) {
  // Ends before the fields are locked, which the form tells of, too.
  useLayoutEffect(() => {
    if (!isKept) return
    return form.subscribe(() => {
      const { subject, type, area, priority, description } = form.state().values
      if (form.isDirty() && signInState().authed) keepTicketDraft(key, { subject, type, area, priority, description })
    })
  }, [form, key, isKept])
}

type CreateTicketFormProps = { customerId: string; about: CreateTicketSearch }

export function CreateTicketForm({ customerId, about }: CreateTicketFormProps) {
  const { user } = useSession()
  const words = useTexts(createTicketTexts)
  const files = useTexts(attachmentTexts)
  const messages = useTexts(ticketMessageTexts)
  const navigate = useNavigate()
  const router = useRouter()
  const key = draftKey({ email: user.email, customerId, about: about.incidentId ?? about.entityId })
  const [draft, setDraft] = useState(() => readTicketDraft(key))
  const sender = useTicketSender(() => removeTicketDraft(key))
  const { created } = sender
  const { isProvider } = useShownCustomer()
  // With all customers chosen it is for none yet, and not for the provider itself.
  const begunFor = isProvider && !about.entityId && !about.incidentId ? '' : customerId
  const fresh: Partial<Values> = {
    email: user.email,
    customerId: begunFor,
    ...(about.subject ? { subject: about.subject } : {}),
    ...(about.incidentId ? { type: 'incident' as const } : {}),
  }
  const [chosenCustomer, setChosenCustomer] = useState(begunFor)
  const [isForOutsider, setForOutsider] = useState(false)
  const fields = useCreateTicketFields({ isCreated: created !== null, customerId: chosenCustomer, isForOutsider })
  const form = useForm<Values>({ fields, start: { ...fresh, ...(draft as Partial<Values>) } })
  const { phase, values, failure } = useFormState(form)
  useKeptDraft(form, key, created === null)
  const placePictures = useDescriptionPictures(form, values, created !== null)
  const isLocked = phase === 'submitting' || phase === 'sent'
  const isAbout = values.customerId === customerId
  if (values.customerId !== chosenCustomer) setChosenCustomer(values.customerId)
  if ((values.requesterId === withoutAccount) !== isForOutsider) setForOutsider(!isForOutsider)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the people of one customer are none of another's
  useEffect(() => form.change('requesterId', ''), [form, chosenCustomer])

  useEffect(() => form.change('email', isForOutsider ? '' : user.email), [form, isForOutsider, user.email])
  useEffect(() => {
    if (failure?.error instanceof FilesNotAttached) form.change('files', failure.error.files)
  }, [form, failure])

  function startAnew() {
    removeTicketDraft(key)
    setDraft(null)
    for (const name of ['subject', 'description'] as const) form.change(name, fresh[name] ?? '')
    form.focus('subject')
  }

  const isRefused = failure?.error instanceof ApiError && failure.error.status === 409
  const notMade = isRefused ? words.refused : words.failed
  const general = failure?.error instanceof FilesNotAttached ? words.filesNotAttached(failure.error.files.length) : notMade
  return (
    <div className={styles.form}>
      <AskBeforeLeaving when={() => form.state().phase !== 'sent' && form.state().values.files.length > 0} />
      <Form
        form={form}
        messages={{
          ...messages,
          ...files.reasons,
          ...words.references,
          ...(isForOutsider ? words.outsider : { 'form.email_invalid': words.noMailAddress }),
        }}
        failureTexts={{ onFields: words.notCreated, general }}
        onSubmit={(sent) => {
          const links = isAbout ? { entityId: about.entityId, incidentId: about.incidentId } : {}
          return sender.send(values.customerId, { ...ticketOf(sent), ...links } as NewTicket, sent.files)
        }}
        onSent={(ticket) => {
          showToast(words.submitted, 'success')
          void navigate({ to: '/tickets/$customerId/$ticketId/details', params: ticket })
        }}
      >
        {draft && !created ? (
          <div className={styles.draft}>
            <p>{words.draftRestored}</p>
            <Button variant="subtle" size="compact-sm" onClick={startAnew}>
              {words.startAnew}
            </Button>
          </div>
        ) : null}
        {created ? (
          <p className={styles.created}>
            {words.created} <PlainLink href={ticketPath(created.customerId, created.ticketId)}>#{created.ticketId}</PlainLink>
          </p>
        ) : null}
        {isAbout && (about.entityId || about.incidentId) ? (
          <Suspense fallback={<p className={styles.about}>{words.about}</p>}>
            <TicketAbout customerId={customerId} about={about} />
          </Suspense>
        ) : null}
        <FormField form={form} name="customerId" />
        <FormField form={form} name="requesterId" />
        {isForOutsider ? (
          <div className={styles.row} data-pair>
            <FormField form={form} name="requesterName" />
            <FormField form={form} name="email" />
          </div>
        ) : null}
        <FormField form={form} name="subject" />
        <div className={styles.row}>
          <FormField form={form} name="type" />
          <FormField form={form} name="area" />
          <FormField form={form} name="priority" />
        </div>
        <FormField form={form} name="description" />
        <FormField form={form} name="files" onPasted={placePictures} />
        <UploadProgressLine progress={sender.progress} />
        {isForOutsider ? null : <FormField form={form} name="email" />}
        <div className={styles.actions}>
          <Button variant="default" disabled={isLocked} onClick={() => router.history.back()}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={phase === 'submitting'} disabled={phase === 'sent'}>
            {created ? words.attachAgain : words.submit}
          </Button>
        </div>
      </Form>
      <aside className={styles.similar}>
        <Suspense>
          {created || !values.customerId ? null : <SimilarTickets customerId={values.customerId} subject={values.subject} />}
        </Suspense>
      </aside>
    </div>
  )
}
