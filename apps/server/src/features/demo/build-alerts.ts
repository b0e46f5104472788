import type { Severity } from '@vakt/contract/severity.ts'
import { targetKeyOf } from '#server/features/entities/entity-key.ts'
import { nordan } from './demo-customers.ts'
import { alertKeyOf, describeEpisode, fingerprintOf, type IncidentPlan } from './incident-plan.ts'
import type { Episode } from './plan-episodes.ts'

/** An incident with the ids that it and its ticket were given. */
export type StoredIncident = { plan: IncidentPlan; incidentId: string; ticketId: string }

/** A line of the trail, naming its alert by key until that has an id. */
export type TrailNote = { key: string; customerId: string; at: number; step: string; details: Record<string, string> }

type Seen = { stored: StoredIncident; episode: Episode; firedAt: number; lastAt: number; changedAt: number; signals: number }

const repeatEvery = 4 * 3_600_000
const alertmanagerWords: Record<Severity, string> = { critical: 'critical', high: 'error', medium: 'warning', low: 'info' }
const azureWords: Record<Severity, string> = { critical: 'Sev0', high: 'Sev1', medium: 'Sev2', low: 'Sev3' }

const isMachine = ({ entity }: Episode) => entity?.kind === 'vm' || entity?.kind === 'arc'

function labelsOf(episode: Episode): Record<string, string> {
  const { rule, targetName, variant, entity } = episode
  const ofVariant = rule.variants && variant ? { [rule.variants.label]: variant } : {}
  if (rule.source === 'alertmanager') {
    const target: Record<string, string> =
      isMachine(episode) || !entity ? { instance: `${targetName}:9100`, job: 'node' } : { vakt_entity: targetName }
    return { alertname: rule.name, severity: alertmanagerWords[episode.severity], ...target, ...ofVariant }
  }
  const [, operator, threshold] = /\b(GreaterThan|LessThan) ([\d.]+)/.exec(rule.description) ?? []
  const metric: Record<string, string> = rule.metricName ? { metricName: rule.metricName, metricValue: String(episode.value) } : {}
  if (operator && threshold) Object.assign(metric, { operator, threshold })
  return {
    monitoringService: 'Platform',
    signalType: rule.metricName ? 'Metric' : 'Log',
    severity: azureWords[episode.severity],
    ...metric,
    ...ofVariant,
  }
}

const matchedBy = (episode: Episode) =>
  episode.rule.source === 'azure-monitor' ? 'resource-id' : isMachine(episode) ? 'host' : 'vakt-entity'

function sourceUrlOf({ rule }: Episode): string | null {
  return rule.source === 'alertmanager'
    ? `https://prometheus.nordan.example/graph?g0.expr=${encodeURIComponent(rule.metricName ?? rule.name)}&g0.tab=1`
    : null
}

function seenOf(stored: StoredIncident, until: number): Seen[] {
  return stored.plan.episodes.map((episode) => {
    const moments = stored.plan.moments.filter((moment) => moment.episode === episode)
    const times = moments.map(({ at }) => at)
    const firedAt = times[0] ?? episode.startedAt
    const changedAt = times.at(-1) ?? firedAt
    const repeats = episode.rule.source === 'alertmanager' ? Math.floor(((episode.endedAt ?? until) - firedAt) / repeatEvery) : 0
    const lastRepeat = repeats > 0 ? firedAt + repeats * repeatEvery : firedAt
    return { stored, episode, firedAt, changedAt, lastAt: Math.max(changedAt, lastRepeat), signals: moments.length + Math.max(0, repeats) }
  })
}

