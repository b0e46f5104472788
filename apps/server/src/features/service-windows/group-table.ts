import type { NewServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** The open customers with one of these labels, and how the labels are spelt. */
export async function readMembersForAllCustomers(
  transaction: Transaction,
  groupKeys: readonly string[],
): Promise<{ customerIds: string[]; labels: string[] }> {
  const { rows } = await transaction.query<{ customerId: string }>(
    `select customer_id as "customerId" from customer where label_keys && $1::text[] and ${ofOpenCustomer('customer_id')} order by customer_id`,
    [groupKeys],
  )
  const { rows: spelt } = await transaction.query<{ label: string }>(
    `select coalesce(min(l.label), k.key) as label from unnest($1::text[]) with ordinality k (key, place)
     left join (select unnest(label_keys) as key, unnest(labels) as label from customer where label_keys && $1::text[]) l on l.key = k.key
     group by k.key, k.place order by k.place`,
    [groupKeys],
  )
  return { customerIds: rows.map(({ customerId }) => customerId), labels: spelt.map(({ label }) => label) }
}

type NewProviderWindow = {
  providerWindowId: string
  labels: string[]
  keys: string[]
  content: NewServiceWindow
  endsAt: Date | null
  by: string
  now: Date
}

export async function insertProviderWindow(transaction: Transaction, provider: string, wanted: NewProviderWindow): Promise<void> {
  const { providerWindowId, labels, keys, content, endsAt, by, now } = wanted
  await transaction.query(
    `insert into provider_window (customer_id, provider_window_id, group_labels, group_keys, content, ends_at, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [provider, providerWindowId, labels, keys, JSON.stringify(content), endsAt, by, now],
  )
}

export type WindowGroupsRow = { groups: string[]; stoppedAt: Date | null; stoppedBy: string | null; customers: number; names: string[] }

const named = 5

/** Undefined for a window that is for single customers, and where there is none. */
export async function readWindowGroupsForAllCustomers(
  transaction: Transaction,
  provider: string,
  providerWindowId: string,
): Promise<WindowGroupsRow | undefined> {
  const { rows } = await transaction.query<WindowGroupsRow>(
    `select p.group_labels as groups, p.stopped_at as "stoppedAt", p.stopped_by as "stoppedBy", n.customers, n.names from provider_window p
     cross join lateral (
       select count(*)::int as customers, coalesce((array_agg(c.name order by c.name))[1:${named}], '{}') as names
       from service_window w join customer c on c.customer_id = w.customer_id
       where w.provider_window_id = p.provider_window_id and w.of_group and w.enabled and ${ofOpenCustomer('w.customer_id')}
     ) n
     where p.customer_id = $1 and p.provider_window_id = $2`,
    [provider, providerWindowId],
  )
  return rows[0]
}

export async function isProviderWindow(transaction: Transaction, providerWindowId: string): Promise<boolean> {
  const { rows } = await transaction.query('select from service_window where provider_window_id = $1 limit 1', [providerWindowId])
  return rows.length > 0
}

/** False where it was stopped already, or is no window of groups. */
export async function writeStopped(
  transaction: Transaction,
  provider: string,
  { providerWindowId, by, now }: { providerWindowId: string; by: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update provider_window set stopped_at = $3, stopped_by = $4 where customer_id = $1 and provider_window_id = $2 and stopped_at is null`,
    [provider, providerWindowId, now, by],
  )
  return rowCount === 1
}

type WindowOfMember = { customerId: string; serviceWindowId: string }

/** Those that customers have through a group, and that are enabled. */
export async function readWindowsOfMembersForAllCustomers(transaction: Transaction, providerWindowId: string): Promise<WindowOfMember[]> {
  const { rows } = await transaction.query<WindowOfMember>(
    `select customer_id as "customerId", window_id as "serviceWindowId" from service_window
     where provider_window_id = $1 and of_group and enabled order by customer_id`,
    [providerWindowId],
  )
  return rows
}

export type WindowTask =
  | { task: 'create'; customerId: string; providerWindowId: string; content: NewServiceWindow; by: string }
  | { task: 'enable' | 'disable'; customerId: string; serviceWindowId: string }

/** What is left to do so that the customers in the groups of a window have it, and those that have left them have it disabled. One that is over is left alone. */
export async function readWindowTasksForAllCustomers(transaction: Transaction, now: Date): Promise<WindowTask[]> {
  const { rows } = await transaction.query<WindowTask>(
    `with followed as (
       select * from provider_window where stopped_at is null and (ends_at is null or ends_at > $1)
     ), member as materialized (
       select p.provider_window_id, c.customer_id from followed p join customer c on c.label_keys && p.group_keys
     ), tasks as (
       select 'create' as task, m.customer_id as "customerId", p.provider_window_id as "providerWindowId", p.content, p.created_by as by,
         null::uuid as "serviceWindowId"
       from member m join followed p using (provider_window_id)
       where not exists (select from service_window w where w.provider_window_id = m.provider_window_id and w.customer_id = m.customer_id)
       union all
       select case when m.customer_id is null then 'disable' else 'enable' end, w.customer_id, p.provider_window_id, null, null, w.window_id
       from followed p join service_window w on w.provider_window_id = p.provider_window_id and w.of_group
       left join member m on m.provider_window_id = w.provider_window_id and m.customer_id = w.customer_id
       where case when m.customer_id is null then w.enabled else w.left_group_at is not null end
     )
     select * from tasks where ${ofOpenCustomer('"customerId"')} order by "customerId", "providerWindowId"`,
    [now],
  )
  return rows
}

/** Since when the window is disabled because the customer has left; null: it is back. */
export async function writeLeft(transaction: Transaction, { customerId, serviceWindowId }: WindowOfMember, at: Date | null): Promise<void> {
  await transaction.query('update service_window set left_group_at = $3 where customer_id = $1 and window_id = $2', [
    customerId,
    serviceWindowId,
    at,
  ])
}
