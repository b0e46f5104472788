import { writeSignalNote } from '@vakt/domain/signal-note.ts'
import type { Context } from '#server/platform/context.ts'
import { reservedOf } from '#server/platform/database/transact.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { isPassing } from '#server/platform/http/answer-errors.ts'
import { announce } from '#server/platform/live/announce.ts'
import { type Batch, findSendersOf, type ReadFromSender, ReadingFailed, readMore } from './read-pending-signals.ts'
import { cutParts, type Part, recordParts } from './record-signals.ts'
import { markAttempt, takeSignals } from './signal-table.ts'
import {
  areWaiting,
  endTurn,
  extendTurn,
  lockSignals,
  noteUnended,
  readTurn,
  removeTurn,
  restTurn,
  type SourceOfSignals,
  workAlone,
  writeTurn,
} from './signal-turn-table.ts'

const mostTaken = 2000
const mostBytesTaken = 2 * 1024 * 1024
/** Of one turn: its transaction is short, so that other customers are never far behind. */
const maxSignals = 500
const maxEvents = 500
const maxAttempts = 8
const setAsideAt = 3
const leaseSeconds = 10

export type TurnSettings = {
  /** Names this process where it notes what it begins. */
  holder: string
  read: ReadFromSender
  /** Signals whose work was begun more often without an end are left out. */
  maxUnended: number
}

/** What a turn leaves: a batch to go on with; whether more may wait in the inbox; a fault that passes by itself. */
export type TurnOutcome = { batch: Batch | null; hasMore: boolean; fault?: unknown }

/** Another process has the signals meanwhile. */
class TurnLost extends Error {}

const noteOf = (batch: Batch, holder: string) => ({
  holder,
  signalIds: [...batch.read.map(({ signal }) => signal), ...batch.unread].slice(0, maxSignals).map(({ signalId }) => signalId),
  leaseSeconds,
})

/** Should the database crash, a note of a beginning may be lost with it: one more attempt is made then. */
const inNote = <T>(context: Context, customerId: string, work: (transaction: Transaction) => Promise<T>) =>
  inTransaction(context, customerId, async (transaction) => {
    await transaction.query('set local synchronous_commit = off')
    return work(transaction)
  })

/** What another process began and did not end: it, or something in it, may have ended that process. */
async function takeOver(transaction: Transaction, context: Context, customerId: string, signalIds: string[]): Promise<void> {
  await removeTurn(transaction, customerId)
  if (signalIds.length === 0) return
  const note = writeSignalNote('ended-process')
  const setAside = await noteUnended(transaction, customerId, { signalIds, maxUnended: setAsideAt, note })
  context.log.warn({ customerId, signals: signalIds.length, setAside }, 'work on signals was begun and did not end')
  if (setAside > 0) announce(transaction, { type: 'unmatched.changed', customerId })
}

/** Takes the next signals of a customer, and notes that they are begun. */
function begin(
  context: Context,
  customerId: string,
  { holder, maxUnended }: TurnSettings,
): Promise<{ batch: Batch | null; hasMore: boolean }> {
  return inNote(context, customerId, async (transaction) => {
    const [isMine, turn] = await Promise.all([lockSignals(transaction, customerId), readTurn(transaction, customerId, holder)])
    if (!isMine || (turn && !turn.isMine && !turn.isLapsed)) return { batch: null, hasMore: false }
    if (turn && !turn.isMine) {
      await takeOver(transaction, context, customerId, turn.signalIds)
      return { batch: null, hasMore: true }
    }
    const { signals: unread, isFull } = await takeSignals(transaction, customerId, {
      limit: mostTaken,
      largestSum: mostBytesTaken,
      maxUnended,
    })
    if (unread.length === 0) {
      if (turn) await removeTurn(transaction, customerId)
      return { batch: null, hasMore: false }
    }
    const batch = { read: [], unread, senders: await findSendersOf(transaction, customerId, unread), isFull }
    await writeTurn(transaction, customerId, noteOf(batch, holder))
    return { batch, hasMore: false }
  })
}

/** Notes that the rest of a batch is begun; answers false where another process has begun meanwhile. */
function goOn(context: Context, customerId: string, batch: Batch, holder: string): Promise<boolean> {
  return inNote(context, customerId, async (transaction) => {
    const [isMine, turn] = await Promise.all([lockSignals(transaction, customerId), readTurn(transaction, customerId, holder)])
    if (!isMine || (turn && !turn.isMine)) return false
    await writeTurn(transaction, customerId, noteOf(batch, holder))
    return true
  })
}

