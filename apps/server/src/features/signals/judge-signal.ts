import type { SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import type { Pool } from 'pg'
import { findSenders } from '#server/features/monitoring-sources/find-senders.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type EvaluateExpression, evaluateExpression } from './expressions/evaluate-expression.ts'
import { type PostponedContent, readGenericBody } from './read-generic-body.ts'
import { createSignalReader, maxInlineBytes, type ReadSignalBody } from './read-large-signal.ts'
import { isSignalFormat, readAtOnce, readBeginning, type SignalContent, type SignalFormat, unreadableReasons } from './read-signal.ts'
import type { IngestToken } from './signal-table.ts'

type Judged = { state: 'unrecognised' | 'unreadable'; note: string }
export type JudgeSignal = (token: IngestToken, format: string, body: Buffer) => Promise<Judged | null>

/** The sender waits for the answer. */
const maxWaitMs = 3000
const readerLimits = { heapMegabytes: 128, timeoutMs: maxWaitMs, idleMs: 10_000 }
/** So long nothing that takes long is judged of a customer after one that took too long. */
const restMs = 10_000
const maxResting = 10_000

type Content = SignalContent | PostponedContent

/** `postponed` is not known yet, and what took too long here may be read by the worker. */
function judgedOf(content: Content | null): Judged | null {
  if (content?.kind === 'unrecognised') return { state: content.kind, note: content.reason }
  return content?.kind === 'unreadable' && content.reason !== unreadableReasons['too-slow']
    ? { state: content.kind, note: content.reason }
    : null
}

/** Null after so many milliseconds; what is asked goes on. */
async function waitFor<T>(asked: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** What exceeds the limits here, on a machine that is busy now, may not do so later. */
const evaluateOnce: EvaluateExpression = async (owner, request) => {
  const answer = await evaluateExpression(owner, request)
  return 'failure' in answer && 'problem' in answer ? { retryInMs: restMs, problem: answer.problem, isOwnFault: false } : answer
}

/**
 * Makes what says why nothing of a stored body is understood, to be told to its sender; null where something is, or where that is not known
 * before the worker has read it. Small bodies are judged at once. Large ones, and those whose mapping has an expression, are read apart for at
 * most three seconds, one at a time and one of a customer: what comes meanwhile is left to the worker. Never rejects.
 */
export function createSignalJudge(
  pool: Pool,
  readLarge: ReadSignalBody = createSignalReader(readerLimits),
  waitMs = maxWaitMs,
): JudgeSignal {
  const busy = new Set<string>()
  const restingUntil = new Map<string, number>()
  let isReadingLarge = false

  const rest = (customerId: string) => {
    if (restingUntil.size >= maxResting) restingUntil.clear()
    restingUntil.set(customerId, performance.now() + restMs)
  }

  const readLargeAlone = async (format: SignalFormat, body: Buffer, mapping: SignalMapping | null): Promise<SignalContent | null> => {
    if (isReadingLarge) return null
    isReadingLarge = true
    try {
      return await readLarge(format, body, mapping)
    } finally {
      isReadingLarge = false
    }
  }

  /** Of one customer one at a time; answers null in time while the work goes on. */
  const readApart = async (customerId: string, read: () => Promise<Content | null>): Promise<Content | null> => {
    if (busy.has(customerId) || (restingUntil.get(customerId) ?? 0) > performance.now()) return null
    busy.add(customerId)
    const asked = read().finally(() => busy.delete(customerId))
    const content = await waitFor(asked, waitMs)
    if (busy.has(customerId) || content?.kind === 'postponed') rest(customerId)
    // What fails later fails for nobody.
    asked.catch(() => {})
    return content
  }

  const findMapping = async ({ customerId, tokenId }: IngestToken): Promise<SignalMapping | null> => {
    const senders = await inTransaction({ pool }, customerId, (transaction) => findSenders(transaction, customerId, [tokenId]))
    return senders.get(tokenId)?.mapping ?? null
  }

  const read = async (token: IngestToken, format: SignalFormat, body: Buffer): Promise<Content | null> => {
    const { customerId } = token
    const isSmall = body.length <= maxInlineBytes
    if (format !== 'generic') return isSmall ? readBeginning(format, body) : readApart(customerId, () => readLargeAlone(format, body, null))
    const mapping = await findMapping(token)
    if (mapping?.expression)
      return readApart(customerId, () => readGenericBody(body, mapping, { customerId, sourceId: null }, evaluateOnce))
    if (isSmall || !mapping) return readAtOnce(format, mapping ? body : noBody, mapping)
    return readApart(customerId, () => readLargeAlone(format, body, mapping))
  }

  return async (token, format, body) => {
    if (!isSignalFormat(format)) return null
    try {
      return judgedOf(await read(token, format, body))
    } catch {
      // The body is stored, and the sender is answered so.
      return null
    }
  }
}

const noBody = Buffer.from('{}')
