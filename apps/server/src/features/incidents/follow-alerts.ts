import type { Severity } from '@vakt/contract/severity.ts'
import { alertTitle, titleWithResource } from '@vakt/domain/alert-title.ts'
import { findIncidentToJoin, type JoinReason } from '@vakt/domain/incident-joining.ts'
import { isAtLeast, worstSeverity } from '@vakt/domain/severity.ts'
import { type NewEvent, noteEvent } from '#server/features/events/note-event.ts'
import { followIncidentSeverities } from '#server/features/tickets/follow-incident-severities.ts'
import { openIncidentTickets } from '#server/features/tickets/open-incident-tickets.ts'
import { settleIncidentTickets, type TicketOutcome } from '#server/features/tickets/settle-incident-tickets.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import {
  insertIncidents,
  type NewIncident,
  readCustomerRules,
  readOpenIncidents,
  type SettledIncident,
  settleOpenIncidents,
} from './incident-table.ts'

/** An alert that began to fire. */
export type FiredAlert = {
  /** The entity's id, or what stands for it while none matches. */
  subject: string
  entity: { entityId: string; name: string } | null
  rule: string
  source: string
  name: string
  description: string
  metricName: string | null
  severity: Severity
  startedAt: Date
}

/** Where a fired alert went, in the words of its trail. */
export type Followed = {
  incidentId: string
  joined: JoinReason | null
  ticketId: string | null
}

type Planned = { alerts: FiredAlert[]; incident: NewIncident }

function plan(alert: FiredAlert): Planned {
  const { subject, rule, severity, startedAt } = alert
  return {
    alerts: [alert],
    incident: { entityId: alert.entity?.entityId ?? null, subject, rule, title: alertTitle(alert), severity, openedAt: startedAt },
  }
}

/**
 * Gives each newly firing alert its incident, opening those that are missing, with their tickets. The answers stand in the order of the
 * alerts. Call `settleIncidents` for all touched incidents afterwards, when the alerts are stored.
 */
export async function followFiredAlerts(
  transaction: Transaction,
  context: Context,
  customerId: string,
  alerts: FiredAlert[],
): Promise<Followed[]> {
  if (alerts.length === 0) return []
  const [rules, open] = await Promise.all([
    readCustomerRules(transaction, customerId),
    readOpenIncidents(transaction, customerId, [...new Set(alerts.map(({ subject }) => subject))]),
  ])
  const opening = new Map<string, Planned>()
  const answers: { key: string; joined: JoinReason | null }[] = []
  for (const alert of alerts) {
    const found = findIncidentToJoin({ ...alert, isMatched: alert.entity !== null }, open, {
      now: context.now,
      joinMinutes: rules.incidentJoinMinutes,
    })
    const key = found?.incident.incidentId ?? `new ${opening.size}`
    answers.push({ key, joined: found?.reason ?? null })
    const planned = opening.get(key)
    if (planned) {
      planned.alerts.push(alert)
      planned.incident.severity = worstSeverity([planned.incident.severity, alert.severity])
    } else if (!found) {
      opening.set(key, plan(alert))
      open.push({ incidentId: key, subject: alert.subject, rule: alert.rule, changedAt: context.now })
    }
  }
  const opened = await openIncidents(transaction, context, customerId, opening, rules.ticketFromSeverity)
  return answers.map(({ key, joined }) => ({
    incidentId: opened.get(key)?.incidentId ?? key,
    joined,
    ticketId: opened.get(key)?.ticketId ?? null,
  }))
}

/** Opens one incident for these alerts, named by the first of them, with its ticket; returns its id. */
export async function openIncidentOf(
  transaction: Transaction,
  context: Context,
  customerId: string,
  [first, ...others]: readonly [FiredAlert, ...FiredAlert[]],
): Promise<string> {
  const { ticketFromSeverity } = await readCustomerRules(transaction, customerId)
  const planned = plan(first)
  planned.alerts.push(...others)
  const opened = await openIncidents(transaction, context, customerId, new Map([['new', planned]]), ticketFromSeverity)
  return opened.get('new')?.incidentId ?? ''
}

async function openIncidents(
  transaction: Transaction,
  context: Context,
  customerId: string,
  opening: ReadonlyMap<string, Planned>,
  ticketFrom: Severity | 'never',
): Promise<Map<string, { incidentId: string; ticketId: string | null }>> {
  if (opening.size === 0) return new Map()
  const planned = [...opening.values()]
  const ids = await insertIncidents(
    transaction,
    customerId,
    planned.map(({ incident }) => incident),
    context.now,
  )
  await noteEvent(
    transaction,
    { customerId, actor: context.actor, now: context.now },
    ...planned.map(
      ({ incident: { severity } }, index) =>
        ({ topic: 'incident', kind: 'opened', subjectId: ids[index] ?? '', details: { severity } }) as const,
    ),
  )
  const withTicket = planned.flatMap(({ alerts, incident }, index) => {
    const [first] = alerts
    if (!first || ticketFrom === 'never' || !isAtLeast(incident.severity, ticketFrom)) return []
    const subject = titleWithResource(incident.title, first.entity?.name ?? null)
    const description = first.description || first.name
    return [
      {
        ...incident,
        incidentId: ids[index] ?? '',
        ticketSubject: subject,
        description,
        source: first.source,
        metricName: first.metricName,
      },
    ]
  })
  const tickets = await openIncidentTickets(transaction, context, customerId, withTicket)
  return new Map(
    [...opening.keys()].map((key, index) => [key, { incidentId: ids[index] ?? '', ticketId: tickets.get(ids[index] ?? '') ?? null }]),
  )
}

/** What users are notified of: that it got worse, or is over. */
function eventOf({ incidentId, wasResolved, before, severity }: SettledIncident): NewEvent[] {
  const about = { topic: 'incident', subjectId: incidentId, details: { severity } } as const
  if (wasResolved) return [{ ...about, kind: 'resolved' }]
  return before !== severity && isAtLeast(severity, before) ? [{ ...about, kind: 'escalated' }] : []
}

/** What became of incidents after their alerts changed. */
export type Settled = SettledIncident & {
  ticket: TicketOutcome | null
  /** The ticket of an open one whose severity changed, and whether its priority rose with it. */
  followed: { ticketId: string; wasRaised: boolean } | null
}

/** Brings incidents in line with the alerts they have now, and tells their tickets when a condition cleared. `joinedIds`: of those that alerts joined. */
export async function settleIncidents(
  transaction: Transaction,
  context: Context,
  customerId: string,
  incidentIds: string[],
  joinedIds: string[] = [],
): Promise<Settled[]> {
  if (incidentIds.length === 0) return []
  const settled = await settleOpenIncidents(transaction, customerId, { incidentIds, joinedIds, now: context.now })
  const resolved = settled.filter(({ wasResolved }) => wasResolved).map(({ incidentId }) => incidentId)
  const tickets = await settleIncidentTickets(transaction, context, customerId, resolved)
  const changed = settled.filter(({ wasResolved }) => !wasResolved)
  await noteEvent(transaction, { customerId, actor: context.actor, now: context.now }, ...settled.flatMap(eventOf))
  const followed = await followIncidentSeverities(transaction, context, customerId, changed)
  return settled.map((incident) => ({
    ...incident,
    ticket: tickets.get(incident.incidentId) ?? null,
    followed: followed.get(incident.incidentId) ?? null,
  }))
}
