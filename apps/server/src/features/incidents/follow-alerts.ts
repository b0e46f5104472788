import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import { readRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { alertTitle } from '@vakt/domain/alert-title.ts'
import { findIncidentToJoin, type JoinReason } from '@vakt/domain/incident-joining.ts'
import { isWorse } from '@vakt/domain/service-windows/held-escalation.ts'
import { worstSeverity } from '@vakt/domain/severity.ts'
import { type NewEvent, noteEvent } from '#server/features/events/note-event.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type FollowerNote, notifyFollowers } from './incident-followers.ts'
import {
  type CustomerRules,
  insertIncidents,
  type NewIncident,
  readCustomerRules,
  readOpenIncidents,
  type SettledIncident,
  type SpokenTitle,
  settleOpenIncidents,
  writeTitles,
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
  targetName: string | null
  severity: Severity
  startedAt: Date
  /** `alert_rule_id` of an alert rule of Vakt's own. */
  labels?: Record<string, string>
}

/** Where a fired alert went, in the words of its trail. */
export type Followed = {
  incidentId: string
  joined: JoinReason | null
  /** Of an incident that opened: what it is called at first. */
  title: string | undefined
  finding: RuleFinding | null | undefined
  /** What followers note of an incident that opened. */
  notes: FollowerNote[]
}

type Planned = { alerts: [FiredAlert, ...FiredAlert[]]; incident: NewIncident }

const titleOf = (alert: Parameters<typeof alertTitle>[0] & Parameters<typeof readRuleFinding>[0]) => ({
  title: alertTitle(alert),
  finding: readRuleFinding(alert),
})

function plan(alert: FiredAlert): Planned {
  const { subject, rule, severity, startedAt } = alert
  return {
    alerts: [alert],
    incident: { entityId: alert.entity?.entityId ?? null, subject, rule, ...titleOf(alert), severity, openedAt: startedAt },
  }
}

/**
 * Gives each newly firing alert its incident, opening those that are missing, with their tickets. The answers stand in the order of the
 * alerts. Call `settleIncidents` for all touched incidents afterwards, when the alerts are stored. `isQuiet`: the caller reports what opened.
 */
export async function followFiredAlerts(
  transaction: Transaction,
  context: Context,
  customerId: string,
  alerts: FiredAlert[],
  isQuiet = false,
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
  const opened = await openIncidents(transaction, context, customerId, opening, { rules, isQuiet })
  await notifyFollowers(
    transaction,
    context,
    customerId,
    'fired',
    alerts.map(({ entity, source, rule, labels }, index) => {
      const key = answers[index]?.key ?? ''
      const incidentId = opened.get(key)?.incidentId ?? key
      return {
        incidentId,
        entityId: entity?.entityId ?? null,
        rule,
        ruleId: source === 'alert-rule' ? (labels?.alert_rule_id ?? null) : null,
      }
    }),
  )
  return answers.map(({ key, joined }) => ({
    incidentId: opened.get(key)?.incidentId ?? key,
    joined,
    notes: joined ? [] : (opened.get(key)?.notes ?? []),
    title: opening.get(key)?.incident.title,
    finding: opening.get(key)?.incident.finding,
  }))
}

/** What alerts that fire say by now: the titles of the incidents that they opened follow. */
export async function followTitles(
  transaction: Transaction,
  context: Context,
  customerId: string,
  alerts: (Omit<FiredAlert, 'subject' | 'entity' | 'startedAt'> & { incidentId: string })[],
): Promise<string[]> {
  const spoken = new Map<string, SpokenTitle>()
  for (const alert of alerts) {
    const { incidentId, rule, severity } = alert
    const known = spoken.get(`${incidentId} ${rule}`)
    if (!known || !isWorse(known.severity, severity)) spoken.set(`${incidentId} ${rule}`, { incidentId, rule, severity, ...titleOf(alert) })
  }
  if (spoken.size === 0) return []
  const followed = await writeTitles(transaction, customerId, [...spoken.values()])
  await notifyFollowers(transaction, context, customerId, 'renamed', followed)
  return followed.map(({ incidentId }) => incidentId)
}

/** Opens one incident for these alerts, named by the first of them; returns its id. */
export async function openIncidentOf(
  transaction: Transaction,
  context: Context,
  customerId: string,
  [first, ...others]: readonly [FiredAlert, ...FiredAlert[]],
): Promise<string> {
  const rules = await readCustomerRules(transaction, customerId)
  const planned = plan(first)
  planned.alerts.push(...others)
  const opened = await openIncidents(transaction, context, customerId, new Map([['new', planned]]), { rules })
  return opened.get('new')?.incidentId ?? ''
}

async function openIncidents(
  transaction: Transaction,
  context: Context,
  customerId: string,
  opening: ReadonlyMap<string, Planned>,
  { rules, isQuiet = false }: { rules: CustomerRules; isQuiet?: boolean },
): Promise<Map<string, { incidentId: string; notes: FollowerNote[] }>> {
  if (opening.size === 0) return new Map()
  const planned = [...opening.values()]
  const ids = await insertIncidents(
    transaction,
    customerId,
    planned.map(({ incident }) => incident),
    context.now,
  )
  if (!isQuiet)
    await noteEvent(
      transaction,
      { customerId, actor: context.actor, now: context.now },
      ...planned.map(
        ({ incident: { severity } }, index) =>
          ({ topic: 'incident', kind: 'opened', subjectId: ids[index] ?? '', details: { severity } }) as const,
      ),
    )
  const opened = planned.map(({ alerts: [first], incident }, index) => ({
    ...incident,
    incidentId: ids[index] ?? '',
    entityName: first.entity?.name ?? null,
    first,
    rules,
  }))
  const notes = Map.groupBy(await notifyFollowers(transaction, context, customerId, 'opened', opened), ({ incidentId }) => incidentId)
  return new Map(
    [...opening.keys()].map((key, index) => {
      const incidentId = ids[index] ?? ''
      return [key, { incidentId, notes: notes.get(incidentId) ?? [] }]
    }),
  )
}

const hasEscalated = ({ wasResolved, before, severity }: SettledIncident) => !wasResolved && isWorse(severity, before)

/** What users are notified of: that it got worse, or is over. */
function eventOf(incident: Settled, isQuiet: boolean): NewEvent[] {
  const { incidentId, wasResolved, severity, isEscalationHeld } = incident
  const about = { topic: 'incident', subjectId: incidentId, details: { severity } } as const
  if (wasResolved) return [{ ...about, kind: 'resolved' }]
  return hasEscalated(incident) && !isEscalationHeld && !isQuiet ? [{ ...about, kind: 'escalated' }] : []
}

/** What became of incidents after their alerts changed. */
export type Settled = SettledIncident & {
  notes: FollowerNote[]
  /** It got worse, and no one is notified until a service window ends. */
  isEscalationHeld: boolean
}

type Settling = {
  /** Of incidents that alerts joined. */
  joinedIds?: string[]
  /** The caller reports what got worse. */
  isQuiet?: boolean
  /** Whether a service window holds what made it worse. */
  holdsEscalation?(incident: SettledIncident): boolean
}

/** Brings incidents in line with the alerts they have now. */
export async function settleIncidents(
  transaction: Transaction,
  context: Context,
  customerId: string,
  incidentIds: string[],
  { joinedIds = [], isQuiet = false, holdsEscalation = () => false }: Settling = {},
): Promise<Settled[]> {
  if (incidentIds.length === 0) return []
  const settled = await settleOpenIncidents(transaction, customerId, { incidentIds, joinedIds, now: context.now })
  const noted = await notifyFollowers(transaction, context, customerId, 'settled', settled)
  const notes = Map.groupBy(noted, ({ incidentId }) => incidentId)
  const outcomes = settled.map((incident) => ({
    ...incident,
    notes: notes.get(incident.incidentId) ?? [],
    isEscalationHeld: hasEscalated(incident) && holdsEscalation(incident),
  }))
  const { actor, now } = context
  const events = outcomes.flatMap((one) => eventOf(one, isQuiet))
  if (events.length > 0) await noteEvent(transaction, { customerId, actor, now }, ...events)
  const worse = outcomes.filter((one) => hasEscalated(one) && !one.isEscalationHeld)
  await notifyFollowers(transaction, context, customerId, 'escalated', worse)
  return outcomes
}
