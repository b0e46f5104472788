import type { HeldAlert } from '@vakt/contract/service-windows/service-window-occurrences.ts'
import type { ServiceWindow, WindowOccurrence } from '@vakt/contract/service-windows/service-windows.ts'
import { windowLimits } from '@vakt/contract/service-windows/service-windows.ts'
import { withCustomersOfGroups } from '#server/features/customers/of-groups.ts'
import type { Context } from '#server/platform/context.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import { inTransaction, readForAllCustomers, type Transaction } from '#server/platform/database/transaction.ts'
import { Invalid, NotFound } from '#server/platform/errors.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readNumericId, readUuid } from '#server/platform/ids.ts'
import { readApproverNames, readRecipients, readRoles } from './notice-table.ts'
import {
  type HeldRow,
  type ListedOccurrence,
  readBegun,
  readCurrent,
  readHeld,
  readOccurrence,
  readTimeline,
} from './occurrence-list-table.ts'
import { presentWindow } from './present-window.ts'
import { readCreators, readWindow, readWindowPage, type WindowFilter, type WindowRow } from './window-table.ts'

type Asked = WindowFilter & { limit?: number }

/** `me` stands for the caller. */
const withCaller = (context: CallContext, { creator, ...filter }: WindowFilter): WindowFilter => ({
  ...filter,
  ...(creator && { creator: creator.map((one) => (one === 'me' ? (context.caller?.userId ?? one) : one)) }),
})

const pageOf = (rows: WindowRow[], limit: number): Listing<ServiceWindow> => {
  const page = nextPage(rows, limit, ({ rank, sortKey, serviceWindowId }) => [String(rank), sortKey, serviceWindowId])
  return { ...page, rows: page.rows.map(presentWindow) }
}

export async function listWindows(
  context: CallContext,
  customerId: string,
  { limit = 50, ...filter }: Asked,
  after: readonly string[] | null,
): Promise<Listing<ServiceWindow>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const now = await readDatabaseTime(transaction, context)
    return readWindowPage(transaction, customerId, withCaller(context, filter), { now, after, limit })
  })
  return pageOf(rows, limit)
}

export async function listWindowsOfAllCustomers(
  context: CallContext,
  { limit = 50, ...query }: Asked,
  after: readonly string[] | null,
): Promise<Listing<ServiceWindow>> {
  const filter = await withCustomersOfGroups(context, query)
  const rows = await readForAllCustomers(context, async (transaction) => {
    const now = await readDatabaseTime(transaction, context)
    return readWindowPage(transaction, null, withCaller(context, filter), { now, after, limit })
  })
  return pageOf(rows, limit)
}

export const listCreators = async (context: Context, customerId: string) => ({
  creators: await inTransaction(context, customerId, (transaction) => readCreators(transaction, customerId)),
})

export const findRecipients = (context: Context, customerId: string, { q = '' }: { q?: string }) =>
  inTransaction(context, customerId, async (transaction) => ({
    people: await readRecipients(transaction, customerId, q.trim()),
    roles: await readRoles(transaction, customerId),
  }))

async function findWindow(transaction: Transaction, { now }: Pick<Context, 'now'>, customerId: string, id: string): Promise<WindowRow> {
  const row = await readWindow(transaction, customerId, readUuid(id), now)
  if (!row) throw new NotFound()
  return row
}

export const getWindow = async (context: Context, customerId: string, id: string): Promise<ServiceWindow> =>
  inTransaction(context, customerId, async (transaction) => {
    const row = await findWindow(transaction, { now: await readDatabaseTime(transaction, context) }, customerId, id)
    const window = presentWindow(row)
    return row.approval === 'waiting' ? { ...window, approvers: await readApproverNames(transaction, customerId) } : window
  })

export const presentOccurrence = ({ startsAt, endsAt, plannedEndsAt, askedUntil, ...occurrence }: ListedOccurrence): WindowOccurrence => ({
  ...occurrence,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  plannedEndsAt: plannedEndsAt.toISOString(),
  askedUntil: askedUntil?.toISOString() ?? null,
})

/** The occurrences of all windows of a customer that touch a span. Throws Invalid for one that ends before it begins, or is too long. */
export async function getTimeline(context: Context, customerId: string, asked: { from?: string; to?: string; entityId?: string }) {
  const from = asked.from ? new Date(asked.from) : context.now
  const to = asked.to ? new Date(asked.to) : new Date(from.getTime() + 31 * 86_400_000)
  if (to <= from) throw Invalid.field('to', 'The end must be after the beginning.', 'service_window.timeline_backwards')
  if (to.getTime() - from.getTime() > windowLimits.timelineDays * 86_400_000)
    throw Invalid.field('to', `A timeline is ${windowLimits.timelineDays} days long at most.`, 'service_window.timeline_long')
  const limit = windowLimits.timelineOccurrences
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const now = await readDatabaseTime(transaction, context)
    return readTimeline(transaction, customerId, { from, to, entityId: asked.entityId ?? null, now, limit: limit + 1 })
  })
  return { occurrences: rows.slice(0, limit).map(presentOccurrence), isCut: rows.length > limit }
}

export async function getCurrent(context: Context, customerId: string, { entityId = null }: { entityId?: string | null }) {
  const { ongoing, next, ...counts } = await inTransaction(context, customerId, async (transaction) =>
    readCurrent(transaction, customerId, { entityId, now: await readDatabaseTime(transaction, context) }),
  )
  return { ongoing: ongoing.map(presentOccurrence), next: next && presentOccurrence(next), ...counts }
}

type Paged = { limit?: number; after: readonly string[] | null }

export async function listOccurrences(
  context: Context,
  customerId: string,
  id: string,
  { limit = 50, after }: Paged,
): Promise<Listing<WindowOccurrence>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    const now = await readDatabaseTime(transaction, context)
    const { serviceWindowId: windowId } = await findWindow(transaction, { now }, customerId, id)
    return readBegun(transaction, customerId, { windowId, now, before: after?.[0] ?? null, limit })
  })
  const page = nextPage(rows, limit, ({ startsAt }) => [startsAt.toISOString()])
  return { ...page, rows: page.rows.map(presentOccurrence) }
}

type Named = { windowId: string; occurrenceId: string }

async function findOccurrence(transaction: Transaction, context: Context, customerId: string, named: Named): Promise<ListedOccurrence> {
  const ids = { windowId: readUuid(named.windowId), occurrenceId: readNumericId(named.occurrenceId) }
  const row = await readOccurrence(transaction, customerId, { ...ids, now: await readDatabaseTime(transaction, context) })
  if (!row) throw new NotFound()
  return row
}

export const getOccurrence = async (context: Context, customerId: string, named: Named): Promise<WindowOccurrence> =>
  presentOccurrence(await inTransaction(context, customerId, (transaction) => findOccurrence(transaction, context, customerId, named)))

const presentHeld = ({ heldAt, outcomeAt, ...row }: HeldRow): HeldAlert => ({
  ...row,
  heldAt: heldAt.toISOString(),
  outcomeAt: outcomeAt?.toISOString() ?? null,
})

export async function listHeld(
  context: Context,
  customerId: string,
  named: Named,
  { limit = 50, after }: Paged,
): Promise<Listing<HeldAlert>> {
  const rows = await inTransaction(context, customerId, async (transaction) => {
    await findOccurrence(transaction, context, customerId, named)
    return readHeld(transaction, customerId, { occurrenceId: named.occurrenceId, after, limit })
  })
  const page = nextPage(rows, limit, ({ heldAt, alertId }) => [heldAt.toISOString(), alertId])
  return { ...page, rows: page.rows.map(presentHeld) }
}
