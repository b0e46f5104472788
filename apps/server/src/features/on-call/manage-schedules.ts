import type { NewOnCallOverride, NewOnCallSchedule, OnCallPerson, OnCallSchedule, OnCallShift } from '@vakt/contract/on-call/on-call.ts'
import { isTimeZone } from '@vakt/domain/time-zone.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { findDuties } from './find-on-duty.ts'
import * as table from './on-call-table.ts'
import { lookAheadMs, peopleById, presentSchedule, presentShifts, shiftsOf, turnsOfLayers } from './present-schedule.ts'

const shownSpanMs = 14 * 86_400_000
const longestSpanMs = 100 * 86_400_000

/** Schedules belong to the customer whose people are the staff. */
function providerOf({ caller }: CallContext): string {
  if (!caller) throw new NotSignedIn()
  return caller.customerId
}

const lookAhead = ({ now }: CallContext) => ({ from: now, to: new Date(now.getTime() + lookAheadMs) })

/** By name, each with who is on call now and next. */
export function listSchedules(context: CallContext): Promise<OnCallSchedule[]> {
  const provider = providerOf(context)
  return inTransaction(context, provider, (transaction) => findDuties(transaction, provider, context.now))
}

/** Those who can be on call: the provider's people who are not disabled. */
export function listPeople(context: CallContext): Promise<OnCallPerson[]> {
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) =>
    (await table.readPeople(transaction, provider)).filter(({ isGone }) => !isGone),
  )
}

async function presentOne(transaction: Transaction, context: CallContext, scheduleId: string): Promise<OnCallSchedule> {
  const provider = providerOf(context)
  const people = peopleById(await table.readPeople(transaction, provider))
  const [schedule] = await table.readSchedules(transaction, provider, { scheduleId, ...lookAhead(context) })
  if (!schedule) throw new NotFound()
  return presentSchedule(schedule, people, context.now.getTime())
}

function refuseWrongSchedule({ timeZone, layers }: NewOnCallSchedule, known: readonly OnCallPerson[]): void {
  if (!isTimeZone(timeZone))
    throw Invalid.field('timeZone', `"${timeZone}" is no IANA time zone, such as Europe/Stockholm.`, 'error.time_zone')
  // Someone who is gone may stay in a layer: the turns pass to the others, and come back when the person does.
  const all = new Set(known.map(({ userId }) => userId))
  for (const [index, { startsAt, hours, people }] of layers.entries()) {
    const at = (field: string) => `layers.${index}.${field}`
    if (Number.isNaN(Date.parse(`${startsAt}:00Z`)))
      throw Invalid.field(at('startsAt'), 'Give the day and time of the first hand-over.', 'on_call.start_missing')
    if (hours?.some((day) => day && day.opens >= day.closes))
      throw Invalid.field(at('hours'), 'The hours have to end after they begin, on the same day.', 'on_call.hours_wrong')
    if (people.some((userId) => !all.has(userId)))
      throw Invalid.field(at('people'), 'Choose people of the provider.', 'on_call.person_unknown')
  }
}

const tidy = ({ name, timeZone, layers }: NewOnCallSchedule) => ({ name: name.trim(), timeZone, layers })

export async function createSchedule(context: CallContext, given: NewOnCallSchedule): Promise<OnCallSchedule> {
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    refuseWrongSchedule(given, await table.readPeople(transaction, provider))
    const after = tidy(given)
    const scheduleId = await table.insertSchedule(transaction, provider, { ...after, now: context.now })
    await recordAction(transaction, context, provider, {
      action: 'on-call.create',
      target: `on-call schedule ${scheduleId}`,
      details: { after },
    })
    return presentOne(transaction, context, scheduleId)
  })
}

/** From now on; who was on call before stays as it was. */
export async function saveSchedule(
  context: CallContext,
  id: string,
  { version, ...given }: NewOnCallSchedule & { version: number },
): Promise<OnCallSchedule> {
  const scheduleId = readUuid(id)
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    const before = await table.lockSchedule(transaction, provider, scheduleId)
    if (!before || before.isRemoved) throw new NotFound()
    refuseWrongSchedule(given, await table.readPeople(transaction, provider))
    if (before.version !== version)
      throw Conflict.field('version', 'Someone else changed the schedule. Reload the page and try again.', 'on_call.changed')
    const after = tidy(given)
    const next = { scheduleId, version: version + 1, ...after, now: context.now }
    await table.insertVersion(transaction, provider, next)
    await table.renameSchedule(transaction, provider, next)
    await recordAction(transaction, context, provider, {
      action: 'on-call.change',
      target: `on-call schedule ${scheduleId}`,
      details: { before: { name: before.name }, after },
    })
    return presentOne(transaction, context, scheduleId)
  })
}

