import type { TicketEventKind } from '@vakt/contract/ticket-events.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { insertTicketEvents } from './ticket-event-table.ts'

export type NewTicketEvent = {
  ticketId: string
  kind: TicketEventKind
  /** The comment that it is about, or that explains it; for a mention in the description none. */
  commentId?: string | undefined
  /** Only the provider's staff may learn of it. */
  private?: boolean
  /** Those mentioned, or who was given the ticket; they are told even if they follow nothing else on it. */
  namedUserIds?: string[]
  /** What goes into the text: `before` and `after` of a status, `target` and `dueAt` of a service level. */
  details?: { before?: string; after?: string; target?: 'first_response' | 'next_update' | 'resolution'; dueAt?: string }
}

/** Notes, in the transaction that does it, what happened to a ticket. Who is told, and how, is found out later, from what holds then. */
export function noteTicketEvent(
  transaction: Transaction,
  { customerId, actor, now, ...event }: NewTicketEvent & { customerId: string; actor: Actor; now: Date },
): Promise<void> {
  return noteTicketEvents(transaction, { customerId, actor, now }, [event])
}

/** As `noteTicketEvent` for many tickets of a customer at once, in one statement. */
export async function noteTicketEvents(
  transaction: Transaction,
  by: { customerId: string; actor: Actor; now: Date },
  events: NewTicketEvent[],
): Promise<void> {
  if (events.length > 0) await insertTicketEvents(transaction, by.customerId, { ...by, events })
}
