import { type TicketStatus, ticketStatuses } from '@vakt/contract/tickets/tickets.ts'
import { nextStatuses } from '@vakt/domain/ticket-status.ts'
import { type FormEvent, useRef, useState } from 'react'
import { conversationTexts } from '#web/features/tickets/conversation/conversation.texts.ts'
import { ticketMessageTexts } from '#web/features/tickets/ticket-messages.texts.ts'
import { useChangeStatus } from '#web/features/tickets/ticket-mutations.ts'
import { ApiError } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { fieldMessages } from '#web/ui/controls/field-messages.ts'
import { LabelledTextArea } from '#web/ui/controls/labelled-text-area.tsx'
import { PlainSelect } from '#web/ui/controls/plain-input.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './fact-editors.module.css'
import type { FactEditorProps } from './fact-editors.tsx'
import { StaleStatus } from './stale-status.tsx'
import { ticketDetailsTexts } from './ticket-details.texts.ts'

/** The status with the comment that explains it, both in one place. */
export function StatusEditor({ customerId, ticket, onDone }: FactEditorProps) {
  const words = useTexts(ticketDetailsTexts)
  const said = useTexts(conversationTexts)
  const statuses = useTexts(ticketStatusTexts)
  const messages: Record<string, string | undefined> = useTexts(ticketMessageTexts)
  const by = isStaff(useSession()) ? 'staff' : 'customer'
  const [from, setFrom] = useState(ticket.status)
  const [status, setStatus] = useState<TicketStatus | undefined>(nextStatuses(from, by)[0])
  const [comment, setComment] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const change = useChangeStatus(customerId, ticket.ticketId)
  if (!status) return null
  const refuse = (message: string | undefined) => {
    setError(message ?? null)
    area.current?.focus()
  }
  const fail = (cause: unknown) => {
    if (cause instanceof ApiError && cause.status === 409) return
    const { fields } = fieldMessages(cause instanceof ApiError ? cause.errors : [], ['comment'], messages)
    if (fields.comment) refuse(fields.comment)
    else setFailure(failureText(cause, { failed: words.changeFailed, messages }))
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    setFailure(null)
    if (comment.trim() === '') return refuse(messages['ticket.status.comment_required'])
    const { version } = ticket
    const done = () => {
      showToast(said.changed, 'success')
      onDone()
    }
    change.mutate({ status, from, version, comment, mentions: [] }, { onSuccess: done, onError: fail })
  }
  if (from !== ticket.status && !change.isPending) {
    const goOn = () => setFrom(ticket.status)
    const isPossible = nextStatuses(ticket.status, by).includes(status)
    return <StaleStatus ticket={ticket} wanted={status} isPossible={isPossible} onGoOn={goOn} onKeep={onDone} />
  }
  return (
    <form className={styles.editor} onSubmit={save} noValidate>
      <PlainSelect
        aria-label={words.status}
        data-autofocus
        value={status}
        onChange={(event) => setStatus(ticketStatuses.find((one) => one === event.currentTarget.value) ?? status)}
      >
        {nextStatuses(from, by).map((next) => (
          <option key={next} value={next}>
            {statuses[next]}
          </option>
        ))}
      </PlainSelect>
      <LabelledTextArea
        ref={area}
        label={words.statusComment}
        placeholder={words.statusHelp}
        rows={3}
        maxLength={100_000}
        required
        value={comment}
        error={error}
        onChange={(event) => {
          setComment(event.currentTarget.value)
          setError(null)
        }}
      />
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <span className={styles.buttons}>
        <Button type="submit" size="compact-sm" loading={change.isPending}>
          {words.save}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
      </span>
    </form>
  )
}