/** Extends the lease of a turn until it is stopped. */
function keepTurn(context: Context, customerId: string, holder: string): () => void {
  const scope = { pool: reservedOf(context.pool) }
  const extend = () =>
    void inTransaction(scope, customerId, (transaction) => extendTurn(transaction, customerId, { holder, leaseSeconds })).catch(() => {})
  const timer = setInterval(extend, (leaseSeconds * 1000) / 3)
  return () => clearInterval(timer)
}

function record(
  context: Context,
  source: SourceOfSignals,
  { parts, isLast, holder }: { parts: Part[]; isLast: boolean; holder: string },
): Promise<void> {
  const { customerId } = source
  const work = async (transaction: Transaction) => {
    const checks = await Promise.all([
      lockSignals(transaction, customerId),
      isLast ? endTurn(transaction, customerId, holder) : restTurn(transaction, customerId, { holder, leaseSeconds }),
      areWaiting(
        transaction,
        customerId,
        parts.map(({ signal }) => signal),
      ),
    ])
    if (!checks.every(Boolean)) throw new TurnLost()
    await recordParts(transaction, context, source, parts)
  }
  return source.isProvider ? workForAllCustomers(context, work) : inTransaction(context, customerId, work)
}

/** What is left of a batch once these parts are recorded; null where nothing is. */
function withoutParts(batch: Batch, parts: Part[]): Batch | null {
  const cut = parts.at(-1)
  const read = batch.read.slice(parts.filter(({ isLast }) => isLast).length)
  if (cut && !cut.isLast && read[0]) {
    const { signal, content } = read[0]
    read[0] = { signal: { ...signal, recordedEvents: signal.recordedEvents + cut.events.length }, content }
  }
  return read.length + batch.unread.length > 0 ? { ...batch, read } : null
}

/** A single signal waits longer each time, and is set aside at last; those of a batch are worked on alone, so that a bad one holds up no other. */
async function noteFailure(context: Context, customerId: string, { holder, error, signalIds }: Failure): Promise<TurnOutcome> {
  const [first] = signalIds
  if (isPassing(error as Error) && (error as { code?: string }).code !== '57014') {
    await inTransaction(context, customerId, (transaction) => endTurn(transaction, customerId, holder)).catch(() => {})
    return { batch: null, hasMore: false, fault: error }
  }
  context.log.error({ err: error, customerId, signalIds: signalIds.slice(0, 10) }, 'signals could not be worked through')
  await inTransaction(context, customerId, async (transaction) => {
    await endTurn(transaction, customerId, holder)
    if (signalIds.length > 1) return workAlone(transaction, customerId, signalIds)
    if (first) await markAttempt(transaction, customerId, first, String((error as Error).message).slice(0, 500), maxAttempts)
    announce(transaction, { type: 'unmatched.changed', customerId })
  })
  return { batch: null, hasMore: true }
}

type Failure = { holder: string; error: unknown; signalIds: string[] }

/**
 * One turn of a customer: some of its signals are read outside any transaction, and at most 500 of their alerts are recorded in one. That it is
 * begun is noted before; what ends the process is found by that. Goes on with the batch of the turn before, where one is given.
 */
export async function takeTurn(
  context: Context,
  source: SourceOfSignals,
  settings: TurnSettings,
  kept: Batch | undefined,
): Promise<TurnOutcome> {
  const { customerId } = source
  const { holder, read } = settings
  const begun =
    kept && (await goOn(context, customerId, kept, holder)) ? { batch: kept, hasMore: false } : await begin(context, customerId, settings)
  const { batch } = begun
  if (!batch) return begun
  const stop = keepTurn(context, customerId, holder)
  let parts: Part[] = []
  try {
    await readMore(customerId, batch, { maxEvents, read })
    parts = cutParts(batch.read.slice(0, maxSignals), maxEvents)
    const left = withoutParts(batch, parts)
    await record(context, source, { parts, isLast: left === null, holder })
    return { batch: left, hasMore: batch.isFull }
  } catch (error) {
    if (error instanceof TurnLost) return { batch: null, hasMore: false }
    const signals = error instanceof ReadingFailed ? [error.signal] : parts.map(({ signal }) => signal)
    const signalIds = signals.map(({ signalId }) => signalId)
    return await noteFailure(context, customerId, { holder, error: error instanceof ReadingFailed ? error.cause : error, signalIds })
  } finally {
    stop()
  }
}
