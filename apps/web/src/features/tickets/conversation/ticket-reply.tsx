import type { TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import { nextStatuses } from '@vakt/domain/ticket-status.ts'
import { Lock } from 'lucide-react'
import { type FormEvent, type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FollowUp } from '#web/features/tickets/details/follow-up.tsx'
import { maySucceedAgain } from '#web/features/tickets/details/may-succeed-again.ts'
import { StaleStatus } from '#web/features/tickets/details/stale-status.tsx'
import { ticketMessageTexts } from '#web/features/tickets/ticket-messages.texts.ts'
import { useAddComment, useChangeStatus } from '#web/features/tickets/ticket-mutations.ts'
import { ApiError } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { fieldMessages } from '#web/ui/controls/field-messages.ts'
import { failureText } from '#web/ui/page/failure-text.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { conversationTexts } from './conversation.texts.ts'
import { MentionInput } from './mention-input.tsx'
import { stillMentioned } from './mention-text.ts'
import { type ReplyDraft, useReplyDraft } from './reply-draft.ts'
import { AttachButton, ReplyFiles } from './reply-files.tsx'
import { ReplyModes } from './reply-modes.tsx'
import { ReplyStatus, type Wanted } from './reply-status.tsx'
import { ReplyTime, ReplyTimeButton, useReplyTime } from './reply-time.tsx'
import styles from './ticket-reply.module.css'
import { useLeftCaret } from './use-left-caret.ts'
import { useReplyFiles } from './use-reply-files.ts'

/** `write` puts the caret into the text, behind what was typed for it already. */
export type ReplyHandle = { write: (isPrivate: boolean, typedAhead: string) => void }

type TicketReplyProps = {
  customerId: string
  ticket: TicketDetails
  handle: Ref<ReplyHandle>
  /** Told when someone begins and ends to write, and for whom. */
  onWriting: (doing: 'reading' | 'writing' | 'writing_privately') => void
}

export function TicketReply(props: TicketReplyProps) {
  // The word that the ticket is closed may come before the answer to what closed it: the form stays until that, and its files, are through.
  const [isBusy, setBusy] = useState(false)
  const left = useRef<number | null>(null)
  return props.ticket.status === 'closed' && !isBusy ? (
    <FollowUp customerId={props.customerId} ticketId={props.ticket.ticketId} left={left} />
  ) : (
    <ReplyForm {...props} onBusy={setBusy} left={left} />
  )
}

const doingOf = ({ text, isPrivate }: ReplyDraft) => (text.trim() === '' ? 'reading' : isPrivate ? 'writing_privately' : 'writing')

type ReplyFormProps = TicketReplyProps & { onBusy: (isBusy: boolean) => void; left: RefObject<number | null> }

/** Comment and change of status in one place: anyone who changes the status explains it. What is typed stays until it was sent. */
function ReplyForm({ customerId, ticket, handle, onWriting, onBusy, left }: ReplyFormProps) {
  const words = useTexts(conversationTexts)
  const messages: Record<string, string | undefined> = useTexts(ticketMessageTexts)
  const session = useSession()
  const byStaff = isStaff(session)
  const by = byStaff ? 'staff' : 'customer'
  const [kept, keep] = useReplyDraft(session.user.email, ticket.ticketId)
  const draft = byStaff ? kept : { ...kept, isPrivate: false }
  const { text, isPrivate } = draft
  const typed = useRef(draft)
  typed.current = draft
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [fieldError, setFieldError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  useLeftCaret({ form, input, left })
  const time = useReplyTime()
  const addComment = useAddComment(customerId, ticket.ticketId)
  const changeStatus = useChangeStatus(customerId, ticket.ticketId)
  const isStale = wanted !== null && wanted.from !== ticket.status

  const put = (change: Partial<ReplyDraft>) => {
    keep(change)
    setFieldError(null)
    const doing = doingOf({ ...typed.current, ...change })
    if (doing !== doingOf(typed.current)) onWriting(doing)
  }
  const setPrivate = (next: boolean) => {
    put({ isPrivate: next })
    if (next) setWanted(null)
  }
  useImperativeHandle(handle, () => ({
    write(next, typedAhead) {
      if (byStaff) setPrivate(next)
      if (typedAhead) put({ text: typed.current.text + typedAhead })
      input.current?.focus()
    },
  }))

  const attached = useReplyFiles(customerId, { text, input, write: (next) => put({ text: next }), onRefuse: setFailure })
  const isSending = addComment.isPending || changeStatus.isPending || attached.isUploading

  const isOfBefore = attached.hasUnsent && text.trim() === '' && !wanted

  const choose = (next: Wanted | null) => {
    setWanted(next)
    input.current?.focus()
  }
  const refuse = (message: string) => {
    setFieldError(message)
    input.current?.focus()
  }
  // What was typed and chosen while the text was on its way is kept. A note leaves the box private: what is typed next must not turn public.
  const succeed = (added: { temp_id: string }, as: Wanted | null): Promise<void> => {
    const uploaded = attached.upload(added.temp_id)
    showToast(as ? words.changed : words.sent, 'success')
    const now = typed.current.text
    const since = now.startsWith(text) ? now.slice(text.length).trimStart() : now
    // At once: a key that came before the box shows it would bring back what was sent, and a private note perhaps into a public text.
    flushSync(() => put(since === '' ? { text: '', people: [] } : { text: since }))
    setWanted((now) => (now === as ? null : now))
    time.clear()
    return uploaded
  }
  const fail = (error: unknown, as: Wanted | null) => {
    if (as && error instanceof ApiError && error.status === 409) return
    if (isPrivate) setPrivate(true)
    const { fields } = fieldMessages(error instanceof ApiError ? error.errors : [], ['body', 'comment', 'mentions'], messages)
    const own = fields.body ?? fields.comment ?? fields.mentions
    if (own) refuse(own)
    else {
      const again = maySucceedAgain(error) ? [words.tryAgain] : []
      const failed = [as ? words.statusFailed : words.commentFailed, ...again].join(' ')
      setFailure(failureText(error, { failed, messages }))
    }
  }
  const send = (as: Wanted | null) => {
    if (isSending || isStale) return
    setFailure(null)
    setFieldError(null)
    if (isOfBefore) return void attached.upload()
    const body = attached.body()
    if (body.trim() === '') return refuse(messages[as ? 'ticket.status.comment_required' : 'ticket.comment_empty'] ?? '')
    const mentions = stillMentioned(text, draft.people)
    const hours = time.read(body, isPrivate)
    if (hours === null) return
    const registered = hours ? { hours } : {}
    const sent = as
      ? changeStatus.mutateAsync({ ...as, version: ticket.version, comment: body, mentions, ...registered })
      : addComment.mutateAsync({ body, private: isPrivate, mentions, ...registered })
    onBusy(true)
    // Not by the callbacks of the mutation, which are forgotten when the page is left: the files must follow all the same.
    void sent
      .then(
        (added) => succeed(added, as),
        (error) => fail(error, as),
      )
      .finally(() => onBusy(false))
  }

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    send(wanted)
  }
  const mayResolve = !isPrivate && nextStatuses(ticket.status, by).includes('resolved')
  const resolve = () => {
    if (!mayResolve) return submit()
    const resolving: Wanted = { status: 'resolved', from: ticket.status }
    setWanted(resolving)
    send(resolving)
  }

  const sending = isPrivate ? words.sendPrivate : words.send
  const action = wanted ? words.sendAs[wanted.status] : isOfBefore ? words.uploadAgain : sending
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate data-private={isPrivate || undefined}>
      {byStaff ? <ReplyModes isPrivate={isPrivate} onChoose={setPrivate} /> : null}
      {wanted && isStale ? (
        <StaleStatus
          ticket={ticket}
          wanted={wanted.status}
          isPossible={nextStatuses(ticket.status, by).includes(wanted.status)}
          onGoOn={() => setWanted({ ...wanted, from: ticket.status })}
          onKeep={() => setWanted(null)}
        />
      ) : null}
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
      {isPrivate ? (
        <p className={styles.privateNotice}>
          <Lock size={14} aria-hidden="true" /> {words.privateNotice}
        </p>
      ) : null}
      <MentionInput
        customerId={customerId}
        ticketId={ticket.ticketId}
        isPrivate={isPrivate}
        input={input}
        isLabelHidden={byStaff}
        label={isPrivate ? words.privateComment : words.comment}
        placeholder={isPrivate ? words.privatePlaceholder : words.placeholder}
        isRequired={wanted !== null}
        value={text}
        error={fieldError}
        onChange={(next) => put({ text: next })}
        onMention={(person) => put({ people: [...typed.current.people.filter(({ userId }) => userId !== person.userId), person] })}
        onSend={submit}
        onSendFinally={resolve}
        onEscape={() => input.current?.blur()}
        onPaste={attached.paste}
      />
      <ReplyFiles files={attached.files} onRemove={attached.detach} />
      {byStaff ? <ReplyTime time={time} isPrivate={isPrivate} /> : null}
      {ticket.status === 'resolved' && !byStaff && !wanted ? <p className={styles.hint}>{words.reopens}</p> : null}
      <div className={styles.row}>
        <span className={styles.tools}>
          <AttachButton onAdd={attached.attach} />
          {byStaff ? <ReplyTimeButton time={time} /> : null}
        </span>
        <span className={styles.hint}>{isPrivate ? words.statusIsPublic : words.markdown}</span>
        <ReplyStatus current={ticket.status} wanted={wanted} by={by} isPrivate={isPrivate} onChoose={choose}>
          <Button type="submit" loading={isSending} disabled={isStale} title={words.keyboard}>
            {action}
          </Button>
        </ReplyStatus>
      </div>
    </form>
  )
}
