import { alertTitle } from '@vakt/domain/alert-title.ts'
import { alertsEndedBy } from '@vakt/domain/ended-alerts.ts'
import { isEscalationHeld, isWorse } from '@vakt/domain/service-windows/held-escalation.ts'
import { type Followed, followFiredAlerts, followTitles, type Settled, settleIncidents } from '#server/features/incidents/follow-alerts.ts'
import { incidentPortsOf } from '#server/features/incidents/incident-followers.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { announce, fewIds } from '#server/platform/live/announce.ts'
import { readAlertStates, readFiringBySourceKey, saveAlertStates, touchAlertStates } from './alert-state-table.ts'
import { insertTrail, lockAlertsOfCustomer, type TrailEntry } from './alert-states.ts'
import { findHeld, hasWorsened, heldNote, holdEntry } from './hold-entries.ts'
import {
  changesNothing,
  identityOf,
  isOnlySeenAgain,
  type LedgerEntry,
  type Note,
  type ReceivedEvent,
  takeInEvent,
} from './intake-ledger.ts'

/** Keeps statements, and the time that the event loop is held, small. */
const largestPart = 500

const noteOf = ({ step, details }: Note): Note => ({ step, details })

const followedNotes = ({ incidentId, joined, notes, title, finding }: Followed): Note[] => {
  if (joined) return [{ step: 'incident-joined', details: { incidentId, reason: joined } }]
  const called = { ...(title ? { title } : {}), ...(finding ? { finding: JSON.stringify(finding) } : {}) }
  return [{ step: 'incident-opened', details: { incidentId, ...called } }, ...notes.map(noteOf)]
}

const settledNotes = ({ incidentId, wasResolved, notes }: Settled): Note[] => [
  ...(wasResolved ? [{ step: 'incident-resolved', details: { incidentId } }] : []),
  ...notes.map(noteOf),
]

async function readLedger(transaction: Transaction, customerId: string, events: ReceivedEvent[]): Promise<Map<string, LedgerEntry>> {
  const keys = new Map(events.map(({ event }) => [identityOf(event), event]))
  const bySourceKey = new Map(
    events.flatMap(({ event }) =>
      event.state === 'resolved' && event.sourceKey ? [[sourceKeyOf(event), { ...event, sourceKey: event.sourceKey }]] : [],
    ),
  )
  const [known, called] = await Promise.all([
    readAlertStates(transaction, customerId, [...keys.values()]),
    bySourceKey.size > 0 ? readFiringBySourceKey(transaction, customerId, [...bySourceKey.values()]) : [],
  ])
  return new Map(
    [...called, ...known].map((alert) => [
      identityOf(alert),
      { alert, stored: { ...alert }, notes: [], hasFired: false, isChanged: false, incidentsTouched: new Set<string>() },
    ]),
  )
}

const sourceKeyOf = ({ source, sourceKey }: { source: string; sourceKey?: string | null }) => `${source}\n${sourceKey}`

/** An end counts for every alert that fires and that its source calls so, whatever labels or dimensions it left out. */
function spreadEnds(events: ReceivedEvent[], ledger: ReadonlyMap<string, LedgerEntry>): ReceivedEvent[] {
  const firing = [...ledger.values()].flatMap(({ alert }) => (alert.state === 'firing' && alert.sourceKey ? [alert] : []))
  const called = Map.groupBy(firing, sourceKeyOf)
  return events.flatMap((received) => {
    const { event } = received
    const others = event.state === 'resolved' && event.sourceKey ? alertsEndedBy(event, called.get(sourceKeyOf(event)) ?? []) : []
    if (others.length === 0) return [received]
    const isNamed = ledger.get(identityOf(event))?.alert.state === 'firing'
    const fingerprints = new Set([...(isNamed ? [event.fingerprint] : []), ...others.map(({ fingerprint }) => fingerprint)])
    return [...fingerprints].map((fingerprint) => ({ ...received, event: { ...event, fingerprint } }))
  })
}

/** Returns the incidents that opened for alerts, and those that they joined. */
async function followFired(
  transaction: Transaction,
  context: Context,
  customerId: string,
  fired: LedgerEntry[],
  { names, isQuiet }: { names: Map<string, string>; isQuiet: boolean },
): Promise<{ opened: string[]; joined: string[] }> {
  const followed = await followFiredAlerts(
    transaction,
    context,
    customerId,
    fired.map(({ alert }) => ({
      ...alert,
      subject: alert.entityId ?? `unmatched ${identityOf(alert)}`,
      entity: alert.entityId ? { entityId: alert.entityId, name: names.get(alert.entityId) ?? alert.targetName ?? alert.entityId } : null,
    })),
    isQuiet,
  )
  fired.forEach(({ alert, notes, incidentsTouched }, index) => {
    const answer = followed[index]
    if (!answer) return
    alert.incidentId = answer.incidentId
    incidentsTouched.add(answer.incidentId)
    notes.push(...followedNotes(answer))
  })
  const idsOf = (hasJoined: boolean) => [
    ...new Set(followed.flatMap(({ incidentId, joined }) => ((joined !== null) === hasJoined ? [incidentId] : []))),
  ]
  const opened = idsOf(false)
  return { opened, joined: idsOf(true) }
}

