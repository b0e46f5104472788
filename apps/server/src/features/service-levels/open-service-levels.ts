import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { calculateClocks, levelOf } from './calculate-ticket-clocks.ts'
import { insertLevels, readRules, type TicketLevel } from './ticket-level-table.ts'

export type OpeningLevel = Omit<TicketLevel, 'ticketId'>

/**
 * What is promised of a ticket that is about to be opened, by its priority; nothing for a priority without a promise. It is stored in two
 * steps: `dueAt` (milliseconds, null: no clock runs) with the ticket itself, which would else be written twice, and the rest by `keepOpeningLevels`.
 */
export async function readOpeningLevels(
  transaction: Transaction,
  customerId: string,
  { status, now }: { status: TicketStatus; now: Date },
): Promise<Map<number, OpeningLevel>> {
  const rules = await readRules(transaction, customerId)
  const past = { ticketId: '', status, createdAt: now.getTime(), statusChanges: [], answers: [], warned: [], isFeedback: false }
  const calculated = [...rules.values()].map((rule) => calculateClocks({ ...past, priority: rule.priority }, rule, now))
  return new Map(calculated.filter(({ clocks }) => clocks.length > 0).map((one) => [one.ticket.priority, levelOf(one)]))
}

/** To be called once the tickets have their numbers, in the transaction that opened them. */
export async function keepOpeningLevels(
  transaction: Transaction,
  customerId: string,
  levels: ReadonlyMap<number, OpeningLevel>,
  opened: readonly { ticketId: string; priority: number }[],
): Promise<void> {
  const kept = opened.flatMap(({ ticketId, priority }) => {
    const level = levels.get(priority)
    return level ? [{ ...level, ticketId }] : []
  })
  if (kept.length > 0) await insertLevels(transaction, customerId, kept)
}
