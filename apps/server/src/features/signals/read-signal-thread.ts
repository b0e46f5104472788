import { parentPort, workerData } from 'node:worker_threads'
import type { AlertEvent, ReadSignal } from '@vakt/domain/alert-event.ts'
import { formats } from './formats/formats.ts'
import { parseJson, type SignalFormat, type ThreadAnswer } from './read-signal.ts'

const { format, body } = workerData as { format: SignalFormat | null; body: Uint8Array }
const answer = (message: ThreadAnswer) => parentPort?.postMessage(message)

function portionsOf(events: AlertEvent[], size = 250): AlertEvent[][] {
  return Array.from({ length: Math.ceil(events.length / size) }, (_, index) => events.slice(index * size, (index + 1) * size))
}

function read(): ReadSignal | null {
  const json = parseJson(body)
  if (!json) return null
  return format ? formats[format](json.value) : { kind: 'unrecognised', reason: '' }
}

const content = read()
if (content?.kind === 'alerts') for (const events of portionsOf(content.events)) answer({ events })
answer({ end: content?.kind ?? null, reason: content?.kind === 'unrecognised' ? content.reason : '' })
