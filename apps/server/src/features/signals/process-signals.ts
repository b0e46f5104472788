import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { writeSignalNote } from '@vakt/domain/signal-note.ts'
import type { ReceivedEvent } from '#server/features/alert-intake/intake-ledger.ts'
import { noteBySources } from '#server/features/alert-intake/note-on-alerts.ts'
import { recordAlerts } from '#server/features/alert-intake/record-alerts.ts'
import { matchBindings } from '#server/features/entities/match-bindings.ts'
import { type EntityMatch, matchEntities } from '#server/features/entities/match-entities.ts'
import { noteSourceSignals } from '#server/features/monitoring-sources/note-source-signals.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { type Read, readPendingSignals } from './read-pending-signals.ts'
import {
  findCustomersWithSignalsForAllCustomers,
  markAttempt,
  markProcessed,
  type PendingSignal,
  type ProcessedSignal,
  postponeSignals,
  takeSignals,
} from './signal-table.ts'
import { postponeForVerification } from './sns/sns-signal-table.ts'

const mostAtOnce = 2000
const mostBytesAtOnce = 2 * 1024 * 1024
const mostMatchedAtOnce = 500
const lastAttempt = 8

type Source = { customerId: string; isProvider: boolean }
type ReadEvent = { event: AlertEvent; signal: PendingSignal }

/** How often a signal may exceed the limits of its expression itself before it is set aside. */
const maxOwnFaults = 3

const isWaiting = ({ signal: { attempts }, content }: Read) =>
  content.kind === 'unverified' || (content.kind === 'postponed' && !(content.isOwnFault && attempts + 1 >= maxOwnFaults))

function outcomeOf(read: Read): ProcessedSignal[] {
  const { content } = read
  const { signalId } = read.signal
  if (content.kind === 'unverified' || isWaiting(read)) return []
  if (content.kind === 'postponed')
    return [{ signalId, state: 'unrecognised', note: writeSignalNote('expression-failed', { error: content.problem }) }]
  if (content.kind === 'alerts')
    return [{ signalId, state: 'done', note: content.events.length === 0 ? writeSignalNote('nothing-carried') : null }]
  return [{ signalId, state: content.kind === 'no-alerts' ? 'done' : content.kind, note: content.reason }]
}

const notesOf = ({ content }: Read) => (content.kind === 'no-alerts' ? (content.notes ?? []) : [])

const eventsOf = ({ signal, content }: Read): ReadEvent[] =>
  content.kind === 'alerts' ? content.events.map((event) => ({ event, signal })) : []

/** Nothing could be read of others: a source that sends nothing else does not deliver. */
const isDelivered = ({ content: { kind } }: Read) => kind === 'alerts' || kind === 'no-alerts'

/** Counts the signals at their sources; answers which events are heartbeats there, and no alerts. */
const noteSources = (transaction: Transaction, customerId: string, read: Read[]) =>
  noteSourceSignals(
    transaction,
    customerId,
    read
      .filter((one) => isDelivered(one) && !isWaiting(one))
      .map((one) => ({
        signalId: one.signal.signalId,
        tokenId: one.signal.tokenId,
        receivedAt: one.signal.receivedAt,
        isTest: one.signal.isTest,
        firing: eventsOf(one).flatMap(({ event: { state, name } }) => (state === 'firing' ? [name] : [])),
      })),
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
    received.push({ event, receivedAt: signal.receivedAt, match, signal: { signalId: signal.signalId, customerId } })
  }
  return byOwner
}

/** As many as may be taken at once: then more may wait behind them. */
const isFull = (taken: PendingSignal[]) => taken.length >= mostAtOnce || taken.reduce((sum, { bytes }) => sum + bytes, 0) >= mostBytesAtOnce

