import { Worker } from 'node:worker_threads'
import type { AlertEvent, ReadSignal } from '@vakt/domain/alert-event.ts'
import { formats } from './formats/formats.ts'

export type SignalFormat = keyof typeof formats

export const isSignalFormat = (name: string): name is SignalFormat => Object.hasOwn(formats, name)

/** Above this the event loop would be held too long, and a thread reads. */
const largestReadInline = 192 * 1024

/** What a thread answers: the events in portions, then how it ended. `null`: not JSON. */
export type ThreadAnswer = { events: AlertEvent[] } | { end: ReadSignal['kind'] | null; reason: string }

/** Not JSON at all. */
export const unreadable = { kind: 'unreadable' as const, reason: 'The body is not valid JSON.' }

export type SignalContent = ReadSignal | typeof unreadable

const decoder = new TextDecoder()

export function parseJson(body: Uint8Array): { value: unknown } | null {
  try {
    return { value: JSON.parse(decoder.decode(body)) }
  } catch {
    return null
  }
}

function readInline(format: SignalFormat, body: Uint8Array): SignalContent {
  const json = parseJson(body)
  return json ? formats[format](json.value) : unreadable
}

function readInThread(request: { format: SignalFormat | null; body: Uint8Array }): Promise<SignalContent> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./read-signal-thread.ts', import.meta.url), { workerData: request })
    const events: AlertEvent[] = []
    worker.on('message', (answer: ThreadAnswer) => {
      if ('events' in answer) {
        for (const event of answer.events) events.push(event)
        return
      }
      if (answer.end === null) resolve(unreadable)
      else resolve(answer.end === 'alerts' ? { kind: 'alerts', events } : { kind: 'unrecognised', reason: answer.reason })
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('The thread that reads a large signal ended early.')))
  })
}

/** Reads a stored body. Never holds the event loop for long, whatever its size. */
export async function readSignal(format: SignalFormat, body: Buffer): Promise<SignalContent> {
  return body.length <= largestReadInline ? readInline(format, body) : readInThread({ format, body })
}

export async function isJson(body: Buffer): Promise<boolean> {
  if (body.length <= largestReadInline) return parseJson(body) !== null
  return (await readInThread({ format: null, body })).kind !== 'unreadable'
}
