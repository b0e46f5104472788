import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { PriorityMark } from '#web/ui/display/severity-mark.tsx'
import { PreviewTitle } from '#web/ui/overlay/hover-preview.tsx'
import styles from './links.module.css'
import { linkTexts } from './links.texts.ts'
import { StatusBadge } from './status-badge.tsx'
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
