import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { windowQueueName } from './change-locked.ts'
import { readOverdueForAllCustomers } from './overdue-table.ts'

const maxAgeMs = 30_000
/** After a pause of all workers windows are settled within seconds. */
const graceSeconds = 5 * 60

export type OverdueStatus = {
  /** One sentence for the operator, as far as it is known; never waits for the database. */
  warnings(): string[]
  count(): Promise<void>
}

/** Which service windows ended and could not be settled, counted again at most every 30 seconds. */
export function createOverdueStatus(context: Pick<Context, 'pool'>): OverdueStatus {
  let known = { windows: 0, alerts: 0 }
  let countedAt = Number.NEGATIVE_INFINITY
  const count = async () => {
    countedAt = performance.now()
    const overdue = await workForAllCustomers(context, (transaction) => readOverdueForAllCustomers(transaction, windowQueueName))
    const late = overdue.filter(({ overdueSeconds, jobState }) => overdueSeconds > graceSeconds || jobState === 'failed')
    known = { windows: late.length, alerts: late.reduce((sum, { heldAlerts }) => sum + heldAlerts, 0) }
  }
  return {
    count,
    warnings() {
      if (performance.now() - countedAt > maxAgeMs) void count().catch(() => {})
      const { windows, alerts } = known
      return windows > 0
        ? [`service windows that ended and could not be settled: ${windows}; alerts held longer than planned: ${alerts}`]
        : []
    },
  }
}
