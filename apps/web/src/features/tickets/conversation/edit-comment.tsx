import { editTicketComment, type TicketComment } from '@vakt/contract/tickets/ticket-details.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ticketMessageTexts } from '#web/features/tickets/ticket-messages.texts.ts'
import { useTicketCall } from '#web/features/tickets/ticket-mutations.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { conversationTexts } from './conversation.texts.ts'
import { MentionInput } from './mention-input.tsx'
import { type Mentioned, stillMentioned } from './mention-text.ts'
import styles from './ticket-reply.module.css'

type EditCommentProps = { customerId: string; ticketId: string; comment: TicketComment; onDone: () => void }

export function EditComment({ customerId, ticketId, comment, onDone }: EditCommentProps) {
  const words = useTexts(conversationTexts)
  const messages: Record<string, string | undefined> = useTexts(ticketMessageTexts)
  const [text, setText] = useState(comment.body)
  const [people, setPeople] = useState<Mentioned[]>([...comment.mentions])
  const [seen, setSeen] = useState({ version: comment.version, body: comment.body })
  const [stale, setStale] = useState<{ version: number; body: string } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(input.current.value.length, input.current.value.length)
  }, [])
  const { commentId } = comment
  const edit = useTicketCall(customerId, (version: number) => {
    const mentions = stillMentioned(text, people).map(({ userId }) => userId)
    return call(editTicketComment, { params: { customerId, ticketId, commentId }, body: { body: text, mentions, version } })
  })
  const save = (version: number) => {
    setFailure(null)
    if (text.trim() === '') return setFailure(messages['ticket.comment_empty'] ?? '')
    edit.mutate(version, {
      onSuccess: onDone,
      onError(error) {
        if (error instanceof ApiError && error.current) setStale(error.current as { version: number; body: string })
        else setFailure(failureText(error, { failed: words.editFailed, messages }))
      },
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!edit.isPending && !stale) save(seen.version)
  }
  return (
    <form className={styles.editing} onSubmit={submit} noValidate data-private={comment.private || undefined}>
      <AskBeforeLeaving when={() => text !== comment.body} />
      <MentionInput
        customerId={customerId}
        ticketId={ticketId}
        isPrivate={comment.private}
        input={input}
        label={comment.private ? words.privateComment : words.comment}
        value={text}
        error={failure}
        onChange={setText}
        onMention={(person) => setPeople((before) => [...before, person])}
        onSend={() => !edit.isPending && !stale && save(seen.version)}
        onEscape={text === seen.body ? onDone : () => {}}
      />
      {stale ? (
        <div className={styles.failure} role="alert">
          <p>{words.editStale}</p>
          <Markdown text={stale.body} />
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setSeen(stale)
              setStale(null)
              save(stale.version)
            }}
          >
            {words.editStaleGoOn}
          </Button>
        </div>
      ) : null}
      <div className={styles.row}>
        <Button type="submit" size="compact-sm" loading={edit.isPending} disabled={stale !== null}>
          {words.save}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
