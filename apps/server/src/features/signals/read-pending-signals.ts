import { findSenders, type Sender } from '#server/features/monitoring-sources/find-senders.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { takeTurns } from '#server/platform/jobs/take-turns.ts'
import { formatsOfOneSender } from './formats/formats.ts'
import { hashCondition } from './formats/hash-condition.ts'
import { type PostponedContent, readGenericBody } from './read-generic-body.ts'
import { readSignal } from './read-large-signal.ts'
import { eventBytes, isSignalFormat, type SignalContent } from './read-signal.ts'
import type { PendingSignal } from './signal-table.ts'

export type ReadContent = SignalContent | PostponedContent
/** `unverified`: it waits until its signature is verified. */
export type Read = { signal: PendingSignal; content: ReadContent | { kind: 'unverified' } }

const maxEventBytesAtOnce = 16 * 1024 * 1024

/** Makes identities that are unique within one sender unique within the customer. */
function scopeToSender(content: ReadContent, { sourceId }: Sender): ReadContent {
  const scope = <Named extends { fingerprint: string }>(one: Named) => ({ ...one, fingerprint: hashCondition([sourceId, one.fingerprint]) })
  if (content.kind === 'alerts') return { kind: 'alerts', events: content.events.map(scope) }
  return content.kind === 'no-alerts' && content.notes ? { ...content, notes: content.notes.map(scope) } : content
}

/** What a body says. `sender` is needed for the formats of one sender. */
export async function readFromSender(
  customerId: string,
  { format, body }: Pick<PendingSignal, 'format' | 'body'>,
  sender: Sender | undefined,
): Promise<ReadContent> {
  if (!isSignalFormat(format)) return { kind: 'unrecognised', reason: `There is no format "${format}".` }
  const owner = { customerId, sourceId: sender?.sourceId ?? null }
  const content = format === 'generic' ? await readGenericBody(body, sender?.mapping ?? null, owner) : await readSignal(format, body)
  return sender && formatsOfOneSender.has(format) ? scopeToSender(content, sender) : content
}

const isUnverified = ({ format, isTest, isVerified }: PendingSignal) => format === 'cloudwatch-sns' && !isTest && !isVerified

/** Reads signals in their order until their events are as many as fit into memory; those left stay waiting. */
export async function readPendingSignals(transaction: Transaction, customerId: string, signals: PendingSignal[]): Promise<Read[]> {
  const tokenIds = signals.filter(({ format }) => formatsOfOneSender.has(format)).map(({ tokenId }) => tokenId)
  const senders = tokenIds.length > 0 ? await findSenders(transaction, customerId, [...new Set(tokenIds)]) : new Map<string, Sender>()
  const read: Read[] = []
  let bytes = 0
  await takeTurns(signals, async (signal) => {
    if (bytes >= maxEventBytesAtOnce) return
    const content = isUnverified(signal)
      ? ({ kind: 'unverified' } as const)
      : await readFromSender(customerId, signal, senders.get(signal.tokenId))
    read.push({ signal, content })
    if (content.kind === 'alerts') for (const event of content.events) bytes += eventBytes(event)
  })
  return read
}