/** What fires and says something else than it did. What joins an incident names it only where it is worse than all that was there. */
function spokenNow({ alert, stored, verdict, hasFired }: LedgerEntry, settled: Settled[]) {
  const { state, incidentId } = alert
  if (state !== 'firing' || !incidentId || changesNothing(verdict)) return []
  const made = hasFired ? settled.find((one) => one.incidentId === incidentId) : undefined
  if (hasFired && !(made && isWorse(made.severity, made.before) && made.severity === alert.severity)) return []
  const isSaidAlready = stored !== null && stored.severity === alert.severity && alertTitle(stored) === alertTitle(alert)
  return isSaidAlready ? [] : [{ ...alert, incidentId }]
}

function trailOf(entries: LedgerEntry[], ids: Map<string, string>, settled: Settled[]): TrailEntry[] {
  const ends = new Map(settled.map((incident) => [incident.incidentId, incident]))
  return entries.flatMap(({ alert, notes, isChanged }) => {
    const alertId = ids.get(identityOf(alert)) ?? ''
    const incident = isChanged && alert.incidentId ? ends.get(alert.incidentId) : undefined
    const isCause = incident?.wasResolved ? alert.state === 'resolved' : alert.severity === incident?.severity
    return [...notes, ...(incident && isCause ? settledNotes(incident) : [])].map((note) => ({ alertId, ...note }))
  })
}

/** Cuts the events where an alert changes its state within them, so that a short episode leaves its incident however late it is worked through. */
function splitAtChanges(events: ReceivedEvent[]): ReceivedEvent[][] {
  const parts: ReceivedEvent[][] = [[]]
  let states = new Map<string, string>()
  for (const received of events) {
    const { event } = received
    const keys = [identityOf(event), ...(event.sourceKey ? [`called ${sourceKeyOf(event)}`] : [])]
    const isFull = (parts.at(-1)?.length ?? 0) >= largestPart
    if (isFull || keys.some((key) => (states.get(key) ?? event.state) !== event.state)) {
      parts.push([])
      states = new Map()
    }
    for (const key of keys) states.set(key, event.state)
    parts.at(-1)?.push(received)
  }
  return parts.filter((part) => part.length > 0)
}

/**
 * Takes the events of one customer in, in their order: alerts, their incidents and tickets, and the trail that tells why, all in the given
 * transaction. Doing it again with the same events changes nothing but how often they were seen. Returns the signals, and whether each changed or
 * repeated something; the others came too late.
 */
export async function recordAlerts(
  transaction: Transaction,
  context: Context,
  customerId: string,
  events: ReceivedEvent[],
): Promise<Map<string, boolean>> {
  const counted = new Map<string, boolean>()
  const [first, ...others] = splitAtChanges(events)
  if (!first) return counted
  const [, ledger] = await Promise.all([lockAlertsOfCustomer(transaction, customerId), readLedger(transaction, customerId, first)])
  await recordPart(transaction, context, customerId, first, { ledger, counted })
  for (const part of others)
    await recordPart(transaction, context, customerId, part, { ledger: await readLedger(transaction, customerId, part), counted })
  return counted
}

async function recordPart(
  transaction: Transaction,
  context: Context,
  customerId: string,
  events: ReceivedEvent[],
  { ledger, counted }: { ledger: Map<string, LedgerEntry>; counted: Map<string, boolean> },
): Promise<void> {
  const names = new Map(events.flatMap(({ match }) => (match ? [[match.entityId, match.name] as const] : [])))
  await takeTurns(spreadEnds(events, ledger), (received) => {
    const key = identityOf(received.event)
    const entry = takeInEvent(ledger.get(key), received)
    ledger.set(key, entry)
    const signalId = received.signal?.signalId
    if (signalId) counted.set(signalId, counted.get(signalId) || !changesNothing(entry.verdict))
  })
  const seen = [...ledger.values()].filter(({ verdict }) => verdict !== undefined)
  await storeEntries(transaction, context, customerId, seen, { names })
}

