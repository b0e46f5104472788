import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { writeSignalNote } from '@vakt/domain/signal-note.ts'
import { matchBindings } from '#server/features/entities/match-bindings.ts'
import { type EntityMatch, matchEntities } from '#server/features/entities/match-entities.ts'
import type { ReceivedEvent } from '#server/features/incidents/intake/intake-ledger.ts'
import { noteBySources } from '#server/features/incidents/intake/note-on-alerts.ts'
import { recordAlerts } from '#server/features/incidents/intake/record-alerts.ts'
import { noteSourceSignals } from '#server/features/monitoring-sources/note-source-signals.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { eventsOf, type Read } from './read-pending-signals.ts'
import { markProcessed, noteOnProcessed, type PendingSignal, type ProcessedSignal, postponeSignals } from './signal-table.ts'
import { writeRecordedEvents } from './signal-turn-table.ts'
import { postponeForVerification } from './sns/sns-signal-table.ts'

const mostMatchedAtOnce = 500
/** How often a signal may exceed the limits of its expression itself before it is set aside. */
const maxOwnFaults = 3

/** What is recorded of a signal in one transaction: some of its alerts. */
export type Part = Read & { events: readonly AlertEvent[]; isFirst: boolean; isLast: boolean }

type Source = { customerId: string; isProvider: boolean }
type ReadEvent = { event: AlertEvent; signal: PendingSignal }

/** The next so many alerts of signals in their order, however they are shared out to signals. */
export function cutParts(read: readonly Read[], maxEvents: number): Part[] {
  const parts: Part[] = []
  let room = maxEvents
  for (const one of read) {
    if (room <= 0) break
    const { recordedEvents } = one.signal
    const all = eventsOf(one)
    const events = all.slice(recordedEvents, recordedEvents + room)
    room -= events.length
    parts.push({ ...one, events, isFirst: recordedEvents === 0, isLast: recordedEvents + events.length >= all.length })
  }
  return parts
}

const isWaiting = ({ signal: { attempts }, content }: Read) =>
  content.kind === 'unverified' || (content.kind === 'postponed' && !(content.isOwnFault && attempts + 1 >= maxOwnFaults))

function outcomeOf(part: Part): ProcessedSignal[] {
  const { content, isLast } = part
  const { signalId } = part.signal
  if (content.kind === 'unverified' || isWaiting(part) || !isLast) return []
  if (content.kind === 'postponed')
    return [{ signalId, state: 'unrecognised', note: writeSignalNote('expression-failed', { error: content.problem }) }]
  if (content.kind === 'alerts')
    return [{ signalId, state: 'done', note: content.events.length === 0 ? writeSignalNote('nothing-carried') : null }]
  return [{ signalId, state: content.kind === 'no-alerts' ? 'done' : content.kind, note: content.reason }]
}

const notesOf = ({ content }: Read) => (content.kind === 'no-alerts' ? (content.notes ?? []) : [])

const firingNames = (part: Part) => eventsOf(part).flatMap(({ state, name }) => (state === 'firing' ? [name] : []))

/** Nothing could be read of others: a source that sends nothing else does not deliver. */
const isDelivered = ({ content: { kind } }: Read) => kind === 'alerts' || kind === 'no-alerts'

/** Counts the signals at their sources, with their first alerts; answers which events are heartbeats there, and no alerts. */
const noteSources = (transaction: Transaction, customerId: string, parts: Part[]) =>
  noteSourceSignals(
    transaction,
    customerId,
    parts.filter(isDelivered).map((part) => {
      const { signalId, tokenId, receivedAt, isTest } = part.signal
      // A test is not counted.
      return part.isFirst
        ? { signalId, tokenId, receivedAt, isTest, firing: firingNames(part) }
        : { signalId: null, tokenId, receivedAt, isTest: true, firing: [] }
    }),
  )

/** For a token of the provider the entity decides whose an event is. */
async function matchEvents(
  transaction: Transaction,
  { customerId, isProvider }: Source,
  events: ReadEvent[],
): Promise<(EntityMatch | null)[]> {
  const targets = events.map(({ event }) => event.targets)
  const portions = Array.from({ length: Math.ceil(targets.length / mostMatchedAtOnce) }, (_, index) =>
    targets.slice(index * mostMatchedAtOnce, (index + 1) * mostMatchedAtOnce),
  )
  const matches = await Promise.all(portions.map((portion) => matchEntities(transaction, isProvider ? null : customerId, portion)))
  return matches.flat()
}

