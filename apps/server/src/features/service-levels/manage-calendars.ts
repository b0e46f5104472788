import type { NewBusinessCalendar, StoredBusinessCalendar } from '@vakt/contract/tickets/service-levels.ts'
import { minutesOfDay } from '@vakt/domain/business-calendar.ts'
import { isTimeZone } from '@vakt/domain/time-zone.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  deleteCalendar,
  insertCalendar,
  lockCalendar,
  readCalendarsForAllCustomers,
  requestRecalculation,
  updateCalendar,
} from './service-rule-table.ts'

/** Calendars and the targets for all belong to the customer whose people are the staff. */
export function providerOf({ caller }: CallContext): string {
  if (!caller) throw new NotSignedIn()
  return caller.customerId
}

export function listCalendars(context: CallContext): Promise<StoredBusinessCalendar[]> {
  return readForAllCustomers(context, readCalendarsForAllCustomers)
}

function findAmong(calendars: StoredBusinessCalendar[], calendarId: string): StoredBusinessCalendar {
  const found = calendars.find((calendar) => calendar.calendarId === calendarId)
  if (!found) throw new NotFound()
  return found
}

async function findCalendar(context: CallContext, calendarId: string): Promise<StoredBusinessCalendar> {
  return findAmong(await listCalendars(context), calendarId)
}

function refuseWrongCalendar({ timeZone, alwaysOpen, week }: NewBusinessCalendar): void {
  if (!isTimeZone(timeZone))
    throw Invalid.field('timeZone', `"${timeZone}" is no IANA time zone, such as Europe/Stockholm.`, 'service_levels.time_zone')
  for (const [index, hours] of week.entries())
    if (hours && minutesOfDay(hours.opens) >= minutesOfDay(hours.closes))
      throw Invalid.field(`week.${index}`, 'It has to close after it opens, on the same day.', 'service_levels.closes_before_opening')
  if (!alwaysOpen && week.every((hours) => hours === null))
    throw Invalid.field('week', 'Open on at least one day of the week.', 'service_levels.never_open')
}

const tidy = (calendar: NewBusinessCalendar): NewBusinessCalendar => ({
  ...calendar,
  name: calendar.name.trim(),
  closedDays: [...new Set(calendar.closedDays)].toSorted(),
})

export async function createCalendar(context: CallContext, given: NewBusinessCalendar): Promise<StoredBusinessCalendar> {
  refuseWrongCalendar(given)
  const provider = providerOf(context)
  const calendar = tidy(given)
  return inTransaction(context, provider, async (transaction) => {
    const created = await insertCalendar(transaction, provider, calendar)
    await recordAction(transaction, context, provider, {
      action: 'service-level.calendar-create',
      target: `calendar ${created}`,
      details: { after: calendar },
    })
    return findAmong(await readCalendarsForAllCustomers(transaction), created)
  })
}

const stale = () =>
  Conflict.field('version', 'Someone else changed this calendar. Reload it and try again.', 'service_levels.calendar_changed')

export async function saveCalendar(
  context: CallContext,
  id: string,
  { version, ...given }: NewBusinessCalendar & { version: number },
): Promise<StoredBusinessCalendar> {
  refuseWrongCalendar(given)
  const calendarId = readUuid(id)
  const provider = providerOf(context)
  const after = tidy(given)
  await inTransaction(context, provider, async (transaction) => {
    const before = await lockCalendar(transaction, provider, calendarId)
    if (!before) throw new NotFound()
    if (before.version !== version) throw stale()
    await updateCalendar(transaction, provider, calendarId, after)
    await requestRecalculation(transaction, { customerId: provider, forAll: true })
    await recordAction(transaction, context, provider, {
      action: 'service-level.calendar-change',
      target: `calendar ${calendarId}`,
      details: { before, after },
    })
  })
  return findCalendar(context, calendarId)
}

export async function removeCalendar(context: CallContext, id: string): Promise<undefined> {
  const calendarId = readUuid(id)
  const provider = providerOf(context)
  if ((await findCalendar(context, calendarId)).isUsed)
    throw Conflict.field('', 'This calendar is used: targets or tickets were calculated with it.', 'service_levels.calendar_used')
  await inTransaction(context, provider, async (transaction) => {
    const before = await lockCalendar(transaction, provider, calendarId)
    if (!before) throw new NotFound()
    await deleteCalendar(transaction, provider, calendarId)
    await recordAction(transaction, context, provider, {
      action: 'service-level.calendar-remove',
      target: `calendar ${calendarId}`,
      details: { before },
    })
  })
}
