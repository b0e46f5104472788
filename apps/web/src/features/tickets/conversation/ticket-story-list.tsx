import { useInfiniteQuery } from '@tanstack/react-query'
import type { TicketChange, TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import type { NewHours } from '@vakt/contract/tickets/ticket-hours.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { useAuthorName } from '#web/features/tickets/author-name.ts'
import { ticketDetailsTexts } from '#web/features/tickets/details/ticket-details.texts.ts'
import { earlierCommentsQuery } from '#web/features/tickets/details/ticket-details-queries.ts'
import { requesterOf } from '#web/features/tickets/details/ticket-requester.ts'
import { hourKindTexts } from '#web/features/tickets/hours/hour-kinds.texts.ts'
import { areaTexts } from '#web/features/tickets/ticket-areas.texts.ts'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { useProductName } from '#web/platform/branding.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { timeLeftTexts } from '#web/shared/tickets/time-left.texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { conversationTexts } from './conversation.texts.ts'
import { LazyAttachments, useTextPictures } from './lazy-attachments.tsx'
import { Author, TicketComment } from './ticket-comment.tsx'
import styles from './ticket-story.module.css'
import { buildTicketStory, type StoryItem } from './ticket-story.ts'

/** Comments whose Markdown is formatted with the first render; the others follow in a second one. */
const formedAtOnce = 10

/** What was said and what was changed, oldest first, beginning with the description. */
export function TicketStory({ customerId, ticket, mayEdit }: { customerId: string; ticket: TicketDetails; mayEdit: boolean }) {
  const words = useTexts(ticketDetailsTexts)
  const said = useTexts(conversationTexts)
  const product = useProductName()
  const [oldest, setOldest] = useState<string | null>(null)
  const { ticketId, description: text, attachments } = ticket
  const { picture, others } = useTextPictures({ customerId, ticketId, text, attachments })
  const story = useMemo(() => buildTicketStory(ticket), [ticket])
  const formed = useDeferredValue(story.length, formedAtOnce)
  const isByMonitoring = ticket.source === 'monitoring'
  const requester = isByMonitoring ? requesterOf(ticket, product) : ticket.requester.name
  return (
    <ol className={styles.story}>
      <li className={styles.message}>
        <Author name={requester} bySystem={isByMonitoring} />
        <div className={styles.content}>
          <p className={styles.head}>
            <strong>{requester}</strong> {words.opened} <RelativeTime iso={ticket.created} />
          </p>
          <div className={styles.body}>
            <Markdown text={ticket.description} picture={picture} />
          </div>
          <LazyAttachments customerId={customerId} ticketId={ticket.ticketId} attachments={others} />
        </div>
      </li>
      {oldest ? <EarlierComments customerId={customerId} ticketId={ticket.ticketId} before={oldest} /> : null}
      {ticket.earlierComments > 0 && !oldest ? (
        <li className={styles.earlier}>
          <Button size="compact-sm" variant="default" onClick={() => setOldest(ticket.comments[0]?.commentId ?? null)}>
            {said.earlier(ticket.earlierComments)}
          </Button>
        </li>
      ) : null}
      {story.map((item, index) =>
        item.kind === 'comment' ? (
          <TicketComment
            key={`comment ${item.comment.commentId}`}
            customerId={customerId}
            ticketId={ticket.ticketId}
            comment={item.comment}
            mayEdit={mayEdit}
            isPlain={index >= formed}
          />
        ) : (
          <Changes key={`changes ${item.author} ${item.at}`} item={item} />
        ),
      )}
    </ol>
  )
}

/** What is older than that which came with the ticket, a page at a time. */
function EarlierComments({ customerId, ticketId, before }: { customerId: string; ticketId: string; before: string }) {
  const said = useTexts(conversationTexts)
  const { data, hasNextPage, fetchNextPage, isFetching, isError } = useInfiniteQuery(earlierCommentsQuery(customerId, ticketId, before))
  const comments = (data?.pages ?? []).flatMap(({ result }) => result).reverse()
  const formed = useDeferredValue(comments.length, 0)
  return (
    <>
      {hasNextPage || isError || !data ? (
        <li className={styles.earlier}>
          <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void fetchNextPage()}>
            {said.earlierMore}
          </Button>
        </li>
      ) : null}
      {comments.map((comment, index) => (
        <TicketComment
          key={comment.commentId}
          customerId={customerId}
          ticketId={ticketId}
          comment={comment}
          mayEdit={false}
          // The newest of them, which come above those that are being read, first.
          isPlain={index < comments.length - formed}
        />
      ))}
    </>
  )
}

