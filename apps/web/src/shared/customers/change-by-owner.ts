import type { ManyOutcome } from '@vakt/contract/many.ts'
import { type MaybeOfCustomer, ownerOf } from './list-scope.tsx'

/** Changes rows of a list over all customers with one call for the rows of each. */
export async function changeByOwner<Row extends MaybeOfCustomer>(
  rows: readonly Row[],
  shownCustomerId: string,
  change: (customerId: string, rows: Row[]) => Promise<ManyOutcome>,
): Promise<ManyOutcome> {
  const outcomes: ManyOutcome[] = []
  for (const [owner, own] of Map.groupBy(rows, (row) => ownerOf(row, shownCustomerId))) outcomes.push(await change(owner, own))
  return {
    changed: outcomes.reduce((sum, { changed }) => sum + changed, 0),
    refused: outcomes.flatMap(({ refused }) => refused),
  }
}
