import { attachmentLimits } from '@vakt/contract/tickets/attachments.ts'
import { NewTicket } from '@vakt/contract/tickets/tickets.ts'
import { acceptedAttachments } from '@vakt/domain/attachment-file.ts'
import { useEffect, useMemo, useState } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { type Session, useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { attachmentTexts } from '#web/shared/attachments/attachments.texts.ts'
import { UploadProgressLine } from '#web/shared/attachments/upload-progress.tsx'
import { FilesNotAttached, useTicketSender } from '#web/shared/attachments/use-ticket-sender.ts'
import { closeFeedback } from '#web/shared/feedback/open-feedback.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { buildFeedback, type FeedbackMetadata } from './build-feedback.ts'
import { feedbackTexts } from './feedback.texts.ts'
import styles from './feedback-form.module.css'

type Values = { description: string; files: readonly File[] }

/** Room is left for the metadata, which makes the description of the ticket longer. */
const mostCharacters = 50_000
const { description } = fieldsOf(NewTicket)

function useFeedbackFields(isCreated: boolean): FieldDefinition<Values>[] {
  const words = useTexts(feedbackTexts)
  const files = useTexts(attachmentTexts)
  return useMemo(
    () => [
      {
        ...description,
        type: 'textarea',
        name: 'description',
        label: words.description,
        rows: 6,
        takesFocus: !isCreated,
        maxLength: mostCharacters,
        disabled: isCreated,
      },
      { ...attachmentLimits, type: 'file', name: 'files', label: files.label, help: files.help, accept: acceptedAttachments },
    ],
    [words, files, isCreated],
  )
}

const metadataOf = ({ user }: Session): FeedbackMetadata => ({
  name: user.name,
  email: user.email,
  customer: `${user.customer_name} (${user.customer_id})`,
  permissions: user.permissions,
  location: window.location.href,
  viewport: { width: window.innerWidth, height: window.innerHeight },
  userAgent: navigator.userAgent,
})

/** A form for one piece of feedback, and a fresh one when that was sent. */
export function FeedbackForm() {
  const [round, setRound] = useState(0)
  return <OneFeedback key={round} onDone={() => setRound(round + 1)} />
}

function OneFeedback({ onDone }: { onDone: () => void }) {
  const session = useSession()
  const words = useTexts(feedbackTexts)
  const attachments = useTexts(attachmentTexts)
  const { send, created, progress } = useTicketSender()
  const form = useForm<Values>({ fields: useFeedbackFields(created !== null) })
  const { phase, failure } = useFormState(form)
  const unattached = failure?.error instanceof FilesNotAttached ? failure.error.files : null

  useEffect(() => {
    if (unattached) form.change('files', unattached)
  }, [form, unattached])

  return (
    <Form
      form={form}
      label={words.title}
      messages={{
        ...attachments.reasons,
        'ticket.create.description_empty': words.descriptionEmpty,
        'form.too_long': words.descriptionLong,
        'form.email_invalid': words.noMailAddress,
      }}
      failureTexts={{ onFields: words.notSent, general: unattached ? words.filesNotAttached(unattached.length) : words.failed }}
      // About the portal itself, whichever customer is shown: it belongs to anyone who writes it.
      onSubmit={({ description, files }) => send(session.user.customer_id, buildFeedback(description, metadataOf(session)), files)}
      onSent={() => {
        showToast(words.received, 'success')
        closeFeedback()
        onDone()
      }}
    >
      <p className={styles.intro}>{words.intro}</p>
      <FormField form={form} name="description" />
      <FormField form={form} name="files" />
      <UploadProgressLine progress={progress} />
      <p className={styles.metadata}>{words.metadata}</p>
      <div className={styles.actions}>
        <Button
          variant="default"
          disabled={phase === 'submitting'}
          onClick={() => {
            closeFeedback()
            if (created) onDone()
          }}
        >
          {created ? words.close : words.cancel}
        </Button>
        <Button type="submit" loading={phase === 'submitting'}>
          {created ? words.attachAgain : words.submit}
        </Button>
      </div>
    </Form>
  )
}
