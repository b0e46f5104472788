import type { SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { createBoundedChildren } from '#server/platform/bounded-child.ts'
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

/** What takes longer leaves its place to the next, and is read beside those that come. */
const quickMs = 1000
const slowAtOnce = 2

/**
 * Makes the reader of stored bodies. Large ones are read by processes whose memory and time are bounded: in turn, and those that take long
 * beside the others. The processes are kept while large ones come and ended after `idleMs` without one. A body that needs more than it may take
 * is unreadable.
 */
export function createSignalReader({ timeoutMs, ...bounds }: ReadingLimits = standardLimits): ReadSignalBody {
  const ask = createBoundedChildren(new URL('./read-signal-process.ts', import.meta.url), { ...bounds, quickMs, slowAtOnce })

  const readApart = async (request: ReadingRequest): Promise<SignalContent> => {
    let events: AlertEvent[] = []
    let end: SignalContent | undefined
    const outcome = await ask(request, timeoutMs, () => {
      events = []
      return (given) => {
        const answer = given as ReadingAnswer
        if ('end' in answer) end = answer.end
        else for (const event of answer.events) events.push(event)
        return end !== undefined
      }
    })
    if (outcome === 'not-started' || (outcome === 'answered' && !end))
      throw new Error('The process that reads large signals does not start.')
    if (outcome !== 'answered') return unreadable(outcome)
    return end?.kind === 'alerts' ? { kind: 'alerts', events } : (end as SignalContent)
  }

  return async (format, body, mapping = null) =>
    body.length <= maxInlineBytes ? readAtOnce(format, body, mapping) : readApart({ format, body, mapping })
}

/** Reads a stored body. Never holds the event loop for long, whatever its size. */
export const readSignal = createSignalReader()
