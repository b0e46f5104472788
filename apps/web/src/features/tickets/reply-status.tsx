import { type TicketStatus, ticketStatuses } from '@vakt/contract/tickets.ts'
import { nextStatuses } from '@vakt/domain/ticket-status.ts'
import type { Ref } from 'react'
import { ticketStatusTexts } from '#web/links/links.texts.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PlainSelect } from '#web/ui/plain-input.tsx'
import { conversationTexts } from './conversation.texts.ts'
import styles from './ticket-reply.module.css'

/** A status that the user chose, and the one that the ticket had when they did. */
export type Wanted = { status: TicketStatus; from: TicketStatus }

type ReplyStatusProps = {
  select: Ref<HTMLSelectElement>
  current: TicketStatus
  wanted: Wanted | null
  by: 'staff' | 'customer'
  isPrivate: boolean
  onChoose: (wanted: Wanted | null) => void
}

/** What the ticket is to become by the comment; a private one changes nothing that the customer sees. */
export function ReplyStatus({ select, current, wanted, by, isPrivate, onChoose }: ReplyStatusProps) {
  const words = useTexts(conversationTexts)
  const statuses = useTexts(ticketStatusTexts)
  const from = wanted?.from ?? current
  return (
    <div className={styles.status}>
      <PlainSelect
        ref={select}
        aria-label={words.status}
        value={wanted?.status ?? ''}
        disabled={isPrivate}
        title={isPrivate ? words.statusIsPublic : undefined}
        onChange={(event) => {
          const chosen = ticketStatuses.find((one) => one === event.currentTarget.value)
          onChoose(chosen ? { status: chosen, from: current } : null)
        }}
      >
        <option value="">
          {words.status}: {statuses[from]}
        </option>
        {nextStatuses(from, by).map((next) => (
          <option key={next} value={next}>
            → {statuses[next]}
          </option>
        ))}
      </PlainSelect>
    </div>
  )
}
