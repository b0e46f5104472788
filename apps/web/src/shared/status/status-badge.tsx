import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import styles from './status-badge.module.css'

/** A ticket's status: how far the ring is filled says how far it has come. */
export function StatusBadge({ status }: { status: TicketStatus }) {
  const words = useTexts(ticketStatusTexts)
  return (
    <span className={styles.status} data-status={status}>
      <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <circle className={styles.ring} cx="8" cy="8" r="6" />
        {status === 'in_progress' ? <path className={styles.fill} d="M8 4.5a3.5 3.5 0 0 1 0 7z" /> : null}
        {status === 'waiting_for_customer' ? <path className={styles.line} d="M8 4.8V8l2.2 1.6" /> : null}
        {status === 'resolved' || status === 'closed' ? <path className={styles.line} d="m5.2 8.2 2 2 3.6-4.2" /> : null}
      </svg>
      <span>{words[status]}</span>
    </span>
  )
}
