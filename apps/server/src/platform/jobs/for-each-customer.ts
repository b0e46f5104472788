import type { Context } from '#server/platform/context.ts'
import { isPassing } from '#server/platform/http/answer-errors.ts'

/** So many customers in a row for whom it fails of what passes by itself, such as a lost connection: it fails for all. */
const maxPassingInARow = 3
const maxNamed = 10

/**
 * Works for one customer after the other. One for whom it fails is told in the log and keeps no other waiting; in the end this throws, and names
 * those for whom it failed, so that the job fails and is seen. An item may come several times for a customer: what is left of theirs is worked at too.
 */
export async function forEachCustomer<Item extends { customerId: string }>(
  context: Pick<Context, 'log'>,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures = new Map<string, Error>()
  let passingInARow = 0
  for (const item of items) {
    const { customerId } = item
    try {
      await work(item)
      passingInARow = 0
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      passingInARow = isPassing(error) ? passingInARow + 1 : 0
      if (passingInARow === maxPassingInARow) throw error
      context.log.error({ err: error, customerId }, 'work for a customer failed')
      if (!failures.has(customerId)) failures.set(customerId, error)
    }
  }
  const [first] = failures.values()
  if (!first) return
  const [named, more] = [[...failures.keys()].slice(0, maxNamed), failures.size - maxNamed]
  throw new Error(`Failed for ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${first.message}`, { cause: first })
}
