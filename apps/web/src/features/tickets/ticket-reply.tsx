import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { attachmentLimits } from '@vakt/contract/attachments.ts'
import type { TicketDetails } from '@vakt/contract/ticket-details.ts'
import { type TicketStatus, ticketStatuses } from '@vakt/contract/tickets.ts'
import { nextStatuses } from '@vakt/domain/ticket-status.ts'
import { Lock, MessageSquare } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { toastFailedUploads, uploadAttachments } from '#web/attachments/upload-attachments.ts'
import { addFiles, pastedImages } from '#web/forms/file-list.ts'
import { ticketStatusTexts } from '#web/links/links.texts.ts'
import { ApiError } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { fieldMessages } from '#web/ui/field-messages.ts'
import { inMantine } from '#web/ui/in-mantine.tsx'
import { showToast } from '#web/ui/toast.ts'
import { conversationTexts } from './conversation.texts.ts'
import { FollowUp } from './follow-up.tsx'
import { MentionInput } from './mention-input.tsx'
import { stillMentioned } from './mention-text.ts'
import { insertPictures, keepPictures, withFreeNames } from './picture-text.ts'
import { type ReplyDraft, useReplyDraft } from './reply-draft.ts'
import { ReplyFiles } from './reply-files.tsx'
import { StaleStatus } from './stale-status.tsx'
import { ticketMessageTexts } from './ticket-messages.texts.ts'
import { useAddComment, useChangeStatus } from './ticket-mutations.ts'
import styles from './ticket-reply.module.css'

export type ReplyHandle = { write: (isPrivate: boolean) => void; chooseStatus: () => void }

type TicketReplyProps = {
  customerId: string
  ticket: TicketDetails
  handle: RefObject<ReplyHandle | null>
  /** Told when somebody begins and ends to write, and for whom. */
  onWriting: (doing: 'reading' | 'writing' | 'writing_privately') => void
}

function PlainTicketReply(props: TicketReplyProps) {
  // The word that the ticket is closed may come before the answer to what closed it: the form stays until that, and its files, are through.
  const [isBusy, setBusy] = useState(false)
  return props.ticket.status === 'closed' && !isBusy ? (
    <FollowUp customerId={props.customerId} ticketId={props.ticket.ticketId} />
  ) : (
    <ReplyForm {...props} onBusy={setBusy} />
  )
}

/** A status that the user chose, and the one it had when they did. */
type Wanted = { status: TicketStatus; from: TicketStatus }

const doingOf = ({ text, isPrivate }: ReplyDraft) => (text.trim() === '' ? 'reading' : isPrivate ? 'writing_privately' : 'writing')

