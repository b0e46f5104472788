import type { ManyTicketsOutcome } from '@vakt/contract/tickets/ticket-list.ts'
import type { Context } from '#server/platform/context.ts'
import { IdempotencyKeyReused, Refusal, Unavailable } from '#server/platform/errors.ts'
import { isPassing } from '#server/platform/http/answer-errors.ts'

type Refused = ManyTicketsOutcome['refused'][number]

/** After so many faults one after the other the rest is not tried: the database is away. */
const maxFaults = 3

export type EachOutcome<Result> = {
  results: Result[]
  /** Of these nothing was changed. */
  refused: Refused[]
  /** Whether some of the refused were stopped by a fault of ours, and may succeed when they are tried again. */
  hasFaults: boolean
}

/** Does each for itself, so that one that is refused, or fails, keeps none of the others; says of each what became of it. */
export async function doEachTicket<One extends { ticketId: string }, Result>(
  { log }: Pick<Context, 'log'>,
  tickets: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<EachOutcome<Result>> {
  const results: Result[] = []
  const refused: Refused[] = []
  let hasFaults = false
  let faultsInARow = 0
  for (const ticket of tickets) {
    try {
      if (faultsInARow >= maxFaults) throw new Unavailable()
      results.push(await work(ticket))
      faultsInARow = 0
    } catch (error) {
      if (error instanceof IdempotencyKeyReused) throw error
      refused.push({ ticketId: ticket.ticketId, ...reasonOf(error) })
      if (error instanceof Refusal && !(error instanceof Unavailable)) continue
      hasFaults = true
      faultsInARow += 1
      if (!(error instanceof Unavailable)) log.error({ err: error, ticketId: ticket.ticketId }, 'a ticket among many could not be changed')
    }
  }
  return { results, refused, hasFaults }
}

function reasonOf(error: unknown): Omit<Refused, 'ticketId'> {
  const [first] = error instanceof Refusal ? error.errors : isPassing(error as Error) ? new Unavailable().errors : []
  if (first) return { message: first.message, message_translation_key: first.message_translation_key ?? 'error.refused' }
  return { message: 'Something went wrong on our side.', message_translation_key: 'error.unexpected' }
}
