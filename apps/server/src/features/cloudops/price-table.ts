import type { CloudOpsPrice, CloudOpsPrices } from '@vakt/contract/cloudops.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Terms = { currency: CloudOpsPrices['currency']; version: number }

/** Of a customer for whom staff have set none. */
export const defaultTerms: Terms = { currency: 'SEK', version: 0 }

export async function readTerms(transaction: Transaction, customerId: string): Promise<Terms> {
  const { rows } = await transaction.query<Terms>('select currency, version from cloudops_terms where customer_id = $1', [customerId])
  return rows[0] ?? defaultTerms
}

/** When the currency last changed; null: never, or an earlier release changed it. */
export async function readCurrencySince(transaction: Transaction, customerId: string): Promise<Date | null> {
  const { rows } = await transaction.query<{ since: Date | null }>(
    'select currency_since as since from cloudops_terms where customer_id = $1',
    [customerId],
  )
  return rows[0]?.since ?? null
}

/** Locked until the transaction ends. */
export async function lockTerms(transaction: Transaction, customerId: string): Promise<Terms> {
  await transaction.query('insert into cloudops_terms (customer_id, currency, version) values ($1, $2, 0) on conflict do nothing', [
    customerId,
    defaultTerms.currency,
  ])
  const { rows } = await transaction.query<Terms>('select currency, version from cloudops_terms where customer_id = $1 for update', [
    customerId,
  ])
  return rows[0] ?? defaultTerms
}

/** By type. */
export async function readPrices(transaction: Transaction, customerId: string): Promise<CloudOpsPrice[]> {
  const { rows } = await transaction.query<CloudOpsPrice>(
    `select entity_type as "entityType", hourly_minor::float8 as "hourlyMinor" from cloudops_price where customer_id = $1 order by entity_type`,
    [customerId],
  )
  return rows
}

/** All of them instead of those that were there; the version of the terms goes up. */
export async function writePrices(
  transaction: Transaction,
  customerId: string,
  { currency, prices, isGeneral, now }: { currency: string; prices: readonly CloudOpsPrice[]; isGeneral: boolean; now: Date },
): Promise<void> {
  await transaction.query(
    `update cloudops_terms set currency = $2, version = version + 1, currency_since = case when currency <> $2 then $3 else currency_since end
     where customer_id = $1`,
    [customerId, currency, now],
  )
  await transaction.query('delete from cloudops_price where customer_id = $1', [customerId])
  await transaction.query(
    `insert into cloudops_price (customer_id, entity_type, hourly_minor, currency, is_general)
     select $1, "entityType", "hourlyMinor", $2, $3 from jsonb_to_recordset($4) as given ("entityType" text, "hourlyMinor" bigint)`,
    [customerId, currency, isGeneral, JSON.stringify(prices)],
  )
}

/** An hour of this type in minor units: the customer's own price comes first, then that of its type. Null: no list has one. */
export async function readHourlyPrice(
  transaction: Transaction,
  customerId: string,
  { entityType, currency }: { entityType: string; currency: string },
): Promise<number | null> {
  const { rows } = await transaction.query<{ hourlyMinor: number }>(
    `select hourly_minor::float8 as "hourlyMinor" from cloudops_price
     where entity_type in (lower($2), '') and currency = $3 and (customer_id = $1 or is_general)
     order by customer_id <> $1, entity_type = '' limit 1`,
    [customerId, entityType, currency],
  )
  return rows[0]?.hourlyMinor ?? null
}

export async function isProvider(transaction: Transaction, customerId: string): Promise<boolean | undefined> {
  const { rows } = await transaction.query<{ isProvider: boolean }>(
    'select is_provider as "isProvider" from customer where customer_id = $1',
    [customerId],
  )
  return rows[0]?.isProvider
}
