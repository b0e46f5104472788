import { Worker } from 'node:worker_threads'
import type { SignalMapping } from '@vakt/contract/source-mapping.ts'
import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { readAtOnce, type SignalContent, type SignalFormat, unreadable } from './read-signal.ts'

export type ThreadRequest = { format: SignalFormat; body: Uint8Array; mapping: SignalMapping | null }
/** The events in portions, so that the event loop is never held for long, then how it ended. */
export type ThreadAnswer = { events: AlertEvent[] } | { end: SignalContent }

/** Bounds of the thread that reads large bodies. */
export type ThreadLimits = { heapMegabytes: number; timeoutMs: number; idleMs: number }

/** Above this many bytes the event loop would be held too long, and the thread reads. */
const maxInlineBytes = 64 * 1024
const standardLimits: ThreadLimits = { heapMegabytes: 128, timeoutMs: 10_000, idleMs: 30_000 }

/** A large body may be handed over to the thread, and is empty afterwards. */
export type ReadSignalBody = (format: SignalFormat, body: Buffer, mapping?: SignalMapping | null) => Promise<SignalContent>

function askThread(thread: Worker, request: ThreadRequest, timeoutMs: number): Promise<SignalContent> {
  return new Promise((resolve, reject) => {
    const events: AlertEvent[] = []
    let error: unknown
    const finish = (content: SignalContent) => {
      clearTimeout(timeout)
      thread.off('message', take).off('error', note).off('exit', end)
      resolve(content)
    }
    const take = (answer: ThreadAnswer) => {
      if ('events' in answer) for (const event of answer.events) events.push(event)
      else finish(answer.end.kind === 'alerts' ? { kind: 'alerts', events } : answer.end)
    }
    const note = (failure: unknown) => {
      error = failure
    }
    const end = () => {
      if ((error as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY') return finish(unreadable('too-much-memory'))
      clearTimeout(timeout)
      reject(error ?? new Error('The thread that reads large signals ended early.'))
    }
    const timeout = setTimeout(() => finish(unreadable('too-slow')), timeoutMs)
    thread.on('message', take).on('error', note).on('exit', end)
    const { buffer, length } = request.body
    thread.postMessage(request, buffer.byteLength === length ? [buffer as ArrayBuffer] : [])
  })
}

/**
 * Makes the reader of stored bodies. Large ones are read one at a time by a thread whose memory and time are bounded; it is kept while large
 * ones come and ended after `idleMs` without one. A body that needs more than the thread may take is unreadable.
 */
export function createSignalReader(limits: ThreadLimits = standardLimits): ReadSignalBody {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const startThread = () => {
    const started = new Worker(new URL('./read-signal-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 16 },
    })
    // It may also die while it is idle.
    started
      .on('error', () => {})
      .on('exit', () => {
        if (thread === started) thread = undefined
      })
    return started
  }

  const endThread = async () => {
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }

  const readInThread = async (request: ThreadRequest): Promise<SignalContent> => {
    clearTimeout(idle)
    thread ??= startThread()
    thread.ref()
    let isUsable = false
    try {
      const content = await askThread(thread, request, limits.timeoutMs)
      isUsable = content.kind !== 'unreadable'
      return content
    } finally {
      if (isUsable) {
        thread.unref()
        idle = setTimeout(() => void endThread(), limits.idleMs).unref()
      } else await endThread()
    }
  }

  return async (format, body, mapping = null) => {
    if (body.length <= maxInlineBytes) return readAtOnce(format, body, mapping)
    const reading = last.then(() => readInThread({ format, body, mapping }))
    last = reading.catch(() => {})
    return reading
  }
}

/** Reads a stored body. Never holds the event loop for long, whatever its size. */
export const readSignal = createSignalReader()
