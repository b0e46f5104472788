import type { ReadSignal } from '@vakt/domain/alert-event.ts'
import { type SignalNoteArguments, type SignalNoteKey, writeSignalNote } from '@vakt/domain/signal-note.ts'
import { hashCondition } from './hash-condition.ts'

/** Tolerant access to bodies of unknown shape: every function takes any JSON value and answers a clean value or nothing. */
export type Fields = Record<string, unknown>

const mostKeysToCompareWithoutCase = 200

export function readFields(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Objects with more keys than that. A reader asks for dozens of fields, and listing that many keys for each would take long. */
const large = new WeakSet<Fields>()

/** The field of that name; senders that spell it in another case are understood too. */
export function field(fields: Fields, name: string): unknown {
  if (Object.hasOwn(fields, name)) return fields[name]
  if (!isFields(fields) || large.has(fields)) return undefined
  const keys = Object.keys(fields)
  if (keys.length > mostKeysToCompareWithoutCase) {
    large.add(fields)
    return undefined
  }
  const wanted = name.toLowerCase()
  const key = keys.find((candidate) => candidate.toLowerCase() === wanted)
  return key === undefined ? undefined : fields[key]
}

export const textLimits = { name: 300, description: 10_000, label: 2_000, labelName: 200 }

/** A string, number or boolean as clean text that PostgreSQL can store; null when empty or of another kind. */
export function readText(value: unknown, limit: number = textLimits.label): string | null {
  if (typeof value === 'string') return cleanText(value, limit) || null
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return null
}

function cleanText(text: string, limit: number) {
  const clean = text
    .slice(0, limit * 2)
    .replaceAll('\0', '')
    .trim()
  // A surrogate pair cut in half at the limit is left out rather than replaced.
  return clean
    .slice(0, limit)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed()
    .trimEnd()
}

export function readTextField(fields: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const text = readText(field(fields, name))
    if (text !== null) return text
  }
  return null
}

/** Objects and arrays as values are left out; `__proto__` becomes a key like any other. */
export function readLabels(value: unknown): Record<string, string> {
  const labels: [string, string][] = []
  for (const [key, item] of Object.entries(readFields(value))) {
    const name = readText(key, textLimits.labelName)
    const text = readText(item)
    if (name !== null && text !== null) labels.push([name, text])
  }
  return Object.fromEntries(labels)
}

const mostLabels = 100

export function keepFirstLabels(labels: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).slice(0, mostLabels))
}

export function labelOf(labels: Record<string, string>, ...names: string[]): string | null {
  const name = names.find((candidate) => Object.hasOwn(labels, candidate))
  return name === undefined ? null : (labels[name] ?? null)
}

const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/i
const americanTime = /^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?$/i

/** Times without a zone are UTC. Zero times (year 1, the epoch) and those outside 1990–2199 are no time. */
export function readTime(value: unknown): Date | null {
  if (typeof value !== 'string' || value.length > 64) return null
  const time = parseTime(value.trim())
  return time.getUTCFullYear() >= 1990 && time.getUTCFullYear() < 2200 ? time : null
}

function parseTime(text: string) {
  const iso = isoTime.exec(text)
  if (iso) return new Date(iso[1] || text.length === 10 ? text : `${text}Z`)
  return new Date(americanTime.test(text) ? `${text} UTC` : Number.NaN)
}

/** Seconds or milliseconds since 1970, as a number or as digits; null outside 1990–2199. */
export function readEpoch(value: unknown, unit: 's' | 'ms'): Date | null {
  const text = readText(value, 30)
  if (text === null || !/^\d{1,15}(?:\.\d{1,9})?$/.test(text)) return null
  const time = new Date(Math.round(Number(text) * (unit === 's' ? 1000 : 1)))
  return time.getUTCFullYear() >= 1990 && time.getUTCFullYear() < 2200 ? time : null
}

export function readWebAddress(value: unknown): string | null {
  const text = readText(value)
  if (text === null || text.length >= textLimits.label || !/^https?:\/\//i.test(text)) return null
  return URL.canParse(text) ? text : null
}

/** The different texts among these, in their order, as paragraphs. */
export function joinParagraphs(texts: (string | null)[]): string {
  const paragraphs = [...new Set(texts.filter((text) => text !== null))]
  return paragraphs.join('\n\n').slice(0, textLimits.description).toWellFormed()
}

type Noted<Content> = <Key extends SignalNoteKey>(key: Key, ...values: SignalNoteArguments<Key>) => Content

export const unrecognised: Noted<Extract<ReadSignal, { kind: 'unrecognised' }>> = (key, ...values) => ({
  kind: 'unrecognised',
  reason: writeSignalNote(key, ...values),
})

export const noAlerts: Noted<Extract<ReadSignal, { kind: 'no-alerts' }>> = (key, ...values) => ({
  kind: 'no-alerts',
  reason: writeSignalNote(key, ...values),
})

/** An identity of at most 100 characters, so that it can be indexed: the text itself where it is short enough. */
export const shortIdentity = (text: string): string => (text.length <= 100 ? text : hashCondition([text]))
