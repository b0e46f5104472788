import type { OpenNow, OpenNowOfAllCustomers, OpenNowSort } from '@vakt/contract/open-now.ts'
import { toPlainLine } from '@vakt/domain/plain-line.ts'
import { noCounts } from '@vakt/domain/severity.ts'
import { withCustomersOfGroups } from '#server/features/customers/of-groups.ts'
import { sightOf } from '#server/platform/context.ts'
import { inTwoStatements, readForAllCustomers, sharedOver } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { createSharedRuns, sharedByBrowsers } from '#server/platform/shared-runs.ts'
import { mayReadTickets } from './may-read-tickets.ts'
import {
  type OpenNowFilter,
  type OpenNowPage,
  type OpenNowRow,
  readOpenNow,
  readOpenNowForAllCustomers,
  readOpenTotals,
  readOpenTotalsForAllCustomers,
} from './open-now-table.ts'

type Asked = OpenNowFilter & { sort?: OpenNowSort; limit?: number }

const shareOpenNow = createSharedRuns<OpenNow>(sharedByBrowsers)
const shareOfAllCustomers = createSharedRuns<OpenNowOfAllCustomers>(sharedByBrowsers)
const nothing = { counts: noCounts, alerts: 0, entities: 0, unassigned: 0 }

const present = <Row extends OpenNowRow>({ matching: _, openedAt, latestUpdate, ...row }: Row) => ({
  ...row,
  openedAt: openedAt.toISOString(),
  latestUpdate: latestUpdate && {
    author: latestUpdate.author,
    text: toPlainLine(latestUpdate.text),
    at: new Date(latestUpdate.at).toISOString(),
  },
})

function readPage(context: CallContext, { sort = 'severity', limit = 20, ...filter }: Asked): OpenNowPage {
  return { filter, sort, limit, showsTickets: mayReadTickets(context) }
}

/** The open incidents of a customer that the filter lets through, and how many there are whatever it says. */
export function getOpenNow(context: CallContext, customerId: string, asked: Asked = {}): Promise<OpenNow> {
  const page = readPage(context, asked)
  return shareOpenNow(context.pool, JSON.stringify([customerId, page, sightOf(context)]), async () => {
    const [rows, totals] = await inTwoStatements(context, customerId, (transaction) =>
      Promise.all([readOpenNow(transaction, customerId, page), readOpenTotals(transaction, customerId)]),
    )
    const { isConnected, lastReceivedAt, lastSignal, ...sums } = totals ?? {
      ...nothing,
      isConnected: false,
      lastReceivedAt: null,
      lastSignal: null,
    }
    return {
      checkedAt: context.now.toISOString(),
      totals: sums,
      isConnected,
      lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
      lastSignal: lastSignal && { source: lastSignal.source, at: new Date(lastSignal.at).toISOString() },
      matching: rows[0]?.matching ?? 0,
      incidents: rows.map(present),
    }
  })
}

export async function getOpenNowOfAllCustomers(context: CallContext, asked: Asked = {}): Promise<OpenNowOfAllCustomers> {
  const page = readPage(context, await withCustomersOfGroups(context, asked))
  return shareOfAllCustomers(sharedOver(context), JSON.stringify(page), async () => {
    const [rows, totals] = await readForAllCustomers(context, (transaction) =>
      Promise.all([readOpenNowForAllCustomers(transaction, page), readOpenTotalsForAllCustomers(transaction)]),
    )
    const { customers = 0, ...sums } = totals ?? { ...nothing, customers: 0 }
    return {
      checkedAt: context.now.toISOString(),
      totals: sums,
      customers,
      matching: rows[0]?.matching ?? 0,
      incidents: rows.map(present),
    }
  })
}
