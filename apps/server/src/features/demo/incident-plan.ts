import type { Severity } from '@vakt/contract/severity.ts'
import { alertTitle } from '@vakt/domain/alert-title.ts'
import { worstSeverity } from '@vakt/domain/severity.ts'
import { idFromText } from './demo-entity.ts'
import type { DemoPerson } from './demo-people.ts'
import type { Episode } from './plan-episodes.ts'

/** What people did about the ticket of an incident. */
type Handling = {
  by: DemoPerson
  takenAt: number
  takenText: string
  note: { at: number; text: string } | null
  solved: { at: number; text: string } | null
}

/** What one signal brought, at the time that it was received. */
type IncidentMoment = { at: number; kind: 'fired' | 'raised' | 'resolved'; episode: Episode }

export type IncidentPlan = {
  customerId: string
  episodes: Episode[]
  moments: IncidentMoment[]
  severity: Severity
  openedAt: number
  ticketAt: number
  changedAt: number
  resolvedAt: number | null
  handling: Handling | null
}

/** Alertmanager gathers for half a minute before it sends; Azure Monitor evaluates each minute. */
const receivedAt = ({ rule }: Episode, at: number) =>
  at + (rule.source === 'alertmanager' ? 31_000 : 64_000) + (Math.floor(at / 1000) % 20) * 1000

function momentsOf(episode: Episode): IncidentMoment[] {
  const { startedAt, raised, endedAt } = episode
  const fired: IncidentMoment = { at: receivedAt(episode, startedAt), kind: 'fired', episode }
  const rest: IncidentMoment[] = []
  if (raised) rest.push({ at: receivedAt(episode, raised.at), kind: 'raised', episode })
  if (endedAt !== null) rest.push({ at: receivedAt(episode, endedAt), kind: 'resolved', episode })
  return [fired, ...rest]
}

/** Follows the signals of one incident the way the intake does: the worst of what fires, and resolved when nothing does. */
export function planIncident(customerId: string, episodes: Episode[]): IncidentPlan {
  const moments = episodes.flatMap(momentsOf).sort((a, b) => a.at - b.at)
  const firing = new Map<Episode, Severity>()
  const [first] = moments
  if (!first) throw new Error('An incident needs an episode.')
  const plan: IncidentPlan = {
    customerId,
    episodes,
    moments,
    severity: first.episode.severity,
    openedAt: first.episode.startedAt,
    ticketAt: first.at,
    changedAt: first.at,
    resolvedAt: null,
    handling: null,
  }
  for (const { at, kind, episode } of moments) {
    if (kind === 'resolved') firing.delete(episode)
    else firing.set(episode, kind === 'raised' ? (episode.raised?.severity ?? episode.severity) : episode.severity)
    const severity = firing.size > 0 ? worstSeverity([...firing.values()]) : plan.severity
    if (firing.size === 0) plan.resolvedAt = at
    if (kind === 'fired' || firing.size === 0 || severity !== plan.severity) plan.changedAt = at
    plan.severity = severity
  }
  return plan
}

export const fingerprintOf = ({ rule, targetName, variant }: Episode): string =>
  idFromText(`${rule.name} ${targetName} ${variant ?? ''}`)
    .replaceAll('-', '')
    .slice(0, rule.source === 'alertmanager' ? 16 : 32)

export const alertKeyOf = (customerId: string, episode: Episode) => `${customerId} ${episode.rule.source} ${fingerprintOf(episode)}`

export const describeEpisode = ({ rule, targetName, variant, value }: Episode): string =>
  rule.description
    .replaceAll('{name}', targetName)
    .replaceAll('{variant}', variant ?? '')
    .replaceAll('{value}', String(value))

/** The title that the intake would give an incident that this episode opens. */
export const titleOfEpisode = (episode: Episode): string => alertTitle({ name: episode.rule.name, description: describeEpisode(episode) })

export function incidentRowOf(plan: IncidentPlan): Record<string, unknown> {
  const [first] = plan.episodes
  if (!first) throw new Error('An incident needs an episode.')
  const { entity, rule } = first
  return {
    customer_id: plan.customerId,
    entity_id: entity?.entityId ?? null,
    subject: entity?.entityId ?? `unmatched ${rule.source}\n${fingerprintOf(first)}`,
    rule: rule.name,
    title: titleOfEpisode(first),
    severity: plan.severity,
    state: plan.resolvedAt !== null ? 'resolved' : plan.handling ? 'acknowledged' : 'open',
    opened_at: new Date(plan.openedAt),
    changed_at: new Date(plan.changedAt),
    resolved_at: plan.resolvedAt === null ? null : new Date(plan.resolvedAt),
    acknowledged_at: plan.handling && new Date(plan.handling.takenAt),
    acknowledged_by: plan.handling?.by.name ?? null,
    version: plan.handling ? 2 : 1,
  }
}

/** Anyone who takes up the ticket acknowledges the incident. */
export function incidentEventRowsOf({ customerId, handling }: IncidentPlan, incidentId: string): Record<string, unknown>[] {
  if (!handling) return []
  const { by, takenAt } = handling
  const author = { author_type: 'user', author_id: by.id, author_name: by.name, by_staff: by.isStaff }
  return [
    {
      customer_id: customerId,
      incident_id: incidentId,
      at: new Date(takenAt),
      kind: 'acknowledged',
      ...author,
      body: '',
      details: {},
      private: false,
    },
  ]
}
