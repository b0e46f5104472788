import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#web/platform/texts.ts'
import styles from '#web/shared/links/links.module.css'
import { linkTexts } from '#web/shared/links/links.texts.ts'
import { PriorityMark } from '#web/shared/severity/severity-mark.tsx'
import { StatusBadge } from '#web/shared/status/status-badge.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PreviewTitle } from '#web/ui/overlay/hover-preview.tsx'
import { ticketQuery } from './ticket-query.ts'

/** What is shown of a ticket when the pointer rests on its link. */
export function TicketPreview({ customerId, ticketId }: { customerId: string; ticketId: string }) {
  const words = useTexts(linkTexts)
  const { data: ticket, isError } = useQuery(ticketQuery(customerId, ticketId))
  if (!ticket) return isError ? words.unavailable : words.loading
  return (
    <>
      <PreviewTitle>{ticket.subject}</PreviewTitle>
      <div className={styles.marks}>
        <StatusBadge status={ticket.status} />
        <PriorityMark priority={ticket.priority} />
      </div>
      <p className={styles.dim}>
        {words.changed} <RelativeTime iso={ticket.modified} />
        {ticket.assignee ? ` · ${ticket.assignee}` : null}
      </p>
    </>
  )
}
