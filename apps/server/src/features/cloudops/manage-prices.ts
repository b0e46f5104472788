import type { CloudOpsPrices } from '@vakt/contract/cloudops.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { hasActivePrices, keepCurrencyOfVersions } from './cloudops-table.ts'
import { hasOpenCosts } from './monthly-costs.ts'
import { isProvider, lockTerms, readPrices, readTerms, writePrices } from './price-table.ts'

export function getPrices(context: Context, customerId: string): Promise<CloudOpsPrices> {
  return inTransaction(context, customerId, async (transaction) => {
    if ((await isProvider(transaction, customerId)) === undefined) throw new NotFound()
    return { ...(await readTerms(transaction, customerId)), prices: await readPrices(transaction, customerId) }
  })
}

/** The provider's own list counts for every customer of the same currency. */
export function savePrices(context: Context, customerId: string, given: CloudOpsPrices): Promise<CloudOpsPrices> {
  const prices = given.prices.map(({ entityType, hourlyMinor }) => ({ entityType: entityType.trim().toLowerCase(), hourlyMinor }))
  const seen = new Set<string>()
  for (const [index, { entityType }] of prices.entries()) {
    if (seen.has(entityType)) throw Invalid.field(`prices.${index}.entityType`, 'This type is listed twice.', 'cloudops.type_twice')
    seen.add(entityType)
  }
  return inTransaction(context, customerId, async (transaction) => {
    const isGeneral = await isProvider(transaction, customerId)
    if (isGeneral === undefined) throw new NotFound()
    const before = await lockTerms(transaction, customerId)
    if (before.version !== given.version)
      throw Conflict.field('version', 'Someone else changed these prices. Reload them and try again.', 'cloudops.prices_changed')
    if (before.currency !== given.currency) {
      if ((await hasActivePrices(transaction, customerId)) || (await hasOpenCosts(transaction, customerId, context.now)))
        throw Invalid.field(
          'currency',
          'A service has a price in the present currency this month. Disable it first; the currency can change when the month is over.',
          'cloudops.currency_in_use',
        )
      await keepCurrencyOfVersions(transaction, customerId, before.currency)
    }
    const pricesBefore = await readPrices(transaction, customerId)
    await writePrices(transaction, customerId, { currency: given.currency, prices, isGeneral, now: context.now })
    const after = { ...(await readTerms(transaction, customerId)), prices: await readPrices(transaction, customerId) }
    await recordAction(transaction, context, customerId, {
      action: 'cloudops.prices',
      target: customerId,
      details: { before: { currency: before.currency, prices: pricesBefore }, after: { currency: after.currency, prices: after.prices } },
    })
    return after
  })
}
