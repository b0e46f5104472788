import type { SignalMapping } from '@vakt/contract/source-mapping.ts'
import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { createBoundedChild } from '#server/platform/bounded-child.ts'
import { readAtOnce, type SignalContent, type SignalFormat, unreadable } from './read-signal.ts'

export type ReadingRequest = { format: SignalFormat; body: Uint8Array; mapping: SignalMapping | null }
/** The events in portions, so that the event loop is never held for long, then how it ended. */
export type ReadingAnswer = { events: AlertEvent[] } | { end: SignalContent }

/** Bounds of the process that reads large bodies. */
export type ReadingLimits = { heapMegabytes: number; timeoutMs: number; idleMs: number }

/** Above this many bytes the event loop would be held too long, and a process of its own reads. */
export const maxInlineBytes = 64 * 1024
const standardLimits: ReadingLimits = { heapMegabytes: 128, timeoutMs: 10_000, idleMs: 30_000 }

export type ReadSignalBody = (format: SignalFormat, body: Buffer, mapping?: SignalMapping | null) => Promise<SignalContent>

/**
 * Makes the reader of stored bodies. Large ones are read one at a time by a process whose memory and time are bounded; it is kept while large
 * ones come and ended after `idleMs` without one. A body that needs more than it may take is unreadable.
 */
export function createSignalReader({ timeoutMs, ...bounds }: ReadingLimits = standardLimits): ReadSignalBody {
  const ask = createBoundedChild(new URL('./read-signal-process.ts', import.meta.url), bounds)
  let last: Promise<unknown> = Promise.resolve()

  const readApart = async (request: ReadingRequest): Promise<SignalContent> => {
    const events: AlertEvent[] = []
    let end: SignalContent | undefined
    const outcome = await ask(request, timeoutMs, (given) => {
      const answer = given as ReadingAnswer
      if ('end' in answer) end = answer.end
      else for (const event of answer.events) events.push(event)
      return end !== undefined
    })
    if (outcome === 'not-started' || (outcome === 'answered' && !end))
      throw new Error('The process that reads large signals does not start.')
    if (outcome !== 'answered') return unreadable(outcome)
    return end?.kind === 'alerts' ? { kind: 'alerts', events } : (end as SignalContent)
  }

  return async (format, body, mapping = null) => {
    if (body.length <= maxInlineBytes) return readAtOnce(format, body, mapping)
    const reading = last.then(() => readApart({ format, body, mapping }))
    last = reading.catch(() => {})
    return reading
  }
}

/** Reads a stored body. Never holds the event loop for long, whatever its size. */
export const readSignal = createSignalReader()
