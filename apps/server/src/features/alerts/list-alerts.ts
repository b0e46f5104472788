import type { Alert, AlertDetails, AlertSort, AlertTrailEntry } from '@vakt/contract/alerts/alerts.ts'
import type { AlertOfCustomer } from '@vakt/contract/customers/all-customers.ts'
import { readRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { withCustomersOfGroups } from '#server/features/customers/of-groups.ts'
import { findEntitiesOfPlace } from '#server/features/entities/find-places.ts'
import { type Context, sightOf } from '#server/platform/context.ts'
import { inOneStatement, inTransaction, readForAllCustomers, sharedOver } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { createSharedRuns, sharedByBrowsers } from '#server/platform/shared-runs.ts'
import {
  type AlertCounts,
  type AlertFilter,
  type AlertOfIdentity,
  type AlertWithTrail,
  findAlertIds,
  type ListedAlert,
  type ListedAlertOfCustomer,
  readAlertCounts,
  readAlertPage,
  readAlertPageForAllCustomers,
  readAlertsByIdentity,
  readAlertWithTrail,
  readFiringCountsForAllCustomers,
  readSignalCustomer,
} from './alert-list-table.ts'

const sharePages = createSharedRuns<ListedAlert[]>(sharedByBrowsers)
const shareCounts = createSharedRuns<Awaited<ReturnType<typeof readAlertCounts>>>(sharedByBrowsers)

/** Who may see a customer's alerts sees the same ones; tickets of others are hidden from those who see only their own. */
export async function listAlerts(
  context: Context,
  customerId: string,
  { limit = 50, sort = 'changed', ...filter }: AlertFilter & { limit?: number; sort?: AlertSort },
  after: readonly string[] | null,
): Promise<Listing<Alert>> {
  const page = { sort, after, limit }
  const rows = await sharePages(context.pool, JSON.stringify([customerId, filter, page, sightOf(context)]), () =>
    filter.q
      ? inTransaction(context, customerId, async (transaction) => {
          const ids = await findAlertIds(transaction, customerId, filter)
          return readAlertPage(transaction, customerId, { ...page, filter: { ...filter, ids } })
        })
      : inOneStatement(context, customerId, (transaction) => readAlertPage(transaction, customerId, { ...page, filter })),
  )
  const listing = nextPage(rows, limit, ({ sortKeys }) => sortKeys)
  return { ...listing, rows: listing.rows.map(({ sortKeys: _, ...alert }) => present(alert)) }
}

const shareInAll = createSharedRuns<ListedAlertOfCustomer[]>(sharedByBrowsers)
const shareFiringOfAll = createSharedRuns<AlertCounts>(sharedByBrowsers)

export async function listAlertsOfAllCustomers(
  context: Context,
  { limit = 50, sort = 'changed', ...query }: AlertFilter & { limit?: number; sort?: AlertSort },
  after: readonly string[] | null,
): Promise<Listing<AlertOfCustomer>> {
  const filter = await withCustomersOfGroups(context, query)
  const rows = await shareInAll(sharedOver(context), JSON.stringify([filter, sort, after, limit]), () =>
    readForAllCustomers(context, async (transaction) => {
      const ids = await findAlertIds(transaction, null, filter)
      const ofPlace = await findEntitiesOfPlace(transaction, filter, filter.customer)
      return readAlertPageForAllCustomers(transaction, { filter: { ...filter, ids, ofPlace }, sort, after, limit })
    }),
  )
  const page = nextPage(rows, limit, ({ sortKeys }) => sortKeys)
  return { ...page, rows: page.rows.map(({ sortKeys: _, customer, ...alert }) => ({ ...present(alert), customer })) }
}

export const countAlertsOfAllCustomers = (context: Context) =>
  shareFiringOfAll(sharedOver(context), '', () => readForAllCustomers(context, readFiringCountsForAllCustomers))

function present({ startedAt, endedAt, lastSeenAt, ruleLabels, ...alert }: Omit<ListedAlert, 'sortKeys'>): Alert {
  const times = { startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null, lastSeenAt: lastSeenAt.toISOString() }
  return { ...alert, ...times, finding: ruleLabels && readRuleFinding({ ...alert, labels: ruleLabels }) }
}

export async function getAlert(context: Context, customerId: string, alertId: string): Promise<AlertDetails> {
  const found = await inTransaction(context, customerId, (transaction) =>
    readAlertWithTrail(transaction, customerId, readNumericId(alertId)),
  )
  if (!found) throw new NotFound()
  const { labels, sourceUrl, trail, ...alert } = found
  return { ...present(alert), labels, sourceUrl, trail: trail.map((entry) => presentStep(entry, { customerId, isStaff: context.isStaff })) }
}

/** Customers read the signals of their own inbox; what reached them through one of the provider is the provider's. */
const mayReadSignalOf = (signalCustomerId: string | undefined, { customerId, isStaff }: { customerId: string; isStaff: boolean }) =>
  signalCustomerId !== undefined && (isStaff || signalCustomerId === customerId)

function presentStep(
  { at, step, values }: AlertWithTrail['trail'][number],
  reader: { customerId: string; isStaff: boolean },
): AlertTrailEntry {
  const { signalId, signalCustomerId, ...others } = values
  const entry = { at: at.toISOString(), step, values: others }
  return signalId && mayReadSignalOf(signalCustomerId, reader) ? { ...entry, signalId } : entry
}

/** The alerts with these identities as they are now: of one customer, or of any when the sender is the provider's. */
export function findAlertsByIdentity(
  context: Context,
  { customerId, isProvider }: { customerId: string; isProvider: boolean },
  identities: readonly { source: string; fingerprint: string }[],
): Promise<AlertOfIdentity[]> {
  if (identities.length === 0) return Promise.resolve([])
  return isProvider
    ? readForAllCustomers(context, (transaction) => readAlertsByIdentity(transaction, null, identities))
    : inTransaction(context, customerId, (transaction) => readAlertsByIdentity(transaction, customerId, identities))
}

/** Whose inbox the signal came to, if the caller may read it; throws `NotFound`. */
export async function findSignalOfAlert(context: Context, customerId: string, of: { alertId: string; signalId: string }): Promise<string> {
  const named = { alertId: readNumericId(of.alertId), signalId: readNumericId(of.signalId) }
  const owner = await inTransaction(context, customerId, (transaction) => readSignalCustomer(transaction, customerId, named))
  if (owner === undefined || !mayReadSignalOf(owner, { customerId, isStaff: context.isStaff })) throw new NotFound()
  return owner
}

export function countAlerts(context: Context, customerId: string) {
  return shareCounts(context.pool, `${customerId} ${sightOf(context)}`, () =>
    inOneStatement(context, customerId, (transaction) => readAlertCounts(transaction, customerId)),
  )
}
