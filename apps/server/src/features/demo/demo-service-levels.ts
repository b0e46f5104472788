import { recalculateServiceLevels } from '#server/features/service-levels/follow-service-levels.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { demoCustomers, nordan, provider } from './demo-customers.ts'
import { insertRows } from './insert-rows.ts'

const [officeHours, aroundTheClock] = [crypto.randomUUID(), crypto.randomUUID()]
const office = { opens: '08:00', closes: '17:00' }
const hour = 60
const workday = 9 * hour

const calendarRows = [
  {
    calendar_id: officeHours,
    name: 'Kontorstid',
    always_open: false,
    week: [office, office, office, office, office, null, null],
    holidays: 'sweden_with_eves',
  },
  { calendar_id: aroundTheClock, name: 'Dygnet runt', always_open: true, week: Array(7).fill(null), holidays: 'none' },
].map((calendar) => ({
  customer_id: provider,
  for_all: true,
  time_zone: 'Europe/Stockholm',
  closed_days: [],
  version: 1,
  ...calendar,
}))

type Promised = [priority: number, calendarId: string, firstResponse: number, nextUpdate: number | null, resolution: number | null]

const promisedToAll: Promised[] = [
  [1, aroundTheClock, 15, 2 * hour, 8 * hour],
  [2, aroundTheClock, 30, 8 * hour, 48 * hour],
  [3, officeHours, 4 * hour, 2 * workday, 5 * workday],
  [4, officeHours, workday, 4 * workday, 10 * workday],
  [5, officeHours, 2 * workday, null, null],
]
/** A shop that is open in the evenings has bought more. */
const promisedToNordan: Promised[] = [[3, aroundTheClock, 2 * hour, 24 * hour, 72 * hour]]

const targetRows = (customerId: string, forAll: boolean, promised: Promised[]) =>
  promised.map(([priority, calendarId, firstResponse, nextUpdate, resolution]) => ({
    customer_id: customerId,
    for_all: forAll,
    priority,
    calendar_id: calendarId,
    first_response_minutes: firstResponse,
    next_update_minutes: nextUpdate,
    resolution_minutes: resolution,
    warn_at_percent: 75,
  }))

/** Calendars and targets of the provider, and the clocks of every ticket that there is. */
export async function insertServiceLevels(transaction: Transaction, now: Date): Promise<void> {
  await insertRows(transaction, 'business_calendar', calendarRows)
  await insertRows(transaction, 'service_target', [
    ...targetRows(provider, true, promisedToAll),
    ...targetRows(nordan, false, promisedToNordan),
  ])
  const { rows } = await transaction.query<{ customerId: string; ticketIds: string[] }>(
    `select customer_id as "customerId", array_agg(ticket_id::text) as "ticketIds" from ticket where customer_id = any($1) group by 1`,
    [demoCustomers.map(({ customer_id }) => customer_id)],
  )
  for (const { customerId, ticketIds } of rows)
    await recalculateServiceLevels(transaction, customerId, { ticketIds, now, due: 'pass over' })
}
