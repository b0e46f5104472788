import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import { nextStatuses } from '@vakt/domain/ticket-status.ts'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { conversationTexts } from './conversation.texts.ts'
import styles from './ticket-reply.module.css'

/** A status that the user chose, and the one that the ticket had when they did. */
export type Wanted = { status: TicketStatus; from: TicketStatus }

type ReplyStatusProps = {
  current: TicketStatus
  wanted: Wanted | null
  by: 'staff' | 'customer'
  isPrivate: boolean
  onChoose: (wanted: Wanted | null) => void
  /** The button that sends. */
  children: ReactNode
}

const usualFirst: readonly TicketStatus[] = ['resolved', 'waiting_for_customer', 'in_progress', 'closed']

/** *Send*, with what the ticket is to become by the comment beside it; a private one changes nothing that the customer sees. */
export function ReplyStatus({ current, wanted, by, isPrivate, onChoose, children }: ReplyStatusProps) {
  const words = useTexts(conversationTexts)
  const statuses = useTexts(ticketStatusTexts)
  const from = wanted?.from ?? current
  const possible = nextStatuses(from, by)
  const keep = { key: 'keep', label: words.keepStatus(statuses[from]), isCurrent: !wanted, onChoose: () => onChoose(null) }
  const items = usualFirst
    .filter((status) => possible.includes(status))
    .map((status) => ({
      key: status,
      label: words.sendAs[status],
      isCurrent: wanted?.status === status,
      onChoose: () => onChoose({ status, from: current }),
    }))
  return (
    <span className={styles.split}>
      {children}
      {isPrivate || items.length === 0 ? null : (
        <MenuButton label={<ChevronDown size={16} aria-hidden="true" />} ariaLabel={words.chooseStatus} items={[...items, keep]} />
      )}
    </span>
  )
}
