import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listSimilarTickets } from '@vakt/contract/tickets/ticket-list.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { StatusBadge } from '#web/shared/status/status-badge.tsx'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { debounceMilliseconds } from '#web/ui/hooks/timers.ts'
import { createTicketTexts } from './create-ticket.texts.ts'
import styles from './similar-tickets.module.css'

const leastCharacters = 4

/** Open tickets of the customer that may be about the same, while the subject is being written. */
export function SimilarTickets({ customerId, subject }: { customerId: string; subject: string }) {
  const words = useTexts(createTicketTexts)
  const [wanted] = useDebouncedValue(subject.trim(), debounceMilliseconds)
  const isWanted = wanted.length >= leastCharacters
  const { data } = useQuery({
    queryKey: ['tickets', customerId, 'similar', wanted],
    queryFn: ({ signal }) => call(listSimilarTickets, { params: { customerId }, query: { subject: wanted }, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  const found = isWanted ? (data ?? []) : []
  return (
    <div role="status" className={found.length > 0 ? styles.similar : styles.none}>
      {found.length > 0 && (
        <>
          <p className={styles.title}>{words.similar(found.length)}</p>
          <ul>
            {found.map(({ ticketId, subject, status, created }) => (
              <li key={ticketId} className={styles.ticket}>
                <span className={styles.subject}>
                  <TicketLink customerId={customerId} ticketId={ticketId}>
                    {subject}
                  </TicketLink>
                </span>
                <span className={styles.facts}>
                  <StatusBadge status={status} />
                  <RelativeTime iso={created} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
