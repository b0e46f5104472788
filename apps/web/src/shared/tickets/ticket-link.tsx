import { useQueryClient } from '@tanstack/react-query'
import { ticketAccess } from '@vakt/contract/features.ts'
import { lazy, type ReactNode } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import styles from '#web/shared/links/links.module.css'
import { ticketPath } from '#web/shared/links/paths.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { HoverPreview } from '#web/ui/overlay/hover-preview.tsx'

const loadPreview = () => import('./ticket-preview.tsx')
const TicketPreview = lazy(() => loadPreview().then((module) => ({ default: module.TicketPreview })))

type TicketLinkProps = { customerId: string; ticketId: string; children?: ReactNode }

/** A ticket wherever it is named. Who may not see tickets sees nothing. */
export function TicketLink({ customerId, ticketId, children }: TicketLinkProps) {
  const { can } = useShownCustomer()
  const queryClient = useQueryClient()
  if (!can(ticketAccess)) return null
  // What a list does without until the pointer rests: the calls and the preview of a ticket.
  const prepare = () => {
    void loadPreview().catch(() => {})
    void import('./ticket-query.ts').then(
      ({ ticketQuery }) => queryClient.prefetchQuery(ticketQuery(customerId, ticketId)),
      () => {},
    )
  }
  return (
    <HoverPreview preview={<TicketPreview customerId={customerId} ticketId={ticketId} />} onIntent={prepare}>
      <PlainLink className={styles.link} href={ticketPath(customerId, ticketId)}>
        {children ?? `#${ticketId}`}
      </PlainLink>
    </HoverPreview>
  )
}