function alertRowOf(seen: readonly Seen[]): Record<string, unknown> {
  const [first, last] = [seen[0], seen.at(-1)]
  if (!first || !last) throw new Error('An alert needs an episode.')
  const { episode, stored } = last
  const ended = seen.findLast((one) => one.episode.endedAt !== null)
  return {
    customer_id: stored.plan.customerId,
    source: episode.rule.source,
    fingerprint: fingerprintOf(episode),
    state: episode.endedAt === null ? 'firing' : 'resolved',
    severity: episode.raised?.severity ?? episode.severity,
    name: episode.rule.name,
    rule: episode.rule.name,
    description: describeEpisode(episode),
    metric_name: episode.rule.metricName,
    entity_id: episode.entity?.entityId ?? null,
    target_name: episode.targetName,
    target_key: episode.entity
      ? null
      : targetKeyOf({ ...episode, targets: [{ kind: 'host', value: episode.targetName }], fingerprint: '' }),
    incident_id: stored.incidentId,
    labels: labelsOf(episode),
    source_url: stored.plan.customerId === nordan ? sourceUrlOf(episode) : null,
    started_at: new Date(episode.startedAt),
    ended_at: ended?.episode.endedAt ? new Date(ended.episode.endedAt) : null,
    first_seen_at: new Date(first.firedAt),
    last_seen_at: new Date(last.lastAt),
    changed_at: new Date(last.changedAt),
    count: seen.reduce((sum, { signals }) => sum + signals, 0),
  }
}

/** The alerts by their keys: one for each condition, however often it came back; it belongs to the incident of its last time. */
export function buildAlerts(incidents: readonly StoredIncident[], until: number): Map<string, Record<string, unknown>> {
  const byTime = incidents.flatMap((stored) => seenOf(stored, until)).sort((a, b) => a.firedAt - b.firedAt)
  const grouped = Map.groupBy(byTime, ({ stored, episode }) => alertKeyOf(stored.plan.customerId, episode))
  return new Map([...grouped].map(([key, seen]) => [key, alertRowOf(seen)]))
}

function firedNotes(
  episode: Episode,
  { plan, incidentId, ticketId }: StoredIncident,
  isFirst: boolean,
): [step: string, details: Record<string, string>][] {
  const { rule, entity, severity, targetName } = episode
  const notes: [string, Record<string, string>][] = [[isFirst ? 'received' : 'reopened', { source: rule.source, severity }]]
  if (!entity) notes.push(['entity-unmatched', { target: targetName }])
  else if (isFirst) notes.push(['entity-matched', { entityId: entity.entityId, name: entity.name, by: matchedBy(episode) }])
  if (plan.episodes[0] === episode) notes.push(['incident-opened', { incidentId }], ['ticket-opened', { ticketId }])
  else notes.push(['incident-joined', { incidentId, reason: 'same-entity' }])
  return notes
}

function resolvedNotes(
  episode: Episode,
  { plan, incidentId, ticketId }: StoredIncident,
  isLast: boolean,
): [step: string, details: Record<string, string>][] {
  const resolved: [string, Record<string, string>] = ['resolved', { source: episode.rule.source }]
  if (!isLast) return [resolved]
  return [resolved, ['incident-resolved', { incidentId }], [plan.handling ? 'ticket-commented' : 'ticket-resolved', { ticketId }]]
}

/** Why, or why not, of every alert, in the order of time. */
export function buildTrail(incidents: readonly StoredIncident[]): TrailNote[] {
  const moments = incidents.flatMap((stored) => stored.plan.moments.map((moment) => ({ stored, ...moment }))).sort((a, b) => a.at - b.at)
  const known = new Set<string>()
  return moments.flatMap(({ stored, at, kind, episode }) => {
    const { customerId, resolvedAt } = stored.plan
    const key = alertKeyOf(customerId, episode)
    const notes =
      kind === 'fired'
        ? firedNotes(episode, stored, !known.has(key))
        : kind === 'resolved'
          ? resolvedNotes(episode, stored, at === resolvedAt)
          : ([['severity-changed', { before: episode.severity, after: episode.raised?.severity ?? episode.severity }]] satisfies [
              string,
              Record<string, string>,
            ][])
    known.add(key)
    return notes.map(([step, details]) => ({ key, customerId, at, step, details }))
  })
}
