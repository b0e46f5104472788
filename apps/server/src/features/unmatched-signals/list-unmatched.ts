import type {
  getUnmatchedSignal as contractGet,
  getUnmatchedSeries as contractGetSeries,
  UnmatchedSeries,
  UnmatchedSignal,
} from '@vakt/contract/alerts/unmatched-signals.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { likenessOf } from '@vakt/domain/name-likeness.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { readUnmatchedSeries, readUnmatchedSeriesForAllCustomers } from './unmatched-series-table.ts'
import {
  countNamesakesForAllCustomers,
  readCandidatesForAllCustomers,
  readUnmatchedAlert,
  readUnmatchedForAllCustomers,
  type UnmatchedAlert,
} from './unmatched-table.ts'

export async function listUnmatched(
  context: Context,
  { limit = 50, dismissed = false }: { limit?: number; dismissed?: boolean },
  after: readonly string[] | null,
): Promise<Listing<UnmatchedSignal>> {
  const rows = await readForAllCustomers(context, (transaction) => readUnmatchedForAllCustomers(transaction, { after, limit, dismissed }))
  const page = nextPage(rows, limit, ({ sortKeys }) => sortKeys)
  return { ...page, rows: page.rows.map(({ sortKeys: _, lastSeenAt, ...row }) => ({ ...row, lastSeenAt: lastSeenAt.toISOString() })) }
}

const mostNear = 10
const shortestPart = 2

/** The words of a name that are long enough to look for; of a resource id those of its last part. */
const partsOf = (name: string) => [
  ...new Set(
    (name.split('/').findLast((part) => part !== '') ?? '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((part) => part.length >= shortestPart),
  ),
]

type Near = Pick<ResultOf<typeof contractGet>, 'reason' | 'near'>

/** Why nothing matched, and what it may have meant. */
async function findNear(context: Context, customerId: string, alert: UnmatchedAlert, q: string | undefined): Promise<Near> {
  const within = alert.isProvider ? null : customerId
  const key = alert.targetKey?.slice(alert.targetKey.indexOf(' ') + 1) ?? ''
  const wanted = q?.trim() || (alert.targetName ?? '')
  const { candidates, namesakes } = await readForAllCustomers(context, async (transaction) => ({
    candidates: wanted
      ? await readCandidatesForAllCustomers(transaction, within, { parts: partsOf(wanted), key: q ? wanted.toLowerCase() : key })
      : [],
    namesakes: key ? await countNamesakesForAllCustomers(transaction, within, key) : 0,
  }))
  const near = candidates
    .map((entity) => ({ entity, likeness: Math.max(likenessOf(wanted, entity.name), likenessOf(wanted, entity.externalId)) }))
    .sort((a, b) => b.likeness - a.likeness || (a.entity.name < b.entity.name ? -1 : 1))
    .slice(0, mostNear)
    .map(({ entity }) => entity)
  return { reason: alert.targetName === null ? 'nothing-named' : namesakes > 1 ? 'ambiguous' : 'unknown', near }
}

export async function getUnmatched(
  context: Context,
  customerId: string,
  id: string,
  { q }: { q?: string },
): Promise<ResultOf<typeof contractGet>> {
  const alertId = readNumericId(id)
  const alert = await inTransaction(context, customerId, (transaction) => readUnmatchedAlert(transaction, customerId, alertId))
  if (!alert) throw new NotFound()
  const { name, source, targetName, labels } = alert
  return { alertName: name, source, target: targetName, labels, ...(await findNear(context, customerId, alert, q)) }
}

export async function listUnmatchedSeries(
  context: Context,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<UnmatchedSeries>> {
  const rows = await readForAllCustomers(context, (transaction) => readUnmatchedSeriesForAllCustomers(transaction, { after, limit }))
  const page = nextPage(rows, limit, ({ sortKeys }) => sortKeys)
  return { ...page, rows: page.rows.map(({ sortKeys: _, firstSeenAt, ...row }) => ({ ...row, firstSeenAt: firstSeenAt.toISOString() })) }
}

export async function getUnmatchedSeries(
  context: Context,
  customerId: string,
  id: string,
  { q }: { q?: string },
): Promise<ResultOf<typeof contractGetSeries>> {
  const seriesNo = readNumericId(id)
  const series = await inTransaction(context, customerId, (transaction) => readUnmatchedSeries(transaction, customerId, seriesNo))
  if (!series) throw new NotFound()
  const { name, targetName, labels } = series
  return { metric: name, target: targetName, labels, ...(await findNear(context, customerId, series, q)) }
}
