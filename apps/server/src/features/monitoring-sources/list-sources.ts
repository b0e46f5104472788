import type { listOwnMonitoringSources, MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { presentSource } from './present-source.ts'
import { readSource, readSourcePage, readSourcePageForAllCustomers, type SourceFilter, type SourceRow } from './source-table.ts'

const keyOf = ({ name, sourceId }: SourceRow) => [name, sourceId]

export async function listSources(
  context: Context,
  { limit = 50, ...filter }: SourceFilter & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<MonitoringSource>> {
  const { now } = context
  const rows = await readForAllCustomers(context, (transaction) =>
    readSourcePageForAllCustomers(transaction, filter, { after, limit, now }),
  )
  const page = nextPage(rows, limit, keyOf)
  return { ...page, rows: page.rows.map((row) => presentSource(row, now)) }
}

type OwnSource = ResultOf<typeof listOwnMonitoringSources>['result'][number]

/** What a customer's people may know of its sources: how they are, and nothing of their tokens. */
export async function listOwnSources(
  context: Context,
  customerId: string,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<OwnSource>> {
  const { now } = context
  const rows = await inTransaction(context, customerId, (transaction) => readSourcePage(transaction, customerId, { after, limit, now }))
  const page = nextPage(rows, limit, keyOf)
  const own = (row: SourceRow): OwnSource => {
    const { sourceId, name, state, expectedMinutes, lastSignalAt, signalsLastDay } = presentSource(row, now)
    return { sourceId, name, state, expectedMinutes, lastSignalAt, signalsLastDay }
  }
  return { ...page, rows: page.rows.map(own) }
}

export async function getSource(context: Context, customerId: string, id: string): Promise<MonitoringSource> {
  const { now } = context
  const source = await inTransaction(context, customerId, (transaction) => readSource(transaction, customerId, readUuid(id), now))
  if (!source) throw new NotFound()
  return presentSource(source, now)
}
