import type { CloudOpsCalendar } from '@vakt/contract/cloudops.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { demoCustomers, nordan } from './demo-customers.ts'
import { insertRows } from './insert-rows.ts'

const day = { opens: '07:00', closes: '19:00' }
const calendar: CloudOpsCalendar = {
  timeZone: 'Europe/Stockholm',
  alwaysOpen: true,
  week: Array(7).fill(null),
  holidays: 'none',
  closedDays: [],
}
const office: CloudOpsCalendar = {
  ...calendar,
  alwaysOpen: false,
  week: [day, day, day, day, day, null, null],
  holidays: 'sweden_with_eves',
}

const hourlyMinor = { '': 400, 'microsoft.compute/virtualmachines': 950, 'microsoft.sql/servers/databases': 1200 }
const daysAgo = 75

/** The prices of the provider, no paging until staff have a policy, and the service on every resource that is marked as covered: at Nordan in office hours, else around the clock. */
export async function insertCloudOps(transaction: Transaction, now: Date): Promise<void> {
  const provider = demoCustomers.find(({ isProvider }) => isProvider)?.customer_id ?? ''
  await insertRows(transaction, 'cloudops_terms', [{ customer_id: provider, currency: 'SEK', version: 1 }])
  await insertRows(
    transaction,
    'cloudops_price',
    Object.entries(hourlyMinor).map(([entity_type, hourly_minor]) => ({
      ...{ customer_id: provider, entity_type, hourly_minor, currency: 'SEK', is_general: true },
    })),
  )
  await insertRows(
    transaction,
    'paging_setting',
    demoCustomers.map(({ customer_id }) => ({ customer_id, pages_cloudops: false, version: 1, changed_at: now.toISOString() })),
  )
  const { rows } = await transaction.query<{ customer_id: string; entity_id: string; type: string }>(
    'select customer_id, entity_id, lower(type) as type from entity where cloudops_mapped and customer_id = any($1)',
    [demoCustomers.map(({ customer_id }) => customer_id)],
  )
  await insertRows(
    transaction,
    'cloudops_service',
    rows.map(({ customer_id, entity_id }) => ({ customer_id, entity_id, version: 1 })),
  )
  await insertRows(
    transaction,
    'cloudops_version',
    rows.map(({ customer_id, entity_id, type }) => ({
      ...{ customer_id, entity_id, version: 1, state: 'active', changed_by: 'Karin Lindqvist', reason: null },
      valid_from: new Date(now.getTime() - daysAgo * 86_400_000).toISOString(),
      description: '',
      calendar: customer_id === nordan ? office : calendar,
      pricing: { kind: 'hourly', hourlyMinor: hourlyMinor[type as keyof typeof hourlyMinor] ?? hourlyMinor[''] },
    })),
  )
}
