import type { TicketChange, TicketComment, TicketDetails, TicketStatus } from '@vakt/contract/tickets.ts'
import { Lock, Radar } from 'lucide-react'
import { useMemo } from 'react'
import { ticketStatusTexts } from '#web/links/links.texts.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { severityTexts } from '#web/ui/severity.texts.ts'
import { ticketDetailsTexts } from './ticket-details.texts.ts'
import styles from './ticket-story.module.css'
import { buildTicketStory, type StoryItem } from './ticket-story.ts'
import { ticketTexts } from './tickets.texts.ts'

/** What was said and what was changed, oldest first, beginning with the description. */
export function TicketStory({ ticket }: { ticket: TicketDetails }) {
  const words = useTexts(ticketDetailsTexts)
  const story = useMemo(() => buildTicketStory(ticket), [ticket])
  const isByMonitoring = ticket.source === 'monitoring'
  return (
    <ol className={styles.story}>
      <li className={styles.message}>
        <Author name={isByMonitoring ? words.openedByMonitoring : ticket.requester.name} bySystem={isByMonitoring} />
        <div className={styles.content}>
          <p className={styles.head}>
            <strong>{isByMonitoring ? words.openedByMonitoring : ticket.requester.name}</strong> {isByMonitoring ? null : words.opened}{' '}
            <RelativeTime iso={ticket.created} />
          </p>
          <p className={styles.body}>{ticket.description}</p>
        </div>
      </li>
      {story.map((item) =>
        item.kind === 'comment' ? (
          <Comment key={`comment ${item.comment.commentId}`} comment={item.comment} />
        ) : (
          <Changes key={`changes ${item.author} ${item.at}`} item={item} />
        ),
      )}
    </ol>
  )
}

function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/)
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map((part) => part?.[0]?.toUpperCase() ?? '').join('')
}

function Author({ name, bySystem }: { name: string; bySystem: boolean }) {
  return (
    <span className={styles.author} data-system={bySystem || undefined} aria-hidden="true">
      {bySystem ? <Radar size={15} /> : initialsOf(name)}
    </span>
  )
}

function Comment({ comment }: { comment: TicketComment }) {
  const words = useTexts(ticketDetailsTexts)
  const isPending = comment.commentId.startsWith('pending')
  return (
    <li className={styles.message} data-private={comment.private || undefined} data-pending={isPending || undefined}>
      <Author name={comment.author} bySystem={comment.bySystem} />
      <div className={styles.content}>
        <p className={styles.head}>
          <strong>{comment.author}</strong> {isPending ? words.sending : <RelativeTime iso={comment.created} />}
        </p>
        {comment.private ? (
          <p className={styles.private}>
            <Lock size={13} aria-hidden="true" /> {words.private}
          </p>
        ) : null}
        <p className={styles.body}>{comment.systemText ? words[comment.systemText] : comment.body}</p>
      </div>
    </li>
  )
}

function Changes({ item }: { item: Extract<StoryItem, { kind: 'changes' }> }) {
  const sayChange = useChangeWords()
  return (
    <li className={styles.changes}>
      <span className={styles.dot} aria-hidden="true" />
      <p>
        <strong>{item.author}</strong> {item.changes.map(sayChange).join(', ')} · <RelativeTime iso={item.at} />
      </p>
    </li>
  )
}

const levelNames = ['critical', 'high', 'medium', 'low', 'planning'] as const

function useChangeWords(): (change: TicketChange) => string {
  const words = useTexts(ticketDetailsTexts)
  const statuses = useTexts(ticketStatusTexts)
  const levels = useTexts(severityTexts)
  const types = useTexts(ticketTexts)
  const fields: Record<string, string> = {
    status: words.fieldStatus,
    priority: words.fieldPriority,
    assignee: words.fieldAssignee,
    assigneeGroup: words.fieldAssigneeGroup,
    type: words.fieldType,
    subject: words.fieldSubject,
  }
  const sayValue = (field: string, value: string): string => {
    if (field === 'status') return words.quoted(statuses[value as TicketStatus] ?? value)
    if (field === 'priority') return levels[levelNames[Number(value) - 1] ?? 'planning'].toLowerCase()
    if (field === 'type' && (value === 'request' || value === 'change' || value === 'incident')) return types[value].toLowerCase()
    return words.quoted(value)
  }
  return ({ field, before, after }) => {
    const name = fields[field] ?? field
    if (before && after) return words.changedField(name, sayValue(field, before), sayValue(field, after))
    if (after) return words.setField(name, sayValue(field, after))
    return before ? words.clearedField(name) : words.changedSome(name)
  }
}