const Changes = memo(function Changes({ item }: { item: Extract<StoryItem, { kind: 'changes' }> }) {
  const sayChange = useChangeWords()
  const author = useAuthorName()(item)
  return (
    <li className={styles.changes}>
      <span className={styles.dot} aria-hidden="true" />
      <p>
        <strong>{author}</strong> {item.changes.map(sayChange).join(', ')} · <RelativeTime iso={item.at} />
      </p>
    </li>
  )
})

const levelNames = ['critical', 'high', 'medium', 'low', 'planning'] as const

function useChangeWords(): (change: TicketChange) => string {
  const words = useTexts(ticketDetailsTexts)
  const format = useFormat()
  const statuses = useTexts(ticketStatusTexts)
  const levels = useTexts(severityTexts)
  const types = useTexts(ticketTexts)
  const areas: Record<string, string | undefined> = useTexts(areaTexts)
  const hours = useTexts(hourKindTexts)
  const clocks: Record<string, string | undefined> = useTexts(timeLeftTexts).clocks
  const fields: Record<string, string> = {
    status: words.fieldStatus,
    priority: words.fieldPriority,
    assignee: words.fieldAssignee,
    assigneeGroup: words.fieldAssigneeGroup,
    type: words.fieldType,
    subject: words.fieldSubject,
    area: words.fieldArea,
    impact: words.fieldImpact,
    urgency: words.fieldUrgency,
    tags: words.fieldTags,
    entity: words.fieldEntity,
    requester: words.fieldRequester,
    externalId: words.fieldExternalId,
    externalUrl: words.fieldExternalUrl,
  }
  const sayValue = (field: string, value: string): string => {
    if (field === 'status') return words.quoted(statuses[value as TicketStatus] ?? value)
    if (field === 'area') return areas[value] ?? words.quoted(value)
    if (field === 'priority' || field === 'impact' || field === 'urgency')
      return levels[levelNames[Number(value) - 1] ?? 'planning'].toLowerCase()
    if (field === 'type' && (value === 'request' || value === 'change' || value === 'incident')) return types[value].toLowerCase()
    return words.quoted(value)
  }
  const sayHours = (value: string): string => {
    const { minutes, date, hourType, billable, note } = JSON.parse(value) as NewHours
    const kind = `${hours[hourType].toLowerCase()}, ${(billable ? hours.billable : hours.nonBillable).toLowerCase()}`
    return `${format.duration(minutes, 'hours')} (${kind}, ${date}) ${words.quoted(note)}`
  }
  return ({ field, before, after }) => {
    if (field === 'service_level') {
      const clock = (before !== null && clocks[before]) || words.fieldServiceLevel
      return after === 'missed' ? words.clockMissed(clock) : words.clockSoon(clock)
    }
    if (field === 'link') return after ? words.linked(after) : words.unlinked(before ?? '')
    if (field === 'hours') {
      if (before && after) return words.changedHours(sayHours(before), sayHours(after))
      return after ? words.registeredHours(sayHours(after)) : words.removedHours(sayHours(before ?? ''))
    }
    const name = fields[field] ?? field
    if (before && after) return words.changedField(name, sayValue(field, before), sayValue(field, after))
    if (after) return words.setField(name, sayValue(field, after))
    return before ? words.clearedField(name) : words.changedSome(name)
  }
}
