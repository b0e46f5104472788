import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { Section } from '#web/ui/page/detail-page.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import styles from './ticket-deliveries.module.css'
import { ticketDeliveriesTexts } from './ticket-deliveries.texts.ts'
import { ticketDeliveriesQuery } from './ticket-details-queries.ts'

/** For staff: who was told by mail, and what became of each. */
export function TicketDeliveries({ customerId, ticketId }: { customerId: string; ticketId: string }) {
  const words = useTexts(ticketDeliveriesTexts)
  const list = useInfiniteQuery(ticketDeliveriesQuery(customerId, ticketId))
  const rows = useRows(list.data)
  const mayOpen = isAdministrator(useSession())
  if (list.isPending) return null
  return (
    <Section title={words.title}>
      {list.isError ? (
        <p className={styles.nothing}>
          {words.failed}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void list.refetch()}>
            {words.again}
          </Button>
        </p>
      ) : rows.length === 0 ? (
        <p className={styles.nothing}>{words.nothing}</p>
      ) : (
        <ul className={styles.list}>
          {rows.map((mail) => (
            <li key={mail.deliveryId} className={styles.row}>
              <span className={styles.to}>
                {mayOpen ? (
                  <Link to="/admin/outbox" search={{ q: `#${ticketId}`, open: mail.deliveryId }} title={mail.recipient.address}>
                    {mail.recipient.name}
                  </Link>
                ) : (
                  <span title={mail.recipient.address}>{mail.recipient.name}</span>
                )}
                <span className={styles.kind}>{words.kinds[mail.kind]}</span>
              </span>
              <span className={styles.state} data-state={mail.state} title={mail.answer ?? undefined}>
                {words.states[mail.state]}
              </span>
              <span className={styles.when}>
                <RelativeTime iso={mail.finishedAt ?? mail.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
    </Section>
  )
}
