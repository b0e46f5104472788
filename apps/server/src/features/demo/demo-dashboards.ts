import { randomUUID } from 'node:crypto'
import type { DashboardTile } from '@vakt/contract/reports/custom-dashboards.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { nordan } from './demo-customers.ts'
import { demoPeople } from './demo-people.ts'
import { insertRows } from './insert-rows.ts'

const tileOf = (kind: DashboardTile['kind'], width: number): DashboardTile => ({ tileId: kind, kind, width, metric: null })

const tiles = [
  tileOf('openIncidents', 1),
  tileOf('openTickets', 1),
  tileOf('breachingTickets', 1),
  tileOf('incidentTrend', 2),
  tileOf('incidentList', 1),
]

/** One that the provider shares with a customer. */
export async function insertDashboards(transaction: Transaction, now: Date): Promise<void> {
  const dashboard = { customer_id: nordan, owner_id: randomUUID(), owner_name: demoPeople.karin.name, name: 'Operations' }
  await insertRows(transaction, 'custom_dashboard', [{ ...dashboard, is_shared: true, tiles, version: 1, created_at: now.toISOString() }])
}
