import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ticketAccess } from '@vakt/contract/features.ts'
import type { ReactNode } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { HoverPreview, PreviewTitle } from '#web/ui/hover-preview.tsx'
import { PlainLink } from '#web/ui/plain-link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { PriorityMark } from '#web/ui/severity-mark.tsx'
import styles from './links.module.css'
import { linkTexts } from './links.texts.ts'
import { ticketPath } from './paths.ts'
import { StatusBadge } from './status-badge.tsx'
import { ticketQuery } from './ticket-query.ts'

type TicketLinkProps = { customerId: string; ticketId: string; children?: ReactNode }

/** A ticket wherever it is named. Who may not see tickets sees nothing. */
export function TicketLink({ customerId, ticketId, children }: TicketLinkProps) {
  const { can } = useShownCustomer()
  const queryClient = useQueryClient()
  if (!can(ticketAccess)) return null
  return (
    <HoverPreview
      preview={<TicketPreview customerId={customerId} ticketId={ticketId} />}
      onIntent={() => void queryClient.prefetchQuery(ticketQuery(customerId, ticketId))}
    >
      <PlainLink className={styles.link} href={ticketPath(customerId, ticketId)}>
        {children ?? `#${ticketId}`}
      </PlainLink>
    </HoverPreview>
  )
}

function TicketPreview({ customerId, ticketId }: { customerId: string; ticketId: string }) {
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
