import type { SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { AlertEvent, ReadSignal } from '@vakt/domain/alert-event.ts'
import { parsePath, pathsOfTemplate, valueAt } from '@vakt/domain/value-path.ts'
import { distinctTargets, entityTarget, hostTarget, nameOfTarget, resourceTarget, targetsOfLabels } from './alert-targets.ts'
import {
  keepFirstLabels,
  noAlerts,
  readEpoch,
  readLabels,
  readText,
  readTime,
  readWebAddress,
  shortIdentity,
  textLimits,
  unrecognised,
} from './read-field.ts'
import { readSeverity } from './read-severity.ts'

/** An item of the body, with the whole body for paths that begin with `$`. */
type Place = { item: unknown; body: unknown }
type Item = { event: AlertEvent } | { ignored: true } | { problem: ReadSignal }

/** Milliseconds since 1970 have at least this many digits in our time, and seconds fewer. */
const digitsOfMilliseconds = 12

/** Reads a body by the mapping of its source. Costs time in proportion to the mapping times the items. */
export function readGeneric(body: unknown, mapping: SignalMapping | null): ReadSignal {
  if (!mapping) return unrecognised('generic-no-mapping')
  const items = mapping.each ? find({ item: body, body }, mapping.each) : [body]
  if (!Array.isArray(items)) return unrecognised('generic-no-list', { path: mapping.each ?? '' })
  const read = items.map((item) => readItem({ item, body }, mapping))
  const events = read.flatMap((one) => ('event' in one ? [one.event] : []))
  if (events.length > 0) return { kind: 'alerts', events }
  const problem = read.find((one) => 'problem' in one)
  if (problem) return problem.problem
  return read.length > 0 ? noAlerts('generic-ignored') : unrecognised('generic-empty-list')
}

function find({ item, body }: Place, text: string): unknown {
  const path = parsePath(text)
  if (!path) return undefined
  return path[0] === '$' ? valueAt(body, path.slice(1)) : valueAt(item, path)
}

const textAt = (place: Place, path: string | null, limit?: number): string | null => (path ? readText(find(place, path), limit) : null)

function readItem(place: Place, mapping: SignalMapping): Item {
  const key = mapping.key.map((path) => textAt(place, path))
  if (key.every((part) => part === null)) return { problem: unrecognised('generic-no-key', { path: mapping.key.join(', ') }) }
  const state = readState(place, mapping.state)
  if (state === null) return { problem: unrecognised('generic-no-state', { path: mapping.state.path ?? '' }) }
  return state === 'ignored' ? { ignored: true } : { event: readEvent(place, mapping, { key: key.join(':'), state }) }
}

function readState(place: Place, { path, resolved, ignored }: SignalMapping['state']): AlertEvent['state'] | 'ignored' | null {
  if (!path) return 'firing'
  const word = textAt(place, path)?.toLowerCase()
  if (word === undefined) return null
  const isOneOf = (words: string[]) => words.some((one) => one.trim().toLowerCase() === word)
  return isOneOf(ignored) ? 'ignored' : isOneOf(resolved) ? 'resolved' : 'firing'
}

function readEvent(place: Place, mapping: SignalMapping, { key, state }: { key: string; state: AlertEvent['state'] }): AlertEvent {
  const labels = readLabels(place.item)
  const named = mapping.targets.map((path) => textAt(place, path))
  const targets = distinctTargets([
    ...named.flatMap(resourceTarget),
    ...named.flatMap(entityTarget),
    ...named.flatMap(hostTarget),
    ...targetsOfLabels(labels),
  ])
  const name = readText(fill(mapping.title, place), textLimits.name) ?? 'Alert without a name'
  const at = readMoment(place, mapping.time)
  const facts = {
    value: textAt(place, mapping.value),
    threshold: textAt(place, mapping.threshold),
    runbook_url: webAt(place, mapping.runbook),
  }
  const known = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null)
  return {
    source: 'generic',
    fingerprint: shortIdentity(key),
    state,
    startedAt: state === 'firing' ? at : null,
    endedAt: state === 'resolved' ? at : null,
    name,
    rule: name,
    description: textAt(place, mapping.description, textLimits.description) ?? '',
    severity: severityOf(place, mapping.severity),
    metricName: null,
    targets,
    targetName: named.find((one) => one !== null) ?? nameOfTarget(targets[0]),
    labels: keepFirstLabels({ ...Object.fromEntries(known), ...labels }),
    sourceUrl: webAt(place, mapping.link),
    ...(mapping.state.path ? {} : { neverEnds: true }),
  }
}

const webAt = (place: Place, path: string | null) => (path ? readWebAddress(find(place, path)) : null)

function fill(template: string, place: Place): string {
  let text = template
  for (const path of new Set(pathsOfTemplate(template))) text = text.replaceAll(`{${path}}`, () => textAt(place, path) ?? '')
  return text
}

function severityOf(place: Place, { path, map, default: otherwise }: SignalMapping['severity']): Severity {
  const word = textAt(place, path)
  const mapped = map.find(({ from }) => from.trim().toLowerCase() === word?.toLowerCase())
  return mapped?.to ?? readSeverity(word) ?? otherwise
}

function readMoment(place: Place, path: string | null): Date | null {
  const value = path ? find(place, path) : null
  const digits = readText(value, 30)?.split('.')[0] ?? ''
  return readTime(value) ?? readEpoch(value, digits.length >= digitsOfMilliseconds ? 'ms' : 's')
}
