import type { Recurrence } from '@vakt/contract/service-windows/recurrence.ts'
import type { NewServiceWindow, ServiceWindow, WindowRecipient } from '@vakt/contract/service-windows/service-windows.ts'
import { fromLocalTime, toLocalTime } from '#web/forms/local-time.ts'
import { newRecurrence } from '#web/forms/recurrence-rules.ts'
import { shownMinutes } from './shown-minutes.ts'

export type FoundEntity = { entityId: string; name: string }
export type FoundTicket = { ticketId: string; subject: string }

/** A window as the form holds it: flat, with minutes for seconds. */
export type WindowValues = {
  reason: string
  schedule: Recurrence
  durationMinutes: number | null
  /** At most one. */
  relatedTickets: FoundTicket[]
  /** Opens a change ticket with it; where none is related. */
  createTicket: boolean
  /** One; the provider's staff may create a window at several at once. */
  customers: string[]
  needsApproval: boolean
  cover: 'some' | 'all'
  entities: FoundEntity[]
  resourceGroups: string[]
  tags: string[]
  metrics: string[]
  recipients: WindowRecipient[]
  recipientRoles: string[]
  /** Minutes before the start; empty: no notice before. */
  noticeBefore: string
  noticeAtStart: boolean
  noticeAtEnd: boolean
}

/** The seconds of a duration that is shown in minutes: those it had where it is the same. */
export function durationOf(minutes: number, before: Pick<ServiceWindow, 'durationInSeconds'> | null): number {
  const seconds = before?.durationInSeconds ?? 0
  return shownMinutes(seconds) === minutes && seconds > 0 ? seconds : minutes * 60
}

export function valuesOf(window: ServiceWindow): WindowValues {
  const { reason, schedule, durationInSeconds, scope, entities, relatedTicketId, approval, customer_id } = window
  return {
    reason,
    schedule,
    durationMinutes: shownMinutes(durationInSeconds),
    createTicket: false,
    relatedTickets: relatedTicketId ? [{ ticketId: relatedTicketId, subject: '' }] : [],
    customers: [customer_id],
    needsApproval: approval !== null,
    cover: scope.everything ? 'all' : 'some',
    entities,
    resourceGroups: scope.resourceGroups,
    tags: scope.tags,
    metrics: scope.metrics,
    recipients: window.recipients,
    recipientRoles: window.notices.roles,
    noticeBefore: String(window.notices.minutesBefore ?? ''),
    noticeAtStart: window.notices.atStart,
    noticeAtEnd: window.notices.atEnd,
  }
}

/** The same window at other times, for a copy: those that were drawn, else its own when they are still to come, else the next hour. */
export function scheduleOfCopy({ schedule }: ServiceWindow, drawn: Recurrence | null, now: number): Recurrence {
  if (drawn) return { ...schedule, ...startOf(drawn, schedule.timeZone) }
  const isPast = schedule.repeats === 'once' && Date.parse(fromLocalTime(schedule.startsAt, schedule.timeZone)) <= now
  return isPast ? { ...schedule, startsAt: newRecurrence(schedule.timeZone, now).startsAt } : schedule
}

const startOf = ({ startsAt, timeZone }: Recurrence, zone: string) => ({ startsAt: toLocalTime(fromLocalTime(startsAt, timeZone), zone) })

/** What was drawn on the timeline; null where the address says no times that make sense. */
export function drawnTimes({ from, to }: { from?: string; to?: string }, timeZone: string) {
  const [begins, ends] = [Date.parse(from ?? ''), Date.parse(to ?? '')]
  if (!(begins < ends)) return null
  const startsAt = toLocalTime(new Date(begins).toISOString(), timeZone)
  return { schedule: { ...newRecurrence(timeZone, begins), startsAt }, durationMinutes: Math.round((ends - begins) / 60_000) }
}

export const scopeOf = ({ cover, entities = [], resourceGroups = [], tags = [], metrics = [] }: Partial<WindowValues>) =>
  cover === 'all'
    ? { everything: true, entityIds: [], resourceGroups: [], tags: [], metrics }
    : { everything: false, entityIds: entities.map(({ entityId }) => entityId), resourceGroups, tags, metrics }

/** As it is sent. What is hidden is absent; what the form does not show stays as it was. */
export function windowOf(values: Partial<WindowValues> & Pick<WindowValues, 'schedule'>, before: ServiceWindow | null): NewServiceWindow {
  return {
    reason: values.reason ?? '',
    schedule: values.schedule,
    durationInSeconds: durationOf(values.durationMinutes ?? 0, before),
    scope: scopeOf(values),
    relatedTicketId: values.relatedTickets?.[0]?.ticketId ?? null,
    createTicket: values.createTicket ?? false,
    needsApproval: values.needsApproval ?? before?.approval != null,
    notices: {
      userIds: (values.recipients ?? []).map(({ userId }) => userId),
      roles: values.recipientRoles ?? [],
      minutesBefore: Number(values.noticeBefore) || null,
      atStart: values.noticeAtStart ?? true,
      atEnd: values.noticeAtEnd ?? true,
    },
  }
}

/** The fields of the form by what the server calls them. */
const fieldNames: [RegExp, keyof WindowValues][] = [
  [/^schedule(\.|$)/, 'schedule'],
  [/^durationInSeconds$/, 'durationMinutes'],
  [/^scope\.entityIds/, 'entities'],
  [/^scope\.resourceGroups/, 'resourceGroups'],
  [/^scope\.tags/, 'tags'],
  [/^scope\.metrics/, 'metrics'],
  [/^scope/, 'cover'],
  [/^relatedTicketId$/, 'relatedTickets'],
  [/^notices\.userIds/, 'recipients'],
  [/^notices\.roles/, 'recipientRoles'],
  [/^customerIds/, 'customers'],
]

/** What the server says of its fields, said of those of the form. */
export function withFormNames<E extends { property: string | null }>(errors: readonly E[]): E[] {
  return errors.map((error) => {
    const name = fieldNames.find(([pattern]) => pattern.test(error.property ?? ''))?.[1]
    return name ? { ...error, property: name } : error
  })
}