/** Works through waiting signals of one customer, all or nothing. Returns which it took; `hasMore` when others surely wait. */
async function processOnce(
  context: Context,
  source: Source,
  limit: number,
): Promise<{ taken: PendingSignal[]; hasMore: boolean; error: unknown }> {
  const taken: PendingSignal[] = []
  const { customerId } = source
  let hasMore = false
  const work = async (transaction: Transaction) => {
    taken.push(...(await takeSignals(transaction, customerId, limit, mostBytesAtOnce)))
    if (taken.length === 0) return
    const read = await readPendingSignals(transaction, customerId, taken)
    hasMore = read.length < taken.length || isFull(taken)
    const events = read.flatMap(eventsOf)
    const [isHeartbeat, matches] = await Promise.all([
      noteSources(transaction, customerId, read),
      matchEvents(transaction, source, events),
      postponeForVerification(
        transaction,
        customerId,
        read.flatMap(({ signal, content }) => (content.kind === 'unverified' ? [signal] : [])),
      ),
      postponeSignals(
        transaction,
        customerId,
        read.flatMap((one) => (one.content.kind === 'postponed' && isWaiting(one) ? [{ ...one.signal, ...one.content }] : [])),
      ),
      markProcessed(transaction, customerId, read.flatMap(outcomeOf), context.now),
    ])
    const alerts = events
      .map((one, index) => ({ ...one, match: matches[index] ?? null }))
      .filter(({ event, signal }) => !isHeartbeat(signal.tokenId, event.name))
    const byOwner = await groupByOwner(transaction, customerId, alerts)
    // Always in the same order, so that two workers cannot wait for each other.
    for (const [owner, received] of [...byOwner].sort(([a], [b]) => (a < b ? -1 : 1)))
      await recordAlerts(transaction, context, owner, received)
    await noteBySources(transaction, read.flatMap(notesOf), context.now)
    const isAnySetAside = read.some(({ content: { kind } }) => kind === 'unrecognised' || kind === 'unreadable')
    if (isAnySetAside) announce(transaction, { type: 'unmatched.changed', customerId })
  }
  try {
    await (source.isProvider ? workForAllCustomers(context, work) : inTransaction(context, customerId, work))
    return { taken, hasMore, error: null }
  } catch (error) {
    return { taken, hasMore, error }
  }
}

/** When a batch fails its signals are tried one by one, so that a bad one holds up no other. */
async function processOf(context: Context, source: Source): Promise<{ taken: PendingSignal[]; hasMore: boolean }> {
  const { taken, hasMore, error } = await processOnce(context, source, mostAtOnce)
  if (!error) return { taken, hasMore }
  if (taken.length === 0) throw error
  for (let done = 0; done < taken.length; done += 1) {
    const single = await processOnce(context, source, 1)
    const [signal] = single.taken
    if (!signal) break
    if (!single.error) continue
    context.log.error({ err: single.error, signalId: signal.signalId }, 'a signal could not be worked through')
    await inTransaction(context, source.customerId, async (transaction) => {
      await markAttempt(transaction, source.customerId, signal.signalId, String((single.error as Error).message).slice(0, 500), lastAttempt)
      announce(transaction, { type: 'unmatched.changed', customerId: source.customerId })
    })
  }
  return { taken, hasMore: isFull(taken) }
}

/** Customers wait for each other no longer than the disk makes them: most of the time of a small batch is its commit. */
const lanes = 2

async function processLane(createContext: () => Context, sources: Iterator<Source>): Promise<boolean> {
  let isMore = false
  for (let next = sources.next(); !next.done; next = sources.next()) {
    const source = next.value
    const startedAt = performance.now()
    const context = createContext()
    const { taken, hasMore } = await processOf(context, source)
    if (taken.length > 0)
      context.log.info(
        { job: 'process-signals', customerId: source.customerId, signals: taken.length, ms: Math.round(performance.now() - startedAt) },
        'job',
      )
    isMore ||= hasMore
  }
  return isMore
}

/**
 * Turns what waits in the inbox into alerts, incidents and tickets. Each signal's work and its mark commit together, so that it happens
 * exactly once however often this is killed. Answers whether there may be more.
 */
export async function processSignals(createContext: () => Context): Promise<boolean> {
  const sources = (await workForAllCustomers(createContext(), findCustomersWithSignalsForAllCustomers)).values()
  // All have ended before this does, also when one fails.
  const outcomes = await Promise.allSettled(Array.from({ length: lanes }, () => processLane(createContext, sources)))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value)
}
