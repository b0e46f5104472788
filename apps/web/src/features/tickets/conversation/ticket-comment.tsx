import type { TicketComment as Comment } from '@vakt/contract/tickets/ticket-details.ts'
import { Lock, Pencil, Radar } from 'lucide-react'
import { lazy, memo, Suspense, useMemo, useState } from 'react'
import { useAuthorName } from '#web/features/tickets/author-name.ts'
import { systemCommentTexts } from '#web/features/tickets/details/ticket-details.texts.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { conversationTexts } from './conversation.texts.ts'
import { LazyAttachments, useTextPictures } from './lazy-attachments.tsx'
import styles from './ticket-story.module.css'

const EditComment = lazy(() => import('./edit-comment.tsx').then((module) => ({ default: module.EditComment })))
const CommentVersions = lazy(() => import('./comment-versions.tsx').then((module) => ({ default: module.CommentVersions })))

function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/)
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map((part) => part?.[0]?.toUpperCase() ?? '').join('')
}

export function Author({ name, bySystem, byStaff = false }: { name: string; bySystem: boolean; byStaff?: boolean }) {
  return (
    <span className={styles.author} data-system={bySystem || undefined} data-staff={byStaff || undefined} aria-hidden="true">
      {bySystem ? <Radar size={15} /> : initialsOf(name)}
    </span>
  )
}

type TicketCommentProps = {
  customerId: string
  ticketId: string
  comment: Comment
  mayEdit: boolean
  /** Shows the Markdown as plain text: the formatted one follows in a later render. */
  isPlain: boolean
}

/** Drawn again only when it is another comment: what is typed below wakes none of the hundreds above. */
export const TicketComment = memo(function TicketComment(props: TicketCommentProps) {
  const { customerId, ticketId, comment, mayEdit, isPlain } = props
  const words = useTexts(conversationTexts)
  const systemTexts = useTexts(systemCommentTexts)
  const author = useAuthorName()(comment)
  const [isEditing, setEditing] = useState(false)
  const [hasEdited, setHasEdited] = useState(false)
  const [showsVersions, setShowsVersions] = useState(false)
  const isPending = comment.commentId.startsWith('pending')
  const { picture, others } = useTextPictures({ customerId, ticketId, text: comment.body, attachments: comment.attachments })
  const marked = useMemo(() => comment.mentions.map(({ name }) => `@${name}`), [comment.mentions])
  return (
    <li
      className={styles.message}
      data-private={comment.private || undefined}
      data-pending={isPending || undefined}
      data-comment={comment.commentId}
    >
      <Author name={author} bySystem={comment.bySystem} byStaff={comment.byStaff} />
      <div className={styles.content}>
        <div className={styles.head}>
          <strong>{author}</strong>
          {comment.byStaff ? <span className={styles.staff}>{words.staff}</span> : null}
          {isPending ? words.sending : <RelativeTime iso={comment.created} />}
          {comment.edited ? (
            <button type="button" className={styles.quiet} aria-expanded={showsVersions} onClick={() => setShowsVersions(!showsVersions)}>
              {words.edited}
            </button>
          ) : null}
          {mayEdit && comment.isOwn && !isPending && !isEditing ? (
            <Button
              className={styles.edit}
              size="compact-sm"
              variant="subtle"
              leftSection={<Pencil size={12} aria-hidden="true" />}
              aria-label={words.editLabel(comment.author)}
              autoFocus={hasEdited}
              onClick={() => {
                setEditing(true)
                setHasEdited(true)
              }}
            >
              {words.edit}
            </Button>
          ) : null}
        </div>
        {comment.private ? (
          <p className={styles.private}>
            <Lock size={13} aria-hidden="true" /> {words.private}
          </p>
        ) : null}
        {isEditing ? (
          <Suspense>
            <EditComment customerId={customerId} ticketId={ticketId} comment={comment} onDone={() => setEditing(false)} />
          </Suspense>
        ) : (
          <div className={styles.body}>
            <Markdown
              text={comment.systemText ? systemTexts[comment.systemText](comment.systemTicketId ?? '') : comment.body}
              marked={marked}
              picture={picture}
              isPlain={isPlain}
            />
          </div>
        )}
        <LazyAttachments customerId={customerId} ticketId={ticketId} attachments={isEditing ? comment.attachments : others} />
        {showsVersions ? (
          <Suspense>
            <CommentVersions customerId={customerId} ticketId={ticketId} comment={comment} />
          </Suspense>
        ) : null}
      </div>
    </li>
  )
})
