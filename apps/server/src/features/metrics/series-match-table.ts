import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export async function findCustomersWithNewSeriesForAllCustomers(transaction: Transaction): Promise<string[]> {
  const { rows } = await transaction.query<{ customerId: string }>(
    `select customer_id as "customerId" from metric_customer c
     where exists (select from metric_series s where s.customer_id = c.customer_id and s.entity_id is null and s.target_key is null)
     order by customer_id`,
  )
  return rows.map(({ customerId }) => customerId)
}

type NewSeries = { seriesNo: number; labels: Record<string, string> }

/** Series that were not matched yet; no other worker takes them meanwhile. */
export async function readNewSeries(transaction: Transaction, customerId: string, limit: number): Promise<NewSeries[]> {
  const { rows } = await transaction.query<NewSeries>(
    `select series_no as "seriesNo", labels from metric_series
     where customer_id = $1 and entity_id is null and target_key is null order by series_no limit $2 for update skip locked`,
    [customerId, limit],
  )
  return rows
}

export type MatchedSeries = { seriesNo: number; entityId: string | null; targetKey: string; targetName: string | null }

export async function writeMatches(transaction: Transaction, customerId: string, series: MatchedSeries[]): Promise<void> {
  const column = <Key extends keyof MatchedSeries>(key: Key) => series.map((one) => one[key])
  await transaction.query(
    `update metric_series s set entity_id = m.entity_id, target_key = m.target_key, target_name = m.target_name
     from unnest($2::int[], $3::uuid[], $4::text[], $5::text[]) as m (series_no, entity_id, target_key, target_name)
     where s.customer_id = $1 and s.series_no = m.series_no`,
    [customerId, column('seriesNo'), column('entityId'), column('targetKey'), column('targetName')],
  )
  await countVersion(transaction, customerId)
}

export async function findCustomersWithUnmatchedSeriesForAllCustomers(transaction: Transaction): Promise<string[]> {
  const { rows } = await transaction.query<{ customerId: string }>(
    `select customer_id as "customerId" from metric_customer c
     where exists (select from metric_series s where s.customer_id = c.customer_id and s.entity_id is null and s.target_key is not null)
     order by customer_id`,
  )
  return rows.map(({ customerId }) => customerId)
}

/** What the series of a customer name that match nothing, from after `after` on, with the labels of one of them each. */
export async function listUnmatchedTargets(
  transaction: Transaction,
  customerId: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ targetKey: string; labels: Record<string, string> }[]> {
  const { rows } = await transaction.query<{ targetKey: string; labels: Record<string, string> }>(
    `select distinct on (target_key) target_key as "targetKey", labels from metric_series
     where customer_id = $1 and entity_id is null and target_key > $2 order by target_key limit $3`,
    [customerId, after, limit],
  )
  return rows
}

/** Gives series that match nothing the entity that what they name belongs to. */
export async function writeEntityOfTarget(
  transaction: Transaction,
  customerId: string,
  targets: { targetKey: string; entityId: string }[],
): Promise<void> {
  if (targets.length === 0) return
  const { rowCount } = await transaction.query(
    `update metric_series s set entity_id = t.entity_id from unnest($2::text[], $3::uuid[]) as t (target_key, entity_id)
     where s.customer_id = $1 and s.entity_id is null and s.target_key = t.target_key`,
    [customerId, targets.map(({ targetKey }) => targetKey), targets.map(({ entityId }) => entityId)],
  )
  if (rowCount) await countVersion(transaction, customerId)
}

const countVersion = (transaction: Transaction, customerId: string) =>
  transaction.query('update metric_customer set series_version = series_version + 1 where customer_id = $1', [customerId])

export async function listCustomersForAllCustomers(transaction: Transaction): Promise<string[]> {
  const { rows } = await transaction.query<{ customerId: string }>('select customer_id as "customerId" from customer order by customer_id')
  return rows.map(({ customerId }) => customerId)
}

export type LimitedCustomer = { customerId: string; language: 'sv' | 'en'; maxSeries: number; refusedAt: Date }

/** The customers whose label sets were ever refused. */
export async function readLimitedCustomersForAllCustomers(transaction: Transaction): Promise<LimitedCustomer[]> {
  const { rows } = await transaction.query<LimitedCustomer>(
    `select m.customer_id as "customerId", c.mail_language as language, m.max_series as "maxSeries", m.refused_at as "refusedAt"
     from metric_customer m join customer c on c.customer_id = m.customer_id where m.refused_at is not null
       and ${ofOpenCustomer('m.customer_id')}`,
  )
  return rows
}
