import type { ServiceWarning } from '@vakt/domain/service-level.ts'
import { type NewEvent, noteEvent } from '#server/features/events/note-event.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { calculateClocks, levelOf, type TicketWithClocks } from './calculate-ticket-clocks.ts'
import {
  forgetLevels,
  insertWarningChanges,
  insertWarnings,
  lockPasts,
  readRules,
  type TicketWarning,
  writeLevels,
} from './ticket-level-table.ts'

const actor = { type: 'system', job: 'service-levels' } as const

/** What becomes of warnings that are due: left to the job that warns, given now, or taken as given because the rules are new to these tickets. */
type DueWarnings = 'leave' | 'give' | 'pass over'

/** Of a clock whose time is up it is not told that it is running short. */
const isWorthNotice =
  (due: readonly TicketWarning[]) =>
  ({ ticketId, clock, round, level }: Pick<TicketWarning, 'ticketId' | 'clock' | 'round' | 'level'>) =>
    level === 'missed' ||
    !due.some((other) => other.ticketId === ticketId && other.clock === clock && other.round === round && other.level === 'missed')

async function giveWarnings(
  transaction: Transaction,
  customerId: string,
  due: TicketWarning[],
  calculated: TicketWithClocks[],
  now: Date,
): Promise<void> {
  const given = (await insertWarnings(transaction, customerId, due, now)).filter(isWorthNotice(due))
  if (given.length === 0) return
  const clocks = new Map(calculated.flatMap(({ ticket, clocks }) => clocks.map((clock) => [`${ticket.ticketId} ${clock.clock}`, clock])))
  await insertWarningChanges(transaction, customerId, given, now)
  await noteEvent(
    transaction,
    { customerId, actor, now },
    ...given.map(({ ticketId, clock }): NewEvent => {
      const dueAt = clocks.get(`${ticketId} ${clock}`)?.dueAt ?? null
      const details = { target: clock, ...(dueAt === null ? {} : { dueAt: new Date(dueAt).toISOString() }) }
      return { topic: 'ticket', kind: 'service_level_warning', subjectId: ticketId, private: true, details }
    }),
  )
  announce(transaction, ...given.map(({ ticketId }) => ({ type: 'ticket.changed' as const, customerId, ticketId })))
}

async function treatDue(
  transaction: Transaction,
  customerId: string,
  calculated: TicketWithClocks[],
  now: Date,
  treatment: DueWarnings,
): Promise<TicketWithClocks[]> {
  if (treatment === 'leave') return calculated
  const isDue = ({ at }: ServiceWarning) => at <= now.getTime()
  const due = calculated.flatMap(({ ticket: { ticketId }, toCome }) => toCome.filter(isDue).map((warning) => ({ ...warning, ticketId })))
  if (due.length === 0) return calculated
  if (treatment === 'give') await giveWarnings(transaction, customerId, due, calculated, now)
  else await insertWarnings(transaction, customerId, due, now)
  return calculated.map((one) => ({ ...one, toCome: one.toCome.filter((warning) => !isDue(warning)) }))
}

/** Brings the clocks of these tickets in line with what happened to them, in at most five statements however many they are. */
export async function recalculateServiceLevels(
  transaction: Transaction,
  customerId: string,
  { ticketIds, now, due }: { ticketIds: string[]; now: Date; due: DueWarnings },
): Promise<void> {
  if (ticketIds.length === 0) return
  const rules = await readRules(transaction, customerId)
  if (rules.size === 0 && due === 'leave') return
  const tickets = await lockPasts(transaction, customerId, ticketIds)
  const calculated = tickets.flatMap((ticket) => {
    const rule = ticket.isFeedback ? undefined : rules.get(ticket.priority)
    return rule ? [calculateClocks(ticket, rule, now)] : []
  })
  const withClocks = (await treatDue(transaction, customerId, calculated, now, due)).filter(({ clocks }) => clocks.length > 0)
  if (withClocks.length > 0) await writeLevels(transaction, customerId, withClocks.map(levelOf))
  const followed = new Set(withClocks.map(({ ticket }) => ticket.ticketId))
  const without = tickets.map(({ ticketId }) => ticketId).filter((ticketId) => !followed.has(ticketId))
  if (without.length > 0) await forgetLevels(transaction, customerId, without)
}

/** To be called in the transaction of whatever counts for a service level: a ticket opened, answered, its status or priority changed. */
export async function followServiceLevels(transaction: Transaction, customerId: string, ticketIds: string[], now: Date): Promise<void> {
  await recalculateServiceLevels(transaction, customerId, { ticketIds, now, due: 'leave' })
}
