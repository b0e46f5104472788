import type { DashboardVisit } from '@vakt/domain/dashboard-visit.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export async function readDashboardVisit(transaction: Transaction, customerId: string, userId: string): Promise<DashboardVisit | null> {
  const { rows } = await transaction.query<DashboardVisit>({
    name: 'read-dashboard-visit',
    text: `select seen_at as "seenAt", previous_seen_at as "previousSeenAt" from dashboard_visit where customer_id = $1 and user_id = $2`,
    values: [customerId, userId],
  })
  return rows[0] ?? null
}

export async function writeDashboardVisit(
  transaction: Transaction,
  customerId: string,
  userId: string,
  { seenAt, previousSeenAt }: DashboardVisit,
): Promise<void> {
  await transaction.query(
    `insert into dashboard_visit (customer_id, user_id, seen_at, previous_seen_at) values ($1, $2, $3, $4)
     on conflict (customer_id, user_id) do update set seen_at = excluded.seen_at, previous_seen_at = excluded.previous_seen_at`,
    [customerId, userId, seenAt, previousSeenAt],
  )
}
