import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { type TicketDetails, type TicketStatus, ticketStatuses } from '@vakt/contract/tickets.ts'
import { nextStatuses } from '@vakt/domain/ticket-status.ts'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { ticketStatusTexts } from '#web/links/links.texts.ts'
import { ApiError } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { fieldMessages } from '#web/ui/field-messages.ts'
import { showToast } from '#web/ui/toast.ts'
import { useDraft } from '#web/ui/use-draft.ts'
import { CreateTicketButton } from './create-ticket-button.tsx'
import { replyTexts } from './ticket-details.texts.ts'
import { useAddComment, useChangeStatus } from './ticket-mutations.ts'
import styles from './ticket-reply.module.css'
import { ticketMessageTexts } from './tickets.texts.ts'

type TicketReplyProps = { customerId: string; ticket: TicketDetails; input: RefObject<HTMLTextAreaElement | null> }

export function TicketReply({ customerId, ticket, input }: TicketReplyProps) {
  const words = useTexts(replyTexts)
  if (ticket.status !== 'closed') return <ReplyForm customerId={customerId} ticket={ticket} input={input} />
  return (
    <div className={styles.closed}>
      <p>{words.closed}</p>
      <CreateTicketButton customerId={customerId} quiet />
    </div>
  )
}

/** A status that the user chose, and the one it had when they did. */
type Wanted = { status: TicketStatus; from: TicketStatus }

/** Comment and change of status in one place: whoever changes the status explains it. What is typed stays until it was sent. */
function ReplyForm({ customerId, ticket, input }: TicketReplyProps) {
  const words = useTexts(replyTexts)
  const messages: Record<string, string | undefined> = useTexts(ticketMessageTexts)
  const statuses = useTexts(ticketStatusTexts)
  const { user } = useSession()
  const isStaff = user.permissions.includes(globalAdminRole)
  const [text, setText] = useDraft(`ticket.${ticket.ticketId}`)
  const typed = useRef(text)
  typed.current = text
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [isPrivate, setPrivate] = useState(false)
  const [fieldError, setFieldError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const privateHelp = useId()
  const addComment = useAddComment(customerId, ticket.ticketId)
  const changeStatus = useChangeStatus(customerId, ticket.ticketId)
  const isSending = addComment.isPending || changeStatus.isPending
  const isStale = wanted !== null && wanted.from !== ticket.status

  const refuse = (message: string) => {
    setFieldError(message)
    input.current?.focus()
  }
  // What was typed while the text was on its way is kept, and as private as it was while it was typed.
  const succeed = () => {
    showToast(wanted ? words.changed : words.sent)
    const since = typed.current.startsWith(text) ? typed.current.slice(text.length).trimStart() : typed.current
    setText(since)
    setWanted(null)
    if (since === '') setPrivate(false)
  }
  const fail = (error: unknown, general: string) => {
    if (error instanceof ApiError && error.status === 409) return
    const { fields, others } = fieldMessages(error instanceof ApiError ? error.errors : [], ['body', 'comment'], messages)
    const own = fields.body ?? fields.comment
    if (own) refuse(own)
    else setFailure([general, ...others].join(' '))
  }
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (isSending || isStale) return
    setFailure(null)
    setFieldError(null)
    if (text.trim() === '') return refuse(messages[wanted ? 'ticket.status.comment_required' : 'ticket.comment_empty'] ?? '')
    if (wanted) {
      changeStatus.mutate({ ...wanted, comment: text }, { onSuccess: succeed, onError: (error) => fail(error, words.statusFailed) })
    } else {
      addComment.mutate({ body: text, private: isPrivate }, { onSuccess: succeed, onError: (error) => fail(error, words.commentFailed) })
    }
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate data-private={isPrivate || undefined}>
      {isStale ? (
        <div className={styles.stale} role="alert">
          <p>{words.stale(statuses[wanted.from], statuses[ticket.status])}</p>
          <div className={styles.choices}>
            {nextStatuses(ticket.status).includes(wanted.status) ? (
              <Button size="compact-sm" variant="default" onClick={() => setWanted({ ...wanted, from: ticket.status })}>
                {words.staleGoOn(statuses[ticket.status], statuses[wanted.status])}
              </Button>
            ) : null}
            <Button size="compact-sm" variant="default" onClick={() => setWanted(null)}>
              {words.staleKeep(statuses[ticket.status])}
            </Button>
          </div>
        </div>
      ) : null}
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <Textarea
        ref={input}
        label={words.comment}
        placeholder={words.placeholder}
        autosize
        minRows={4}
        maxRows={16}
        maxLength={100_000}
        required={wanted !== null}
        withAsterisk={wanted !== null}
        value={text}
        error={fieldError}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setFieldError(null)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
        }}
      />
      {ticket.status === 'resolved' && !isStaff && !wanted ? <p className={styles.hint}>{words.reopens}</p> : null}
      <div className={styles.row}>
        <NativeSelect
          className={styles.status ?? ''}
          aria-label={words.status}
          value={wanted?.status ?? ''}
          onChange={(event) => {
            const status = ticketStatuses.find((one) => one === event.currentTarget.value)
            setWanted(status ? { status, from: ticket.status } : null)
            if (status) setPrivate(false)
          }}
          data={[
            { value: '', label: `${words.status}: ${statuses[wanted?.from ?? ticket.status]}` },
            ...nextStatuses(wanted?.from ?? ticket.status).map((status) => ({ value: status, label: `→ ${statuses[status]}` })),
          ]}
        />
        {isStaff ? (
          <Checkbox
            label={words.privateLabel}
            checked={isPrivate}
            disabled={wanted !== null}
            aria-describedby={wanted ? privateHelp : undefined}
            onChange={(event) => setPrivate(event.currentTarget.checked)}
          />
        ) : null}
        <Button type="submit" className={styles.send ?? ''} loading={isSending} disabled={isStale} title={words.keyboard}>
          {wanted ? words.change(statuses[wanted.status]) : isPrivate ? words.sendPrivate : words.send}
        </Button>
      </div>
      {isStaff && wanted ? (
        <p id={privateHelp} className={styles.hint}>
          {words.privateNotWithStatus}
        </p>
      ) : null}
    </form>
  )
}