/** What matches no entity, and was not bound to one, stays with the customer whose token brought it. */
async function groupByOwner(
  transaction: Transaction,
  customerId: string,
  events: (ReadEvent & { match: EntityMatch | null })[],
): Promise<Map<string, ReceivedEvent[]>> {
  const unmatched = events.filter(({ match }) => !match)
  const bound = await matchBindings(
    transaction,
    customerId,
    unmatched.map(({ event }) => event),
  )
  const matchOf = new Map(unmatched.map((one, index) => [one, bound[index] ?? null]))
  const byOwner = new Map<string, ReceivedEvent[]>()
  for (const one of events) {
    const { event, signal } = one
    const match = one.match ?? matchOf.get(one) ?? null
    const owner = match?.customerId ?? customerId
    const received = byOwner.get(owner) ?? []
    byOwner.set(owner, received)
    received.push({ event, receivedAt: signal.receivedAt, match, signal: signalOf(customerId, signal) })
  }
  return byOwner
}

/** A test never ends by itself. */
const withoutEnd = (event: AlertEvent, { isTest }: PendingSignal): AlertEvent => (isTest ? { ...event, neverEnds: true } : event)

const signalOf = (customerId: string, { signalId, tokenId }: PendingSignal) => ({ signalId, tokenId, customerId })

/** What became of each signal, and how far one is recorded whose other alerts follow. */
async function markSignals(transaction: Transaction, customerId: string, parts: Part[], now: Date): Promise<void> {
  await Promise.all([
    postponeForVerification(
      transaction,
      customerId,
      parts.flatMap(({ signal, content }) => (content.kind === 'unverified' ? [signal] : [])),
    ),
    postponeSignals(
      transaction,
      customerId,
      parts.flatMap((part) => (part.content.kind === 'postponed' && isWaiting(part) ? [{ ...part.signal, ...part.content }] : [])),
    ),
    markProcessed(transaction, customerId, parts.flatMap(outcomeOf), now),
    ...parts
      .filter(({ isLast }) => !isLast)
      .map(({ signal: { signalId, recordedEvents }, events }) =>
        writeRecordedEvents(transaction, customerId, { signalId, recordedEvents: recordedEvents + events.length }),
      ),
  ])
}

/** Turns parts of signals into alerts, incidents and tickets, in the transaction that marks them, so that it happens exactly once. */
export async function recordParts(transaction: Transaction, context: Context, source: Source, parts: Part[]): Promise<void> {
  const { customerId } = source
  const events = parts.flatMap(({ events: ofPart, signal }) => ofPart.map((event) => ({ event: withoutEnd(event, signal), signal })))
  const [isHeartbeat, matches] = await Promise.all([
    noteSources(transaction, customerId, parts),
    matchEvents(transaction, source, events),
    markSignals(transaction, customerId, parts, context.now),
  ])
  const alerts = events
    .map((one, index) => ({ ...one, match: matches[index] ?? null }))
    .filter(({ event, signal }) => !isHeartbeat(signal.tokenId, event.name))
  const byOwner = await groupByOwner(transaction, customerId, alerts)
  const counted = new Map<string, boolean>()
  // Always in the same order, so that two workers cannot wait for each other.
  for (const [owner, received] of [...byOwner].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const [signalId, isCounted] of await recordAlerts(transaction, context, owner, received))
      counted.set(signalId, counted.get(signalId) || isCounted)
  const late = parts.flatMap(({ signal: { signalId }, isFirst, isLast }) =>
    isFirst && isLast && counted.get(signalId) === false ? [signalId] : [],
  )
  if (late.length > 0) await noteOnProcessed(transaction, customerId, late, writeSignalNote('came-late'))
  await noteBySources(transaction, parts.flatMap(notesOf), context.now)
  const isAnySetAside = parts.some(({ content: { kind } }) => kind === 'unrecognised' || kind === 'unreadable')
  if (isAnySetAside) announce(transaction, { type: 'unmatched.changed', customerId })
}
