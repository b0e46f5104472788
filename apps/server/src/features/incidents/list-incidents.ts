import type { Incident, IncidentSort } from '@vakt/contract/incidents.ts'
import { readTagGroupKeys } from '#server/features/entities/read-tag-group-keys.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { incidentPortsOf } from './incident-followers.ts'
import { type IncidentFilter, readIncidentPage } from './incident-list-table.ts'

export async function listIncidents(
  context: Context,
  customerId: string,
  { limit = 50, sort = 'changed', ...query }: Omit<IncidentFilter, 'me'> & { limit?: number; sort?: IncidentSort },
  after: readonly string[] | null,
): Promise<Listing<Incident>> {
  const filter = { ...query, me: context.actor.type === 'user' ? context.actor.userId : null }
  const { page, windows } = await inTransaction(context, customerId, async (transaction) => {
    const tagKeys = filter.group ? await readTagGroupKeys(transaction, customerId) : []
    const rows = await readIncidentPage(transaction, customerId, { filter, tagKeys, sort, after, limit })
    const page = nextPage(rows, limit, ({ sortKeys }) => sortKeys)
    return { page, windows: await incidentPortsOf(context).hold.findOfIncidents(transaction, customerId, page.rows, context) }
  })
  return {
    ...page,
    rows: page.rows.map(({ sortKeys: _, openedAt, changedAt, resolvedAt, ...incident }, index) => ({
      ...incident,
      ...(windows[index] ?? { heldBy: null, raisedBy: null }),
      openedAt: openedAt.toISOString(),
      changedAt: changedAt.toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
    })),
  }
}
