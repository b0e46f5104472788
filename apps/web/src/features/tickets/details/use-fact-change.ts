import { type CurrentTicket, changeTicketFacts, type TicketDetails, type TicketFactChange } from '@vakt/contract/tickets/ticket-details.ts'
import { useState } from 'react'
import { ticketMessageTexts } from '#web/features/tickets/ticket-messages.texts.ts'
import { currentTicket, useTicketCall } from '#web/features/tickets/ticket-mutations.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { failureText } from '#web/ui/page/failure-text.ts'
import { ticketDetailsTexts } from './ticket-details.texts.ts'

type Facts = Omit<TicketFactChange, 'version'>

const seenAs = (ticket: TicketDetails | CurrentTicket, fact: keyof Facts) =>
  JSON.stringify(fact === 'entityId' ? (ticket.entity?.entityId ?? null) : ticket[fact])

/**
 * Changes facts of a ticket. Where someone else changed another fact meanwhile, it goes on from there; where they changed the same one, it
 * holds still with both.
 */
export function useFactChange(customerId: string, ticket: TicketDetails, onDone: () => void) {
  const words = useTexts(ticketDetailsTexts)
  const messages: Record<string, string | undefined> = useTexts(ticketMessageTexts)
  const [seen] = useState(ticket)
  const [conflict, setConflict] = useState<{ mine: Facts; current: CurrentTicket } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { ticketId } = ticket
  const send = (facts: Facts, version: number) => call(changeTicketFacts, { params: { customerId, ticketId }, body: { ...facts, version } })
  const change = useTicketCall(customerId, async ({ facts, version }: { facts: Facts; version: number }) => {
    try {
      return await send(facts, version)
    } catch (error) {
      const current = currentTicket(error)
      const isOther = current && (Object.keys(facts) as (keyof Facts)[]).every((fact) => seenAs(current, fact) === seenAs(seen, fact))
      if (!isOther) throw error
      return await send(facts, current.version)
    }
  })
  const save = (facts: Facts, version = seen.version) => {
    setFailure(null)
    setConflict(null)
    change.mutate(
      { facts, version },
      {
        onSuccess: onDone,
        onError(error) {
          const current = currentTicket(error)
          if (current) return setConflict({ mine: facts, current })
          setFailure(failureText(error, { failed: words.changeFailed, messages }))
        },
      },
    )
  }
  return {
    save,
    failure,
    conflict,
    isSaving: change.isPending,
    useMine: () => conflict && save(conflict.mine, conflict.current.version),
  }
}
