import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NewServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { occurrencesAfter, type Span } from '@vakt/domain/service-windows/window-schedule.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { insertOccurrences } from './occurrence-table.ts'
import { writePlannedTo } from './window-table.ts'

/** A daily window is planned for more than a year, so that a timeline reads rows and computes nothing. */
const plannedAhead = 400
const horizonMs = 400 * 86_400_000
/** So many take a library about 10 ms. */
const chunk = 50

type Planned = Pick<NewServiceWindow, 'schedule' | 'durationInSeconds'> & { windowId: string }

async function findSpans(window: Planned, after: Date, now: Date): Promise<{ spans: Span[]; isAll: boolean }> {
  const spans: Span[] = []
  let from = after
  while (spans.length < plannedAhead) {
    const found = occurrencesAfter(window, from, chunk).filter(({ startsAt }) => spans.length === 0 || startsAt >= from.getTime())
    const within = found.filter(({ startsAt }, index) => startsAt < now.getTime() + horizonMs || (spans.length === 0 && index === 0))
    spans.push(...within)
    if (within.length < found.length) return { spans, isAll: false }
    if (found.length < chunk) return { spans, isAll: true }
    from = new Date(found.at(-1)?.endsAt ?? 0)
    await nextTurn()
  }
  return { spans, isAll: false }
}

/**
 * Writes the occurrences to come as rows: the next 400 within the next 400 days, and one at least. What ends after `after` and begins before
 * `notBefore` is left out: something else lasts until then.
 */
export async function planOccurrences(
  transaction: Transaction,
  customerId: string,
  window: Planned,
  { now, after = now, notBefore = null }: { now: Date; after?: Date; notBefore?: Date | null },
): Promise<void> {
  const { spans, isAll } = await findSpans(window, after, now)
  const planned = spans.filter(({ startsAt }) => notBefore === null || startsAt >= notBefore.getTime())
  await insertOccurrences(transaction, customerId, window.windowId, planned)
  const to = spans.at(-1)?.endsAt
  await writePlannedTo(transaction, customerId, window.windowId, isAll || to === undefined ? 'infinity' : new Date(to))
}
