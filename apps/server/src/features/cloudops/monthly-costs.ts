import type { CloudOpsCost, CloudOpsMonth } from '@vakt/contract/cloudops.ts'
import type { Period } from '@vakt/domain/business-calendar.ts'
import { addMonths, costOfMonth, periodOfMonth } from '@vakt/domain/cloudops/price.ts'
import { wallTimeOf } from '@vakt/domain/time-zone.ts'
import { readTagGroupKeys } from '#server/features/entities/read-tag-group-keys.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import type { Listing } from '#server/platform/http/serve.ts'
import { forEachCustomer } from '#server/platform/jobs/for-each-customer.ts'
import { type PastVersion, readActiveVersions } from './cloudops-table.ts'
import { followResources } from './follow-resources.ts'
import {
  freeze,
  isFrozen,
  type MonthsOfCustomer,
  readCustomersForAllCustomers,
  readFrozenCosts,
  readFrozenMonths,
  readMonthsOfCustomer,
  readResourcesOfGroup,
  setEnd,
} from './month-table.ts'
import { readTerms } from './price-table.ts'

const shownMonths = 24

const monthAt = (at: Date, timeZone: string): string => new Date(wallTimeOf(at.getTime(), timeZone)).toISOString().slice(0, 7)

function spanOf({ from, to, calendar, pricing }: PastVersion) {
  return { from: from.getTime(), to: to?.getTime() ?? Number.POSITIVE_INFINITY, calendar, pricing }
}

/** What each resource costs in a month by its versions, by name; the part that is still to come as if nothing changed. */
async function calculateCosts(transaction: Transaction, customerId: string, month: Period): Promise<CloudOpsCost[]> {
  const { currency } = await readTerms(transaction, customerId)
  const versions = await readActiveVersions(transaction, customerId, { from: new Date(month.from), to: new Date(month.to) })
  return [...Map.groupBy(versions, ({ entityId }) => entityId).values()].flatMap((own) => {
    const last = own.at(-1)
    if (!last) return []
    const { entityId, entityName, entityType, pricing } = last
    return [{ entityId, entityName, entityType, pricing, currency, ...costOfMonth(own.map(spanOf), month) }]
  })
}

async function monthsOf(transaction: Transaction, customerId: string): Promise<MonthsOfCustomer> {
  const months = await readMonthsOfCustomer(transaction, customerId)
  if (months === undefined) throw new NotFound()
  return months
}

/**
 * A month that is not frozen yet: it begins where the one before ended when it was frozen, although the customer's time zone changed since, and
 * ends by the zone of now.
 */
function periodOf(month: string, { timeZone, last }: MonthsOfCustomer): Period | undefined {
  const period = periodOfMonth(month, timeZone)
  const from = last && addMonths(last.month, 1) === month ? last.endsAt?.getTime() : undefined
  return period && { from: from ?? period.from, to: Math.max(period.to, from ?? 0) }
}

/** The month that runs. One that was frozen is over, although it is not in another zone. */
function currentMonth(now: Date, { timeZone, last }: MonthsOfCustomer): string {
  const [month, next] = [monthAt(now, timeZone), last && addMonths(last.month, 1)]
  return next && next > month ? next : month
}

/** As it was frozen; or, of a month that is not over, as it will be. With a group only what the resources of that tag group cost. */
export function listCosts(
  context: Context,
  customerId: string,
  month: string,
  group: readonly string[] = [],
): Promise<Listing<CloudOpsCost>> {
  return inTransaction(context, customerId, async (transaction) => {
    const period = periodOf(month, await monthsOf(transaction, customerId))
    if (!period) throw new NotFound()
    const rows = (await isFrozen(transaction, customerId, month))
      ? await readFrozenCosts(transaction, customerId, month)
      : await calculateCosts(transaction, customerId, period)
    if (group.length === 0) return { rows, next: null }
    const own = await readResourcesOfGroup(transaction, customerId, { tagKeys: await readTagGroupKeys(transaction, customerId), group })
    return { rows: rows.filter(({ entityId }) => own.has(entityId)), next: null }
  })
}

/** Whether something costs money in a month that is not frozen yet: the amounts of its versions are in the currency of now. */
export async function hasOpenCosts(transaction: Transaction, customerId: string, now: Date): Promise<boolean> {
  const months = await monthsOf(transaction, customerId)
  const current = currentMonth(now, months)
  for (const month of [addMonths(current, -1), current]) {
    const period = periodOf(month, months)
    if (!period || (await isFrozen(transaction, customerId, month))) continue
    const costs = await calculateCosts(transaction, customerId, period)
    if (costs.some(({ amountMinor }) => amountMinor !== 0)) return true
  }
  return false
}

export function listMonths(context: Context, customerId: string): Promise<CloudOpsMonth[]> {
  return inTransaction(context, customerId, async (transaction) => {
    const months = await monthsOf(transaction, customerId)
    const month = currentMonth(context.now, months)
    const period = periodOf(month, months)
    if (!period) throw new NotFound()
    const costs = await calculateCosts(transaction, customerId, period)
    const { currency } = await readTerms(transaction, customerId)
    const current: CloudOpsMonth = {
      month,
      isFrozen: false,
      resources: costs.length,
      activeMinutes: costs.reduce((sum, { activeMinutes }) => sum + activeMinutes, 0),
      amountMinor: costs.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0),
      settledElsewhere: costs.filter(({ amountMinor }) => amountMinor === null).length,
      currency,
    }
    return [
      current,
      ...(await readFrozenMonths(transaction, customerId, shownMonths - 1)).map((frozen) => ({
        ...frozen,
        currency: frozen.currency ?? currency,
      })),
    ]
  })
}

/** Freezes the month that follows the last frozen one, if it is over. Answers whether it was. */
async function freezeNext(transaction: Transaction, customerId: string, { first, now }: { first: Date; now: Date }): Promise<boolean> {
  const months = await readMonthsOfCustomer(transaction, customerId)
  if (!months) return false
  const { timeZone, last } = months
  if (last && !last.endsAt) {
    const ended = periodOfMonth(last.month, timeZone)
    if (ended) await setEnd(transaction, customerId, { month: last.month, endsAt: new Date(ended.to) })
  }
  const month = last ? addMonths(last.month, 1) : monthAt(first, timeZone)
  const period = periodOf(month, months)
  if (!period || month >= monthAt(now, timeZone)) return false
  const costs = await calculateCosts(transaction, customerId, period)
  await freeze(transaction, customerId, { month, endsAt: new Date(period.to), costs, at: now })
  return true
}

/** Freezes the months of every customer that are over, and ends and resumes the services of resources that are gone or back. */
export async function keepCloudOps(context: Context): Promise<void> {
  try {
    await followResources(context)
  } finally {
    await freezeMonths(context)
  }
}

async function freezeMonths(context: Context): Promise<void> {
  const customers = await workForAllCustomers(context, readCustomersForAllCustomers)
  await forEachCustomer(context, customers, async ({ customerId, first }) => {
    let isFrozenNow = true
    while (isFrozenNow)
      isFrozenNow = await workForAllCustomers(context, (transaction) => freezeNext(transaction, customerId, { first, now: context.now }))
  })
}
