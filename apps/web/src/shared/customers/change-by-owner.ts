import type { ManyOutcome } from '@vakt/contract/many.ts'
import { ApiError } from '#web/platform/request.ts'
import { type MaybeOfCustomer, ownerOf } from './list-scope.tsx'

type Change<Row> = {
  /** By what refused rows are named. */
  idOf: (row: Row) => string
  /** One call about rows of one customer. */
  change: (customerId: string, rows: Row[]) => Promise<ManyOutcome>
}

function reasonOf(error: unknown): Omit<ManyOutcome['refused'][number], 'id'> {
  const [first] = error instanceof ApiError ? error.errors : []
  return { message: first?.message ?? '', message_translation_key: first?.message_translation_key ?? 'error.unavailable' }
}

/**
 * Changes rows of a list over all customers with one call for the rows of each. A call that fails refuses the rows of its customer alone. Throws its
 * error where all of them fail.
 */
export async function changeByOwner<Row extends MaybeOfCustomer>(
  rows: readonly Row[],
  shownCustomerId: string,
  { idOf, change }: Change<Row>,
): Promise<ManyOutcome> {
  const outcomes: ManyOutcome[] = []
  const failed: { error: unknown; rows: Row[] }[] = []
  for (const [owner, own] of Map.groupBy(rows, (row) => ownerOf(row, shownCustomerId))) {
    try {
      outcomes.push(await change(owner, own))
    } catch (error) {
      failed.push({ error, rows: own })
    }
  }
  const [first] = failed
  if (first && outcomes.length === 0) throw first.error
  return {
    changed: outcomes.reduce((sum, { changed }) => sum + changed, 0),
    refused: [
      ...outcomes.flatMap(({ refused }) => refused),
      ...failed.flatMap((one) => one.rows.map((row) => ({ id: idOf(row), ...reasonOf(one.error) }))),
    ],
  }
}
