import type { NewBusinessCalendar, ServiceTarget, StoredBusinessCalendar } from '@vakt/contract/tickets/service-levels.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { allTickets, recalculationQueueName } from './recalculation-table.ts'

const calendarColumns = `b.calendar_id as "calendarId", b.name, b.time_zone as "timeZone", b.always_open as "alwaysOpen", b.week, b.holidays,
  b.closed_days as "closedDays", b.version`

/** With how often they are used, over all customers: to be read as staff. */
export async function readCalendarsForAllCustomers(transaction: Transaction): Promise<StoredBusinessCalendar[]> {
  const { rows } = await transaction.query<StoredBusinessCalendar>(
    `select ${calendarColumns},
       (select count(*)::int from service_target g where g.calendar_id = b.calendar_id) as "usedBy",
       exists (select from ticket_service_level l where l.calendar_id = b.calendar_id) as "isUsed"
     from business_calendar b where for_all order by name, calendar_id`,
  )
  return rows.map((row) => ({ ...row, isUsed: row.isUsed || row.usedBy > 0 }))
}

export async function insertCalendar(transaction: Transaction, customerId: string, calendar: NewBusinessCalendar): Promise<string> {
  const { rows } = await transaction.query<{ calendarId: string }>(
    `insert into business_calendar (customer_id, for_all, name, time_zone, always_open, week, holidays, closed_days)
     values ($1, true, $2, $3, $4, $5, $6, $7) returning calendar_id as "calendarId"`,
    [customerId, ...valuesOf(calendar)],
  )
  return rows[0]?.calendarId ?? ''
}

const valuesOf = ({ name, timeZone, alwaysOpen, week, holidays, closedDays }: NewBusinessCalendar) => [
  name,
  timeZone,
  alwaysOpen,
  JSON.stringify(week),
  holidays,
  closedDays,
]

/** Locked until the transaction ends. */
export async function lockCalendar(
  transaction: Transaction,
  customerId: string,
  calendarId: string,
): Promise<(NewBusinessCalendar & { version: number }) | undefined> {
  const { rows } = await transaction.query<NewBusinessCalendar & { calendarId: string; version: number }>(
    `select ${calendarColumns} from business_calendar b where customer_id = $1 and calendar_id = $2 and for_all for update`,
    [customerId, calendarId],
  )
  if (!rows[0]) return undefined
  const { calendarId: _, ...calendar } = rows[0]
  return calendar
}

export async function updateCalendar(
  transaction: Transaction,
  customerId: string,
  calendarId: string,
  calendar: NewBusinessCalendar,
): Promise<void> {
  await transaction.query(
    `update business_calendar set name = $3, time_zone = $4, always_open = $5, week = $6, holidays = $7, closed_days = $8, version = version + 1
     where customer_id = $1 and calendar_id = $2`,
    [customerId, calendarId, ...valuesOf(calendar)],
  )
}

export async function deleteCalendar(transaction: Transaction, customerId: string, calendarId: string): Promise<void> {
  await transaction.query('delete from business_calendar where customer_id = $1 and calendar_id = $2', [customerId, calendarId])
}

/** Which set of targets: a customer's own, or the provider's for all. */
export type TargetScope = { customerId: string; forAll: boolean }

/** The version of a set, locked until the transaction ends. A set that was never saved has version 0. */
export async function lockTargetSet(transaction: Transaction, { customerId, forAll }: TargetScope): Promise<number> {
  await transaction.query('insert into service_target_set (customer_id, for_all) values ($1, $2) on conflict do nothing', [
    customerId,
    forAll,
  ])
  const { rows } = await transaction.query<{ version: number }>(
    'select version from service_target_set where customer_id = $1 and for_all = $2 for update',
    [customerId, forAll],
  )
  return rows[0]?.version ?? 0
}

export async function readTargets(
  transaction: Transaction,
  { customerId, forAll }: TargetScope,
): Promise<{ targets: ServiceTarget[]; version: number }> {
  const { rows } = await transaction.query<{ targets: ServiceTarget[]; version: number }>(
    `select coalesce((select version from service_target_set where customer_id = $1 and for_all = $2), 0) as version,
       coalesce((select json_agg(json_build_object('priority', priority, 'calendarId', calendar_id, 'firstResponseMinutes', first_response_minutes,
         'nextUpdateMinutes', next_update_minutes, 'resolutionMinutes', resolution_minutes, 'warnAtPercent', warn_at_percent) order by priority)
         from service_target where customer_id = $1 and for_all = $2), '[]') as targets`,
    [customerId, forAll],
  )
  return rows[0] ?? { targets: [], version: 0 }
}

/** The version of the set goes up. */
export async function writeTargets(transaction: Transaction, { customerId, forAll }: TargetScope, targets: ServiceTarget[]): Promise<void> {
  await transaction.query('update service_target_set set version = version + 1 where customer_id = $1 and for_all = $2', [
    customerId,
    forAll,
  ])
  await transaction.query('delete from service_target where customer_id = $1 and for_all = $2', [customerId, forAll])
  await transaction.query(
    `insert into service_target (customer_id, for_all, priority, calendar_id, first_response_minutes, next_update_minutes, resolution_minutes, warn_at_percent)
     select $1, $2, "priority", "calendarId", "firstResponseMinutes", "nextUpdateMinutes", "resolutionMinutes", "warnAtPercent"
     from jsonb_to_recordset($3) as given ("priority" smallint, "calendarId" uuid, "firstResponseMinutes" int, "nextUpdateMinutes" int,
       "resolutionMinutes" int, "warnAtPercent" smallint)`,
    [customerId, forAll, JSON.stringify(targets)],
  )
}

/** Open tickets are to be recalculated. */
export async function requestRecalculation(transaction: Transaction, { customerId, forAll }: TargetScope): Promise<void> {
  await transaction.query(
    `insert into service_target_set (customer_id, for_all, recount_after) values ($1, $2, 0)
     on conflict (customer_id, for_all) do update set recount_after = 0`,
    [customerId, forAll],
  )
  await enqueueJobs(transaction, [{ queue: recalculationQueueName, customerId, rowId: allTickets }])
}

/** Which of these calendars there are. */
export async function readKnownCalendars(transaction: Transaction, calendarIds: string[]): Promise<Set<string>> {
  const { rows } = await transaction.query<{ calendarId: string }>(
    'select calendar_id as "calendarId" from business_calendar where for_all and calendar_id = any($1::uuid[])',
    [calendarIds],
  )
  return new Set(rows.map(({ calendarId }) => calendarId))
}
