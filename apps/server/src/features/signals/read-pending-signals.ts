import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { findSenders, type Sender } from '#server/features/monitoring-sources/find-senders.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { formatsOfOneSender } from './formats/formats.ts'
import { hashCondition } from './formats/hash-condition.ts'
import { type PostponedContent, readGenericBody } from './read-generic-body.ts'
import { readSignal } from './read-large-signal.ts'
import { eventBytes, isSignalFormat, type SignalContent } from './read-signal.ts'
import type { PendingSignal } from './signal-table.ts'

type ReadContent = SignalContent | PostponedContent
/** `unverified`: it waits until its signature is verified. */
export type Read = { signal: PendingSignal; content: ReadContent | { kind: 'unverified' } }

/** Signals of one customer that a process works through, in their order: those that are read are before those that are not. */
export type Batch = {
  read: Read[]
  unread: PendingSignal[]
  senders: ReadonlyMap<string, Sender>
  /** As many were taken as may be at once: more may wait behind them. */
  isFull: boolean
}

const maxEventBytesAtOnce = 16 * 1024 * 1024
/** What waits for the process or the thread that reads, waits no longer than this in one turn. */
const maxReadingMs = 250

const noBody = Buffer.alloc(0)

/** Makes identities that are unique within one sender unique within the customer. */
function scopeToSender(content: ReadContent, { sourceId }: Sender): ReadContent {
  const scope = <Named extends { fingerprint: string }>(one: Named) => ({ ...one, fingerprint: hashCondition([sourceId, one.fingerprint]) })
  if (content.kind === 'alerts') return { kind: 'alerts', events: content.events.map(scope) }
  return content.kind === 'no-alerts' && content.notes ? { ...content, notes: content.notes.map(scope) } : content
}

export type ReadFromSender = (
  customerId: string,
  signal: Pick<PendingSignal, 'format' | 'body'>,
  sender: Sender | undefined,
) => Promise<ReadContent>

/** What a body says. `sender` is needed for the formats of one sender. */
export const readFromSender: ReadFromSender = async (customerId, { format, body }, sender) => {
  if (!isSignalFormat(format)) return { kind: 'unrecognised', reason: `There is no format "${format}".` }
  const owner = { customerId, sourceId: sender?.sourceId ?? null }
  const content = format === 'generic' ? await readGenericBody(body, sender?.mapping ?? null, owner) : await readSignal(format, body)
  return sender && formatsOfOneSender.has(format) ? scopeToSender(content, sender) : content
}

const isUnverified = ({ format, isTest, isVerified }: PendingSignal) => format === 'cloudwatch-sns' && !isTest && !isVerified

/** The sources of those signals whose reading depends on them, by token. */
export async function findSendersOf(
  transaction: Transaction,
  customerId: string,
  signals: readonly PendingSignal[],
): Promise<Map<string, Sender>> {
  const tokenIds = signals.filter(({ format }) => formatsOfOneSender.has(format)).map(({ tokenId }) => tokenId)
  return tokenIds.length > 0 ? findSenders(transaction, customerId, [...new Set(tokenIds)]) : new Map()
}

export const eventsOf = ({ content }: Read): readonly AlertEvent[] => (content.kind === 'alerts' ? content.events : [])

/** Roughly what a batch keeps in memory. */
export const batchBytes = ({ read, unread }: Batch): number =>
  unread.reduce((sum, { bytes }) => sum + bytes, 0) +
  read.reduce((sum, one) => sum + eventsOf(one).reduce((ofEvents, event) => ofEvents + eventBytes(event), 0), 0)

/** Thrown when the first signal that was to be read could not be. */
export class ReadingFailed extends Error {
  readonly signal: PendingSignal
  constructor(signal: PendingSignal, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.signal = signal
  }
}

/**
 * Reads signals of a batch in their order, outside any transaction, until it holds `maxEvents`, or as much as fits into memory, or has read for
 * a while. Throws `ReadingFailed` where nothing was read before.
 */
export async function readMore(
  customerId: string,
  batch: Batch,
  { maxEvents, read }: { maxEvents: number; read: ReadFromSender },
): Promise<void> {
  const until = performance.now() + maxReadingMs
  let events = batch.read.reduce((sum, one) => sum + eventsOf(one).length - one.signal.recordedEvents, 0)
  let bytes = 0
  let isEnough = false
  await takeTurns([...batch.unread], async (signal) => {
    isEnough ||= events >= maxEvents || bytes >= maxEventBytesAtOnce || (batch.read.length > 0 && performance.now() > until)
    if (isEnough) return
    try {
      const content = isUnverified(signal)
        ? ({ kind: 'unverified' } as const)
        : await read(customerId, signal, batch.senders.get(signal.tokenId))
      // What was read takes its memory as events.
      batch.read.push({ signal: { ...signal, body: noBody }, content })
      batch.unread.shift()
      if (content.kind !== 'alerts') return
      events += content.events.length
      for (const event of content.events) bytes += eventBytes(event)
    } catch (error) {
      // It is the first of the next turn.
      isEnough = true
      if (batch.read.length === 0) throw new ReadingFailed(signal, error)
    }
  })
}
