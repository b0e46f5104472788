import type { TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import { useAuthorName } from '#web/features/tickets/author-name.ts'
import { conversationTexts } from '#web/features/tickets/conversation/conversation.texts.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import { StatusBadge } from '#web/shared/status/status-badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { StaleChoice } from './stale-choice.tsx'

type StaleStatusProps = { ticket: TicketDetails; wanted: TicketStatus; isPossible: boolean; onGoOn: () => void; onKeep: () => void }

/** The status that was chosen beside the one that someone else gave meanwhile. */
export function StaleStatus({ ticket, wanted, isPossible, onGoOn, onKeep }: StaleStatusProps) {
  const words = useTexts(conversationTexts)
  const statuses = useTexts(ticketStatusTexts)
  const authorName = useAuthorName()
  const last = ticket.history.findLast(({ field }) => field === 'status')
  return (
    <StaleChoice
      title={words.stale}
      text={words.staleText}
      yours={<StatusBadge status={wanted} />}
      theirs={<StatusBadge status={ticket.status} />}
      by={last && authorName(last)}
    >
      {isPossible ? (
        <Button size="compact-sm" variant="default" onClick={onGoOn}>
          {words.staleGoOn(statuses[wanted])}
        </Button>
      ) : null}
      <Button size="compact-sm" variant="default" onClick={onKeep}>
        {words.staleKeep(statuses[ticket.status])}
      </Button>
    </StaleChoice>
  )
}
