import type { CustomDashboard, NewCustomDashboard } from '@vakt/contract/reports/custom-dashboards.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

const selected = `dashboard_id as "dashboardId", name, is_shared as "isShared", tiles, owner_id = $2 as "isOwn", owner_name as owner, version`

/** The user's own and the shared ones, by name. */
export async function readDashboards(transaction: Transaction, customerId: string, userId: string): Promise<CustomDashboard[]> {
  const { rows } = await transaction.query<CustomDashboard>(
    `select ${selected} from custom_dashboard where customer_id = $1 and (owner_id = $2 or is_shared) order by lower(name), dashboard_id`,
    [customerId, userId],
  )
  return rows
}

type Named = { userId: string; dashboardId: string }

/** Locked until the transaction ends; undefined also where it is another user's alone. */
export async function lockDashboard(
  transaction: Transaction,
  customerId: string,
  { userId, dashboardId }: Named,
): Promise<CustomDashboard | undefined> {
  const { rows } = await transaction.query<CustomDashboard>(
    `select ${selected} from custom_dashboard
     where customer_id = $1 and dashboard_id = $3 and (owner_id = $2 or is_shared) for update`,
    [customerId, userId, dashboardId],
  )
  return rows[0]
}

type Insertion = { owner: { userId: string; name: string }; given: NewCustomDashboard; now: Date; max: number }

/** Null where the user has as many as one may have. */
export async function insertDashboard(
  transaction: Transaction,
  customerId: string,
  { owner, given, now, max }: Insertion,
): Promise<CustomDashboard | null> {
  const { rows } = await transaction.query<CustomDashboard>(
    `insert into custom_dashboard (customer_id, owner_id, owner_name, name, is_shared, tiles, created_at)
     select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from custom_dashboard where customer_id = $1 and owner_id = $2) < $8
     returning ${selected}`,
    [customerId, owner.userId, owner.name, given.name, given.isShared, JSON.stringify(given.tiles), now, max],
  )
  return rows[0] ?? null
}

/** The version goes up. */
export async function updateDashboard(
  transaction: Transaction,
  customerId: string,
  { userId, dashboardId, given }: Named & { given: NewCustomDashboard },
): Promise<CustomDashboard | undefined> {
  const { rows } = await transaction.query<CustomDashboard>(
    `update custom_dashboard set name = $4, is_shared = $5, tiles = $6, version = version + 1
     where customer_id = $1 and dashboard_id = $3 returning ${selected}`,
    [customerId, userId, dashboardId, given.name, given.isShared, JSON.stringify(given.tiles)],
  )
  return rows[0]
}

export async function deleteDashboard(transaction: Transaction, customerId: string, dashboardId: string): Promise<void> {
  await transaction.query('delete from custom_dashboard where customer_id = $1 and dashboard_id = $2', [customerId, dashboardId])
}

/** The dashboards of one user, the shared ones included, become another's. */
export async function reassignDashboards(
  transaction: Transaction,
  customerId: string,
  { from, to }: { from: string; to: { userId: string; name: string } },
): Promise<void> {
  await transaction.query(
    'update custom_dashboard set owner_id = $3, owner_name = $4, version = version + 1 where customer_id = $1 and owner_id = $2',
    [customerId, from, to.userId, to.name],
  )
}