/**
 * Stores alerts after they were judged, with all that follows from those that began to fire. `isQuiet`: the caller reports the incidents that are
 * returned, those that opened and those that got worse.
 */
export async function storeEntries(
  transaction: Transaction,
  context: Context,
  customerId: string,
  entries: LedgerEntry[],
  { names, isQuiet = false }: { names: Map<string, string>; isQuiet?: boolean },
): Promise<{ opened: string[]; escalated: string[] }> {
  const fired = entries.filter(({ hasFired }) => hasFired)
  const worse = entries.filter(hasWorsened)
  const held = await findHeld(transaction, context, customerId, [...fired, ...worse])
  const heldBack = fired.filter((entry) => held.has(entry))
  for (const entry of heldBack) holdEntry(entry, held.get(entry) ?? [])
  const raised = fired.filter((entry) => !held.has(entry))
  const { opened, joined } = await followFired(transaction, context, customerId, raised, { names, isQuiet })
  const seenAgain: LedgerEntry['alert'][] = []
  const changed: LedgerEntry['alert'][] = []
  await takeTurns(entries, (entry) => {
    const rows = isOnlySeenAgain(entry) ? seenAgain : changed
    rows.push(entry.alert)
  })
  if (seenAgain.length > 0) await touchAlertStates(transaction, customerId, seenAgain)
  const saved = changed.length > 0 ? await saveAlertStates(transaction, customerId, changed) : []
  const ids = new Map([...seenAgain, ...saved].map((row) => [identityOf(row), row.alertId ?? '']))
  const touched = [...new Set(entries.flatMap(({ incidentsTouched }) => [...incidentsTouched]))]
  const rising = [...raised, ...worse]
  const settled = await settleIncidents(transaction, context, customerId, touched, {
    joinedIds: joined,
    isQuiet,
    holdsEscalation: ({ incidentId, severity }) =>
      isEscalationHeld(
        severity,
        rising.flatMap((entry) =>
          entry.alert.incidentId === incidentId ? { severity: entry.alert.severity, isHeld: held.has(entry) } : [],
        ),
      ),
  })
  const renamed = await followTitles(
    transaction,
    context,
    customerId,
    entries.flatMap((entry) => spokenNow(entry, settled)),
  )
  const before = new Map(settled.flatMap((one) => (one.isEscalationHeld ? [[one.incidentId, one.before]] : [])))
  const escalations = worse.filter((entry) => held.has(entry) && before.has(entry.alert.incidentId ?? ''))
  for (const entry of escalations) entry.notes.push(heldNote('escalation-held', held.get(entry) ?? []))
  const noted = {
    held: [...heldBack, ...escalations].map((entry) => ({
      alertId: ids.get(identityOf(entry.alert)) ?? '',
      holding: held.get(entry) ?? [],
      escalatedFrom: before.get(entry.alert.incidentId ?? '') ?? null,
    })),
    recovered: entries
      .filter(({ alert, stored }) => stored?.state === 'firing' && alert.state === 'resolved')
      .flatMap(({ alert }) => alert.alertId ?? []),
    now: context.now,
  }
  if (noted.held.length + noted.recovered.length > 0) await incidentPortsOf(context).hold.note(transaction, customerId, noted)
  const trail = trailOf(entries, ids, settled)
  if (trail.length > 0) await insertTrail(transaction, customerId, trail, context.now)
  announceChanges(transaction, customerId, entries, ids)
  if (renamed.length > 0) announce(transaction, { type: 'incident.changed', customerId, ...fewIds('incidentIds', renamed) })
  const escalated = settled.filter((one) => !one.wasResolved && !one.isEscalationHeld && isWorse(one.severity, one.before))
  return { opened, escalated: escalated.map(({ incidentId }) => incidentId) }
}

function announceChanges(transaction: Transaction, customerId: string, entries: LedgerEntry[], ids: Map<string, string>): void {
  const changed = entries.filter(({ isChanged }) => isChanged)
  if (changed.length > 0) {
    const alertIds = changed.map(({ alert }) => ids.get(identityOf(alert)) ?? '')
    const incidentIds = changed.flatMap(({ alert, incidentsTouched }) => [
      ...incidentsTouched,
      ...(alert.incidentId ? [alert.incidentId] : []),
    ])
    announce(
      transaction,
      { type: 'alert.changed', customerId, ...fewIds('alertIds', alertIds) },
      { type: 'incident.changed', customerId, ...fewIds('incidentIds', [...new Set(incidentIds)]) },
    )
  }
  if (entries.some(({ alert, stored }) => alert.entityId === null || stored?.entityId === null))
    announce(transaction, { type: 'unmatched.changed', customerId })
}
