import {
  insertTrail,
  lockAlertsOfCustomer,
  readAlertStates,
  saveAlertStates,
  type TrailEntry,
  touchAlertStates,
} from '#server/features/alerts/alert-states.ts'
import { type Followed, followFiredAlerts, type Settled, settleIncidents } from '#server/features/incidents/follow-alerts.ts'
import { findHolding, type Holding, noteHolds } from '#server/features/service-windows/hold-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { announce, fewIds } from '#server/platform/live/announce.ts'
import { identityOf, isOnlySeenAgain, type LedgerEntry, type Note, type ReceivedEvent, takeInEvent } from './intake-ledger.ts'

/** Keeps statements, and the time that the event loop is held, small. */
const largestPart = 500

const followedNotes = ({ incidentId, joined, ticketId }: Followed): Note[] => {
  if (joined) return [{ step: 'incident-joined', details: { incidentId, reason: joined } }]
  const ticket: Note = ticketId ? { step: 'ticket-opened', details: { ticketId } } : { step: 'ticket-not-wanted', details: { incidentId } }
  return [{ step: 'incident-opened', details: { incidentId } }, ticket]
}

const settledNotes = ({ incidentId, wasResolved, ticket, followed }: Settled): Note[] => {
  if (!wasResolved) return followed?.wasRaised ? [{ step: 'ticket-raised', details: { ticketId: followed.ticketId } }] : []
  const incident: Note = { step: 'incident-resolved', details: { incidentId } }
  return ticket ? [incident, { step: `ticket-${ticket.became}`, details: { ticketId: ticket.ticketId } }] : [incident]
}

async function readLedger(transaction: Transaction, customerId: string, events: ReceivedEvent[]): Promise<Map<string, LedgerEntry>> {
  const keys = new Map(events.map(({ event }) => [identityOf(event), event]))
  const known = await readAlertStates(transaction, customerId, [...keys.values()])
  return new Map(
    known.map((alert) => [
      identityOf(alert),
      { alert, stored: { ...alert }, notes: [], hasFired: false, isChanged: false, incidentsTouched: new Set<string>() },
    ]),
  )
}

/** Takes out what a service window holds: no incident opens or is joined for it. Returns what holds each. */
async function holdFired(
  transaction: Transaction,
  { now }: Context,
  customerId: string,
  fired: LedgerEntry[],
): Promise<Map<LedgerEntry, Holding[]>> {
  const holding = await findHolding(
    transaction,
    customerId,
    fired.map(({ alert }) => alert),
    now,
  )
  const held = new Map<LedgerEntry, Holding[]>()
  for (const [index, entry] of fired.entries()) {
    const [last, ...others] = holding[index] ?? []
    if (!last) continue
    const { serviceWindowId, occurrenceId, reason, endsAt } = last
    held.set(entry, [last, ...others])
    entry.alert.incidentId = null
    const details = { serviceWindowId, occurrenceId, reason, until: new Date(endsAt).toISOString() }
    entry.notes.push({ step: 'held-by-window', details })
  }
  return held
}

/** Returns the incidents that alerts joined. */
async function followFired(
  transaction: Transaction,
  context: Context,
  customerId: string,
  fired: LedgerEntry[],
  names: Map<string, string>,
): Promise<string[]> {
  const followed = await followFiredAlerts(
    transaction,
    context,
    customerId,
    fired.map(({ alert }) => ({
      ...alert,
      subject: alert.entityId ?? `unmatched ${identityOf(alert)}`,
      entity: alert.entityId ? { entityId: alert.entityId, name: names.get(alert.entityId) ?? alert.targetName ?? alert.entityId } : null,
    })),
  )
  fired.forEach(({ alert, notes, incidentsTouched }, index) => {
    const answer = followed[index]
    if (!answer) return
    alert.incidentId = answer.incidentId
    incidentsTouched.add(answer.incidentId)
    notes.push(...followedNotes(answer))
  })
  return [...new Set(followed.flatMap(({ incidentId, joined }) => (joined ? [incidentId] : [])))]
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
    const key = identityOf(received.event)
    const isFull = (parts.at(-1)?.length ?? 0) >= largestPart
    if (isFull || (states.get(key) ?? received.event.state) !== received.event.state) {
      parts.push([])
      states = new Map()
    }
    states.set(key, received.event.state)
    parts.at(-1)?.push(received)
  }
  return parts.filter((part) => part.length > 0)
}

/**
 * Takes the events of one customer in, in their order: alerts, their incidents and tickets, and the trail that tells why, all in the given
 * transaction. Doing it again with the same events changes nothing but how often they were seen.
 */
export async function recordAlerts(transaction: Transaction, context: Context, customerId: string, events: ReceivedEvent[]): Promise<void> {
  const [first, ...others] = splitAtChanges(events)
  if (!first) return
  const [, ledger] = await Promise.all([lockAlertsOfCustomer(transaction, customerId), readLedger(transaction, customerId, first)])
  await recordPart(transaction, context, customerId, first, ledger)
  for (const part of others) await recordPart(transaction, context, customerId, part, await readLedger(transaction, customerId, part))
}

async function recordPart(
  transaction: Transaction,
  context: Context,
  customerId: string,
  events: ReceivedEvent[],
  ledger: Map<string, LedgerEntry>,
): Promise<void> {
  const names = new Map(events.flatMap(({ match }) => (match ? [[match.entityId, match.name] as const] : [])))
  await takeTurns(events, (received) => {
    const key = identityOf(received.event)
    ledger.set(key, takeInEvent(ledger.get(key), received))
  })
  await storeEntries(transaction, context, customerId, [...ledger.values()], names)
}

/** Stores alerts after they were judged, with all that follows from those that began to fire. */
export async function storeEntries(
  transaction: Transaction,
  context: Context,
  customerId: string,
  entries: LedgerEntry[],
  names: Map<string, string>,
): Promise<void> {
  const fired = entries.filter(({ hasFired }) => hasFired)
  const held = await holdFired(transaction, context, customerId, fired)
  const raised = fired.filter((entry) => !held.has(entry))
  const joined = await followFired(transaction, context, customerId, raised, names)
  const seenAgain: LedgerEntry['alert'][] = []
  const changed: LedgerEntry['alert'][] = []
  await takeTurns(entries, (entry) => {
    const rows = isOnlySeenAgain(entry) ? seenAgain : changed
    rows.push(entry.alert)
  })
  if (seenAgain.length > 0) await touchAlertStates(transaction, customerId, seenAgain)
  const saved = changed.length > 0 ? await saveAlertStates(transaction, customerId, changed) : []
  const ids = new Map([...seenAgain, ...saved].map((row) => [identityOf(row), row.alertId ?? '']))
  await noteHolds(transaction, customerId, {
    held: [...held].map(([{ alert }, holding]) => ({ alertId: ids.get(identityOf(alert)) ?? '', holding })),
    recovered: entries
      .filter(({ alert, stored }) => stored?.state === 'firing' && alert.state === 'resolved')
      .flatMap(({ alert }) => alert.alertId ?? []),
    now: context.now,
  })
  const touched = [...new Set(entries.flatMap(({ incidentsTouched }) => [...incidentsTouched]))]
  const settled = await settleIncidents(transaction, context, customerId, touched, joined)
  const trail = trailOf(entries, ids, settled)
  if (trail.length > 0) await insertTrail(transaction, customerId, trail, context.now)
  announceChanges(transaction, customerId, entries, ids)
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
