import type { SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import type { AlertEvent, ReadSignal } from '@vakt/domain/alert-event.ts'
import { writeSignalNote } from '@vakt/domain/signal-note.ts'
import { parseWithin } from './check-json.ts'
import { formats } from './formats/formats.ts'

export type SignalFormat = keyof typeof formats

export const isSignalFormat = (name: string): name is SignalFormat => Object.hasOwn(formats, name)

export type SignalContent = ReadSignal | { kind: 'unreadable'; reason: string }

/** Why a body is not read. */
export const unreadableReasons = {
  'not-json': writeSignalNote('not-json'),
  'too-deep': writeSignalNote('too-deep'),
  'too-many-values': writeSignalNote('too-many-values'),
  'too-much-memory': writeSignalNote('too-much-memory'),
  'too-slow': writeSignalNote('too-slow'),
  'not-packed-so': writeSignalNote('not-packed-so'),
} as const

/** The most that one signal may become: labels of a group are copied into each of its alerts, so a small body can grow. */
const maxEventBytes = 64 * 1024 * 1024

export const unreadable = (fault: keyof typeof unreadableReasons): SignalContent => ({
  kind: 'unreadable',
  reason: unreadableReasons[fault],
})

const decoder = new TextDecoder()

/** Roughly what an event takes in memory and in the database, in bytes. */
export function eventBytes({ description, labels }: AlertEvent): number {
  let bytes = 500 + description.length
  for (const name in labels) bytes += name.length + (labels[name]?.length ?? 0)
  return bytes
}

function isWithinBounds(events: AlertEvent[]): boolean {
  let bytes = 0
  return events.every((event) => {
    bytes += eventBytes(event)
    return bytes <= maxEventBytes
  })
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Datadog's *Encode as form*: one field named `payload` with the JSON, or the fields of the payload. */
function parseForm(text: string): ReturnType<typeof parseWithin> {
  const fields = new URLSearchParams(text)
  const payload = fields.get('payload')
  return payload === null ? { value: Object.fromEntries(fields) } : parseWithin(payload)
}

function parseBody(format: SignalFormat, body: Uint8Array): ReturnType<typeof parseWithin> {
  const text = decoder.decode(body)
  return parse(text) ?? (format === 'datadog' ? parseForm(text) : { fault: 'not-json' })
}

/** Reads a stored body at once: for small ones, and within the process for large ones. */
export function readAtOnce(format: SignalFormat, body: Uint8Array, mapping: SignalMapping | null = null): SignalContent {
  const json = parseBody(format, body)
  if ('fault' in json) return unreadable(json.fault)
  const content = formats[format](json.value, mapping)
  return content.kind !== 'alerts' || isWithinBounds(content.events) ? content : unreadable('too-much-memory')
}

/** As one alert of it says whether a list is understood, the others are not read. */
function shorten(value: unknown): unknown {
  const { alerts } = Object(value) as { alerts?: unknown }
  return Array.isArray(alerts) ? { ...(value as object), alerts: alerts.filter((alert) => alert === Object(alert)).slice(0, 1) } : value
}

/** Reads so much of a small body, of a format that needs no mapping, as says whether it is understood. */
export function readBeginning(format: SignalFormat, body: Uint8Array): SignalContent {
  const json = parseBody(format, body)
  return 'fault' in json ? unreadable(json.fault) : formats[format](shorten(json.value))
}
