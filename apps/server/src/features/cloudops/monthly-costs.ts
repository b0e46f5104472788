import type { CloudOpsCost, CloudOpsMonth } from '@vakt/contract/cloudops.ts'
import type { Period } from '@vakt/domain/business-calendar.ts'
import { addMonths, costOfMonth, periodOfMonth } from '@vakt/domain/cloudops/price.ts'
import { wallTimeOf } from '@vakt/domain/time-zone.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import type { Listing } from '#server/platform/http/serve.ts'
import { type PastVersion, readActiveVersions, readLostServicesForAllCustomers } from './cloudops-table.ts'
import { endLostService } from './manage-service.ts'
import { freeze, isFrozen, readCustomersForAllCustomers, readFrozenCosts, readFrozenMonths, readTimeZone } from './month-table.ts'
import { readTerms } from './price-table.ts'

const shownMonths = 24
const lostAtOnce = 100

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

async function timeZoneOf(transaction: Transaction, customerId: string): Promise<string> {
  const timeZone = await readTimeZone(transaction, customerId)
  if (timeZone === undefined) throw new NotFound()
  return timeZone
}

/** As it was frozen; or, of a month that is not over, as it will be. */
export function listCosts(context: Context, customerId: string, month: string): Promise<Listing<CloudOpsCost>> {
  return inTransaction(context, customerId, async (transaction) => {
    const period = periodOfMonth(month, await timeZoneOf(transaction, customerId))
    if (!period) throw new NotFound()
    const rows = (await isFrozen(transaction, customerId, month))
      ? await readFrozenCosts(transaction, customerId, month)
      : await calculateCosts(transaction, customerId, period)
    return { rows, next: null }
  })
}

/** Whether something costs money in a month that is not frozen yet: the amounts of its versions are in the currency of now. */
export async function hasOpenCosts(transaction: Transaction, customerId: string, now: Date): Promise<boolean> {
  const timeZone = await timeZoneOf(transaction, customerId)
  const current = monthAt(now, timeZone)
  for (const month of [addMonths(current, -1), current]) {
    const period = periodOfMonth(month, timeZone)
    if (!period || (await isFrozen(transaction, customerId, month))) continue
    const costs = await calculateCosts(transaction, customerId, period)
    if (costs.some(({ amountMinor }) => amountMinor !== 0)) return true
  }
  return false
}

export function listMonths(context: Context, customerId: string): Promise<CloudOpsMonth[]> {
  return inTransaction(context, customerId, async (transaction) => {
    const timeZone = await timeZoneOf(transaction, customerId)
    const month = monthAt(context.now, timeZone)
    const period = periodOfMonth(month, timeZone)
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

/** Freezes the months of every customer that are over, and ends the services of resources that are gone. */
export async function keepCloudOps(context: Context): Promise<void> {
  const lost = await workForAllCustomers(context, (transaction) => readLostServicesForAllCustomers(transaction, lostAtOnce))
  for (const one of lost) await workForAllCustomers(context, (transaction) => endLostService(transaction, context, one))
  const customers = await workForAllCustomers(context, readCustomersForAllCustomers)
  for (const { customerId, timeZone, last, first } of customers) {
    const current = monthAt(context.now, timeZone)
    for (let month = last ? addMonths(last, 1) : monthAt(first, timeZone); month < current; month = addMonths(month, 1)) {
      const period = periodOfMonth(month, timeZone)
      if (period)
        await workForAllCustomers(context, async (transaction) => {
          const costs = await calculateCosts(transaction, customerId, period)
          await freeze(transaction, customerId, { month, costs, at: context.now })
        })
    }
  }
}
