import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { applyVerdict, judgeEvent, type Verdict } from '@vakt/domain/alert-intake.ts'
import type { AlertRow } from '#server/features/alerts/alert-states.ts'
import { targetKeyOf } from '#server/features/entities/entity-key.ts'
import type { EntityMatch } from '#server/features/entities/match-entities.ts'

/** One event on its way in: what it says, when it was received, and the entity it was matched to. */
export type ReceivedEvent = {
  event: AlertEvent
  receivedAt: Date
  match: EntityMatch | null
  signal?: SignalOfEvent
  /** What led to the event: stands in the trail before what it changes, and not at all when it changes nothing. */
  evidence?: Note[]
}

/** The raw signal that told of an event, and whose inbox it came to. */
type SignalOfEvent = { signalId: string; customerId: string }

export type Note = { step: string; details: Record<string, string> }

/** One alert during the intake of a batch: as it will be stored, and what its trail will tell. */
export type LedgerEntry = {
  alert: AlertRow
  /** As it stands in the table; null while it does not. */
  stored: AlertRow | null
  notes: Note[]
  hasFired: boolean
  isChanged: boolean
  incidentsTouched: Set<string>
}

export const identityOf = ({ source, fingerprint }: { source: string; fingerprint: string }) => `${source}\n${fingerprint}`

function createAlert(event: AlertEvent, startedAt: Date, receivedAt: Date): AlertRow {
  const { source, fingerprint, severity, name, rule, description, metricName, targetName, labels, sourceUrl } = event
  const times = { startedAt, endedAt: null, firstSeenAt: receivedAt, lastSeenAt: receivedAt, changedAt: receivedAt }
  const told = { source, fingerprint, severity, name, rule, description, metricName, targetName, labels, sourceUrl }
  const ofVakt = { alertId: null, entityId: null, incidentId: null, targetKey: null }
  return { ...told, ...times, ...ofVakt, state: 'resolved', neverEnds: event.neverEnds ?? false, count: 0 }
}

function takeOverText(alert: AlertRow, event: AlertEvent): void {
  const { name, rule, description, metricName, targetName, labels, sourceUrl } = event
  Object.assign(alert, {
    name,
    rule,
    description: description || alert.description,
    metricName,
    targetName,
    labels,
    sourceUrl: sourceUrl ?? alert.sourceUrl,
  })
}

function noteEntity(entry: LedgerEntry, event: AlertEvent, match: EntityMatch | null): void {
  const { alert, notes } = entry
  if (match && match.entityId !== alert.entityId) {
    alert.entityId = match.entityId
    alert.targetKey = null
    notes.push({ step: 'entity-matched', details: { entityId: match.entityId, name: match.name, by: match.by } })
  }
  if (!match && !alert.entityId && !event.isAboutNoEntity) {
    alert.targetKey = targetKeyOf(event)
    notes.push({ step: 'entity-unmatched', details: { target: alert.targetName ?? '' } })
  }
}

function noteVerdict(entry: LedgerEntry, verdict: Verdict, event: AlertEvent, isFirst: boolean): void {
  const { alert, notes } = entry
  switch (verdict.kind) {
    case 'fired':
      notes.push({ step: isFirst ? 'received' : 'reopened', details: { source: event.source, severity: event.severity } })
      entry.hasFired = true
      break
    case 'still-firing':
      if (verdict.severity !== alert.severity)
        notes.push({ step: 'severity-changed', details: { before: alert.severity, after: verdict.severity } })
      break
    case 'resolved':
      notes.push({ step: 'resolved', details: { source: event.source } })
      entry.hasFired = false
      break
    case 'ended-unheard':
      notes.push({ step: 'ended-unheard', details: { source: event.source } })
      break
    case 'stale':
      notes.push({ step: 'stale-ignored', details: { state: event.state } })
  }
}

/** How the trail names the raw signal of a step. */
const signalDetails = ({ signalId, customerId }: SignalOfEvent) => ({ signalId, signalCustomerId: customerId })

/** Takes one event into its alert. Repetition is counted, not told: a sender that repeats itself for a week leaves no week of trail. */
export function takeInEvent(
  entry: LedgerEntry | undefined,
  { event, receivedAt, match, signal, evidence = [] }: ReceivedEvent,
): LedgerEntry {
  const isFirst = entry === undefined
  const verdict = judgeEvent(entry?.alert ?? null, event, receivedAt)
  const alert = entry?.alert ?? createAlert(event, event.startedAt ?? receivedAt, receivedAt)
  const result: LedgerEntry = entry ?? { alert, stored: null, notes: [], hasFired: false, isChanged: false, incidentsTouched: new Set() }
  const before = { state: alert.state, severity: alert.severity }
  const isRepeatedStale = verdict.kind === 'stale' && alert.count > 1
  if (!isRepeatedStale) {
    const known = result.notes.length
    noteVerdict(result, verdict, event, isFirst)
    if (result.notes.length > known) result.notes.splice(known, 0, ...evidence)
    if (signal) for (const { details } of result.notes.slice(known)) Object.assign(details, signalDetails(signal))
  }
  if (verdict.kind !== 'stale') {
    Object.assign(alert, applyVerdict(isFirst ? null : alert, verdict, event.severity))
    if (event.state === 'firing') takeOverText(alert, event)
    if (verdict.kind === 'fired' || (match && !alert.entityId)) noteEntity(result, event, match)
  }
  alert.count += 1
  alert.lastSeenAt = receivedAt
  if (isFirst || before.state !== alert.state || before.severity !== alert.severity || result.hasFired) {
    result.isChanged = true
    alert.changedAt = receivedAt
  }
  if (alert.incidentId && result.isChanged) result.incidentsTouched.add(alert.incidentId)
  return result
}

const ofSeeing: ReadonlySet<keyof AlertRow> = new Set(['startedAt', 'lastSeenAt', 'count'])

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [before, after] = [Object.entries(a), b as Record<string, unknown>]
  return before.length === Object.keys(after).length && before.every(([key, value]) => after[key] === value)
}

/** Most signals only repeat what is known: then there is little to write. */
export function isOnlySeenAgain({ stored, alert }: LedgerEntry): boolean {
  if (!stored) return false
  return (Object.keys(stored) as (keyof AlertRow)[]).every((key) => ofSeeing.has(key) || isSame(stored[key], alert[key]))
}
