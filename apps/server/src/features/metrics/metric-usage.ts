import type { MetricUsage } from '@vakt/contract/metrics.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { type MetricUsageRow, readUsage, readUsageForAllCustomers, writeLimit } from './metric-usage-table.ts'

const present = ({ share: _, refusedAt, ...usage }: MetricUsageRow): MetricUsage => ({
  ...usage,
  refusedAt: refusedAt?.toISOString() ?? null,
})

/** The customers that send metrics, those nearest to their limit first. */
export async function listMetricUsage(
  context: Context,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<MetricUsage>> {
  const rows = await readForAllCustomers(context, (transaction) => readUsageForAllCustomers(transaction, { after, limit }))
  const page = nextPage(rows, limit, ({ share, customer }) => [share, customer.customerId])
  return { ...page, rows: page.rows.map(present) }
}

/** What is refused is tried again within ten minutes: senders' label sets are remembered that long. */
export async function setMetricLimit(context: Context, customerId: string, maxSeries: number): Promise<MetricUsage> {
  return inTransaction(context, customerId, async (transaction) => {
    const before = await writeLimit(transaction, customerId, maxSeries)
    const usage = await readUsage(transaction, customerId)
    if (!usage) throw new NotFound()
    const details = { before, after: maxSeries }
    await recordAction(transaction, context, customerId, { action: 'metric-limit.change', target: `customer ${customerId}`, details })
    return present(usage)
  })
}
