import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { judgeEvent, type KnownAlert, type VerdictKind } from '@vakt/domain/alert-intake.ts'
import { targetKeyOf } from '#server/features/entities/entity-key.ts'
import type { EntityMatch } from '#server/features/entities/match-entities.ts'
import type { AlertRow } from './alert-state-table.ts'

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
type SignalOfEvent = { signalId: string; customerId: string; tokenId?: string }

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
  /** What the last event that was taken in meant. */
  verdict?: VerdictKind
}

export const identityOf = ({ source, fingerprint }: { source: string; fingerprint: string }) => `${source}\n${fingerprint}`

function createAlert(event: AlertEvent, receivedAt: Date): AlertRow {
  const { source, fingerprint, severity, name, rule, description, metricName, targetName, labels, sourceUrl } = event
  const times = { startedAt: receivedAt, endedAt: null, firstSeenAt: receivedAt, lastSeenAt: receivedAt, changedAt: receivedAt }
  const claimed = { claimedStart: null, claimedEnd: null, lateUntil: null, ignored: [] }
  const told = { source, fingerprint, severity, name, rule, description, metricName, targetName, labels, sourceUrl }
  const ofVakt = { alertId: null, entityId: null, incidentId: null, targetKey: null, sourceKey: null, tokenId: null }
  return { ...told, ...times, ...claimed, ...ofVakt, state: 'resolved', neverEnds: event.neverEnds ?? false, count: 0 }
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
    sourceKey: event.sourceKey ?? null,
    neverEnds: event.neverEnds ?? false,
  })
}

const graceMs = 2 * 60_000

/** What is judged. Of an end that an earlier release received only the change of the state says when that was. */
function knownOf({ state, severity, startedAt, endedAt, claimedStart, claimedEnd, lateUntil, changedAt }: AlertRow): KnownAlert {
  const wasStoredBefore = state === 'resolved' && lateUntil === null
  const late = wasStoredBefore ? new Date(changedAt.getTime() + graceMs) : lateUntil
  return { state, severity, startedAt, endedAt, claimedStart, claimedEnd, lateUntil: late }
}

export const changesNothing = (verdict: VerdictKind | undefined): boolean => verdict === 'late-copy' || verdict === 'late-end'

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

function noteVerdict(entry: LedgerEntry, verdict: VerdictKind, event: AlertEvent, isFirst: boolean): void {
  const { alert, notes } = entry
  switch (verdict) {
    case 'fired':
      notes.push({ step: isFirst ? 'received' : 'reopened', details: { source: event.source, severity: event.severity } })
      entry.hasFired = true
      break
    case 'still-firing':
      if (event.severity !== alert.severity)
        notes.push({ step: 'severity-changed', details: { before: alert.severity, after: event.severity } })
      break
    case 'resolved':
      notes.push({ step: 'resolved', details: { source: event.source } })
      entry.hasFired = false
      break
    case 'ended-unheard':
      notes.push({ step: 'ended-unheard', details: { source: event.source } })
      break
    case 'late-copy':
      notes.push({ step: 'stale-ignored', details: { state: event.state } })
      break
    case 'late-end':
      notes.push({ step: alert.state === 'firing' ? 'stale-ignored' : 'duplicate', details: { state: event.state } })
  }
}

/** How the trail names the raw signal of a step. */
const signalDetails = ({ signalId, customerId }: SignalOfEvent) => ({ signalId, signalCustomerId: customerId })

/** What was received and changes nothing is noted once of its kind until the state changes. After an end that did not count people may end the alert. */
function noteIgnored(alert: AlertRow, verdict: VerdictKind): void {
  if (!alert.ignored.includes(verdict)) alert.ignored = [...alert.ignored, verdict]
  if (verdict === 'late-end' && alert.state === 'firing') alert.neverEnds = true
}

/** Takes one event into its alert. Repetition is counted, not told: a sender that repeats itself for a week leaves no week of trail. */
export function takeInEvent(
  entry: LedgerEntry | undefined,
  { event, receivedAt, match, signal, evidence = [] }: ReceivedEvent,
): LedgerEntry {
  const isFirst = entry === undefined
  const { kind: verdict, known } = judgeEvent(entry ? knownOf(entry.alert) : null, event, receivedAt)
  const alert = entry?.alert ?? createAlert(event, receivedAt)
  const result: LedgerEntry = entry ?? { alert, stored: null, notes: [], hasFired: false, isChanged: false, incidentsTouched: new Set() }
  const before = { state: alert.state, severity: alert.severity }
  result.verdict = verdict
  if (!alert.ignored.includes(verdict)) {
    const noted = result.notes.length
    noteVerdict(result, verdict, event, isFirst)
    if (result.notes.length > noted) result.notes.splice(noted, 0, ...evidence)
    if (signal) for (const { details } of result.notes.slice(noted)) Object.assign(details, signalDetails(signal))
  }
  Object.assign(alert, known)
  if (changesNothing(verdict)) noteIgnored(alert, verdict)
  else {
    if (before.state !== alert.state || verdict === 'fired') alert.ignored = []
    if (event.state === 'firing') {
      takeOverText(alert, event)
      alert.tokenId = signal?.tokenId ?? null
    }
    if (verdict === 'fired' || (match && !alert.entityId)) noteEntity(result, event, match)
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

const ofSeeing: ReadonlySet<keyof AlertRow> = new Set(['claimedStart', 'lastSeenAt', 'count'])

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