async function setRemoved(context: CallContext, id: string, isRemoved: boolean): Promise<OnCallSchedule | undefined> {
  const scheduleId = readUuid(id)
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    const before = await table.lockSchedule(transaction, provider, scheduleId)
    if (!before || before.isRemoved === isRemoved) throw new NotFound()
    await table.setRemoved(transaction, provider, scheduleId, isRemoved ? context.now : null)
    await recordAction(transaction, context, provider, {
      action: isRemoved ? 'on-call.remove' : 'on-call.restore',
      target: `on-call schedule ${scheduleId}`,
      details: { name: before.name },
    })
    return isRemoved ? undefined : presentOne(transaction, context, scheduleId)
  })
}

export async function removeSchedule(context: CallContext, id: string): Promise<undefined> {
  await setRemoved(context, id, true)
}

export async function restoreSchedule(context: CallContext, id: string): Promise<OnCallSchedule> {
  const restored = await setRemoved(context, id, false)
  if (!restored) throw new NotFound()
  return restored
}

export async function listShifts(
  context: CallContext,
  id: string,
  span: { from?: string; to?: string },
): Promise<{ shifts: OnCallShift[]; layers: OnCallShift[][] }> {
  const scheduleId = readUuid(id)
  const from = span.from === undefined ? context.now : new Date(span.from)
  const to = span.to === undefined ? new Date(from.getTime() + shownSpanMs) : new Date(span.to)
  if (!(from < to) || to.getTime() - from.getTime() > longestSpanMs)
    throw Invalid.field('to', 'Ask for a time of at most 100 days that ends after it begins.', 'on_call.span_wrong')
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    const people = peopleById(await table.readPeople(transaction, provider))
    const [schedule] = await table.readSchedules(transaction, provider, { scheduleId, from, to })
    if (!schedule) throw new NotFound()
    const bounds = { from: from.getTime(), to: to.getTime(), now: context.now.getTime() }
    return {
      shifts: presentShifts(schedule, shiftsOf(schedule, people, bounds), people),
      layers: turnsOfLayers(schedule, people, bounds.from, bounds.to),
    }
  })
}

export function createOverride(context: CallContext, id: string, given: NewOnCallOverride): Promise<{ overrideId: string }> {
  const scheduleId = readUuid(id)
  const provider = providerOf(context)
  return inTransaction(context, provider, (transaction) => writeOverride(transaction, context, provider, { scheduleId, ...given }))
}

/** Lets another person be on call for a time that is not all past. In the transaction of what asked for it. */
export async function writeOverride(
  transaction: Transaction,
  context: CallContext,
  provider: string,
  { scheduleId, userId, ...span }: NewOnCallOverride & { scheduleId: string },
): Promise<{ overrideId: string }> {
  const [from, to] = [new Date(span.from), new Date(span.to)]
  if (from >= to) throw Invalid.field('to', 'The override has to end after it begins.', 'on_call.ends_before_start')
  if (to <= context.now)
    throw Invalid.field('to', 'The override has to end in the future: the past stays as it was.', 'on_call.in_the_past')
  const schedule = await table.lockSchedule(transaction, provider, scheduleId)
  if (!schedule || schedule.isRemoved) throw new NotFound()
  const people = await table.readPeople(transaction, provider)
  const person = people.find((one) => one.userId === userId && !one.isGone)
  if (!person) throw Invalid.field('userId', 'Choose one of the provider’s people.', 'on_call.person_unknown')
  // The past stays as it was, however long ago the override is said to begin.
  const begins = new Date(Math.max(from.getTime(), context.now.getTime()))
  const written = { scheduleId, userId, from: begins, to, now: context.now, by: providerActor(context) }
  const overrideId = await table.insertOverride(transaction, provider, written)
  await recordAction(transaction, context, provider, {
    action: 'on-call.override',
    target: `on-call schedule ${scheduleId}`,
    details: { schedule: schedule.name, person: person.name, from: begins.toISOString(), to: to.toISOString() },
  })
  return { overrideId }
}

const providerActor = ({ caller }: CallContext) => caller?.name ?? ''

export async function removeOverride(context: CallContext, id: string, override: string): Promise<undefined> {
  const [scheduleId, overrideId] = [readUuid(id), readUuid(override)]
  const provider = providerOf(context)
  await inTransaction(context, provider, async (transaction) => {
    const ended = await table.endOverride(transaction, provider, { scheduleId, overrideId, now: context.now })
    if (!ended) throw new NotFound()
    await recordAction(transaction, context, provider, {
      action: 'on-call.override-remove',
      target: `on-call schedule ${scheduleId}`,
      details: { person: ended.userId, from: ended.startsAt.toISOString(), to: ended.endsAt.toISOString() },
    })
  })
}
