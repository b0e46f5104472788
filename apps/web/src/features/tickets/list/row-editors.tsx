import { useQuery, useQueryClient } from '@tanstack/react-query'
import { findTicketPeople } from '@vakt/contract/tickets/ticket-details.ts'
import { changeManyTickets } from '@vakt/contract/tickets/ticket-list.ts'
import { StatusEditor } from '#web/features/tickets/details/status-editor.tsx'
import { ticketDetailsTexts } from '#web/features/tickets/details/ticket-details.texts.ts'
import type { TicketRow } from '#web/features/tickets/ticket-queries.ts'
import { useUndo } from '#web/features/tickets/use-undo.ts'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ticketQuery } from '#web/shared/tickets/ticket-query.ts'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { ticketBulkTexts } from './ticket-bulk.texts.ts'

type RowEditorProps = { customerId: string; ticket: TicketRow; onDone: () => void }

/** The status of a ticket in its row, with the comment that explains it. The comment is sent, so there is no undo. */
export function StatusOfRow({ customerId, ticket, onDone }: RowEditorProps) {
  const queryClient = useQueryClient()
  const details = useQuery(ticketQuery(customerId, ticket.ticketId)).data
  if (!details) return <p role="status"> </p>
  const done = () => {
    onDone()
    void queryClient.invalidateQueries({ queryKey: ['tickets'] })
  }
  return <StatusEditor customerId={customerId} ticket={details} onDone={done} />
}

/** Assigns a ticket in its row, which can be undone. */
export function AssigneeOfRow({ customerId, ticket, onDone }: RowEditorProps) {
  const words = { ...useTexts(ticketDetailsTexts), ...useTexts(ticketBulkTexts) }
  const { user } = useSession()
  const queryClient = useQueryClient()
  const tell = useUndo()
  const { ticketId } = ticket
  async function find(q: string, signal: AbortSignal) {
    const { people } = await call(findTicketPeople, { params: { customerId, ticketId }, query: { q, of: 'staff' }, signal })
    const own = people.filter(({ name }) => name === user.name)
    return [...own, ...people.filter((person) => !own.includes(person))].map(({ userId, name, email }) => ({
      value: userId,
      label: own.some((person) => person.userId === userId) ? `${name} (${words.assignToMe.toLowerCase()})` : name,
      description: email ?? undefined,
    }))
  }
  async function assign(userId: string) {
    onDone()
    try {
      const outcome = await call(changeManyTickets, { body: { tickets: [{ customerId, ticketId }], assigneeId: userId || null } })
      if (outcome.refused.length > 0) showToast(outcome.refused.some(isClosed) ? words.isClosed : words.changeFailed, 'failure')
      else tell(outcome, false)
    } catch (error) {
      failureToast(words.changeFailed)(error)
    }
    await queryClient.invalidateQueries({ queryKey: ['tickets'] })
  }
  return (
    <SearchChoice
      label={words.assignee}
      queryKey={['assignees', customerId, ticketId, 'staff']}
      find={find}
      first={ticket.assignee ? [{ value: '', label: words.unassign }] : []}
      nothingFound={words.nobodyFound}
      onChoose={(userId) => void assign(userId)}
    />
  )
}

const isClosed = ({ message_translation_key: key }: { message_translation_key: string }) => key === 'ticket.closed'
