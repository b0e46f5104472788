import type { Incident } from '@vakt/contract/incidents.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { type IncidentFilter, readIncidentPage, readTagKeys } from './overview-table.ts'

export async function listIncidents(
  context: Context,
  customerId: string,
  { limit = 50, ...filter }: IncidentFilter & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<Incident>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const tagKeys = filter.group ? await readTagKeys(transaction, customerId) : []
    return readIncidentPage(transaction, customerId, { filter, tagKeys, after, limit })
  })
  const page = nextPage(rows, limit, ({ changedKey, incidentId }) => [changedKey, incidentId])
  return {
    ...page,
    rows: page.rows.map(({ changedKey: _, openedAt, changedAt, resolvedAt, ...incident }) => ({
      ...incident,
      openedAt: openedAt.toISOString(),
      changedAt: changedAt.toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
    })),
  }
}