/** Comment and change of status in one place: whoever changes the status explains it. What is typed stays until it was sent. */
function ReplyForm({ customerId, ticket, handle, onWriting, onBusy }: TicketReplyProps & { onBusy: (isBusy: boolean) => void }) {
  const words = useTexts(conversationTexts)
  const messages: Record<string, string | undefined> = useTexts(ticketMessageTexts)
  const statuses = useTexts(ticketStatusTexts)
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
  const input = useRef<HTMLTextAreaElement>(null)
  const status = useRef<HTMLSelectElement>(null)
  const tabs = useId()
  const addComment = useAddComment(customerId, ticket.ticketId)
  const changeStatus = useChangeStatus(customerId, ticket.ticketId)
  const [files, setFiles] = useState<readonly File[]>([])
  const [isUploading, setUploading] = useState(false)
  const queryClient = useQueryClient()
  const isSending = addComment.isPending || changeStatus.isPending || isUploading
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
  handle.current = {
    write(next) {
      if (byStaff) setPrivate(next)
      input.current?.focus()
    },
    chooseStatus: () => status.current?.focus(),
  }

  const attach = (chosen: File[]): File[] => {
    const added = withFreeNames(chosen, files)
    const { files: next, refusals } = addFiles(files, added, { accept: '', ...attachmentLimits })
    setFiles(next)
    const refused = refusals.map(({ reason, name }) =>
      reason === 'too-many' ? words.tooManyFiles(attachmentLimits.maxFiles) : words.tooLarge(name),
    )
    setFailure(refused.join(' ') || null)
    return added.filter((file) => next.includes(file))
  }
  const detach = (file: File) => {
    const kept = files.filter((one) => one !== file)
    setFiles(kept)
    const names = kept.map(({ name }) => name)
    put({ text: keepPictures(text, names) })
  }
  const paste = (event: ClipboardEvent) => {
    const images = pastedImages([...event.clipboardData.files], new Date())
    if (images.length === 0) return
    event.preventDefault()
    const names = attach(images).map(({ name }) => name)
    const area = input.current
    if (names.length === 0 || !area) return
    const pasted = insertPictures(text, { start: area.selectionStart, end: area.selectionEnd }, names)
    put({ text: pasted.text })
    requestAnimationFrame(() => area.setSelectionRange(pasted.caret, pasted.caret))
  }
  /** The comment stands; a file that does not get through is told of, and tried again by hand. */
  const upload = async (tempId: string) => {
    if (files.length === 0) return
    setUploading(true)
    const { failed } = await uploadAttachments(customerId, tempId, files)
    setUploading(false)
    setFiles([])
    toastFailedUploads(failed)
    await queryClient.invalidateQueries({ queryKey: ['tickets', customerId] })
  }

  const refuse = (message: string) => {
    setFieldError(message)
    input.current?.focus()
  }
  // What was typed and chosen while the text was on its way is kept. A note leaves the box private: what is typed next must not turn public.
  const succeed = (added: { temp_id: string }): Promise<void> => {
    const uploaded = upload(added.temp_id)
    showToast(wanted ? words.changed : words.sent, 'success')
    const now = typed.current.text
    const since = now.startsWith(text) ? now.slice(text.length).trimStart() : now
    put(since === '' ? { text: '', people: [] } : { text: since })
    setWanted((now) => (now === wanted ? null : now))
    return uploaded
  }
  const fail = (error: unknown, general: string) => {
    if (wanted && error instanceof ApiError && error.status === 409) return
    const { fields, others } = fieldMessages(error instanceof ApiError ? error.errors : [], ['body', 'comment', 'mentions'], messages)
    const own = fields.body ?? fields.comment ?? fields.mentions
    if (own) refuse(own)
    else setFailure([general, ...others].join(' '))
  }
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (isSending || isStale) return
    setFailure(null)
    setFieldError(null)
    // A draft may still name pictures whose files did not outlive the page.
    const names = files.map(({ name }) => name)
    const body = keepPictures(text, names)
    if (body.trim() === '') return refuse(messages[wanted ? 'ticket.status.comment_required' : 'ticket.comment_empty'] ?? '')
    const mentions = stillMentioned(text, draft.people)
    const sent = wanted
      ? changeStatus.mutateAsync({ ...wanted, version: ticket.version, comment: body, mentions })
      : addComment.mutateAsync({ body, private: isPrivate, mentions })
    onBusy(true)
    // Not by the callbacks of the mutation, which are forgotten when the page is left: the files must follow all the same.
    void sent.then(succeed, (error) => fail(error, wanted ? words.statusFailed : words.commentFailed)).finally(() => onBusy(false))
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate data-private={isPrivate || undefined}>
      {byStaff ? (
        <fieldset className={styles.modes}>
          <legend className={styles.legend}>{words.writeAs}</legend>
          <label className={styles.mode} data-chosen={!isPrivate || undefined}>
            <input type="radio" name={tabs} checked={!isPrivate} onChange={() => setPrivate(false)} />
            <MessageSquare size={14} aria-hidden="true" /> {words.publicTab}{' '}
            <span className={styles.key} aria-hidden="true">
              R
            </span>
          </label>
          <label className={styles.mode} data-private data-chosen={isPrivate || undefined}>
            <input type="radio" name={tabs} checked={isPrivate} onChange={() => setPrivate(true)} />
            <Lock size={14} aria-hidden="true" /> {words.privateTab}{' '}
            <span className={styles.key} aria-hidden="true">
              N
            </span>
          </label>
        </fieldset>
      ) : null}
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
        label={isPrivate ? words.privateComment : words.comment}
        placeholder={isPrivate ? words.privatePlaceholder : words.placeholder}
        isRequired={wanted !== null}
        value={text}
        error={fieldError}
        onChange={(next) => put({ text: next })}
        onMention={(person) => put({ people: [...typed.current.people.filter(({ userId }) => userId !== person.userId), person] })}
        onSend={send}
        onPaste={paste}
      />
      <ReplyFiles files={files} onAdd={attach} onRemove={detach} />
      {ticket.status === 'resolved' && !byStaff && !wanted ? <p className={styles.hint}>{words.reopens}</p> : null}
      <div className={styles.row}>
        <NativeSelect
          ref={status}
          className={styles.status ?? ''}
          aria-label={words.status}
          value={wanted?.status ?? ''}
          disabled={isPrivate}
          title={isPrivate ? words.statusIsPublic : undefined}
          onChange={(event) => {
            const chosen = ticketStatuses.find((one) => one === event.currentTarget.value)
            setWanted(chosen ? { status: chosen, from: ticket.status } : null)
          }}
          data={[
            { value: '', label: `${words.status}: ${statuses[wanted?.from ?? ticket.status]}` },
            ...nextStatuses(wanted?.from ?? ticket.status, by).map((next) => ({ value: next, label: `→ ${statuses[next]}` })),
          ]}
        />
        <span className={styles.hint}>{isPrivate ? words.statusIsPublic : words.markdown}</span>
        <Button type="submit" className={styles.send} loading={isSending} disabled={isStale} title={words.keyboard}>
          {wanted ? words.change(statuses[wanted.status]) : isPrivate ? words.sendPrivate : words.send}
        </Button>
      </div>
    </form>
  )
}

export const TicketReply = inMantine(PlainTicketReply)
