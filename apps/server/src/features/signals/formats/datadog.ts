import type { Severity } from '@vakt/contract/severity.ts'
import type { AlertEvent, ReadSignal } from '@vakt/domain/alert-event.ts'
import { distinctTargets, hostTarget, nameOfTarget, targetsOfLabels } from './alert-targets.ts'
import { hashCondition } from './hash-condition.ts'
import {
  type Fields,
  field,
  isFields,
  joinParagraphs,
  keepFirstLabels,
  readEpoch,
  readText,
  readWebAddress,
  shortIdentity,
  textLimits,
  unrecognised,
} from './read-field.ts'
import { readSeverity } from './read-severity.ts'

type Labels = Record<string, string>

/** What `$ALERT_TRANSITION` says; anything else is not known. */
const states: Record<string, AlertEvent['state']> = {
  triggered: 'firing',
  'triggered on': 'firing',
  're-triggered': 'firing',
  warn: 'firing',
  're-warn': 'firing',
  'no data': 'firing',
  're-no data': 'firing',
  renotify: 'firing',
  recovered: 'resolved',
}

/**
 * Reads a webhook of Datadog with the payload that Vakt publishes (`source-snippets.ts` in the web). All values are text, and a variable that
 * does not apply to the kind of monitor arrives as its own name.
 */
export function readDatadog(body: unknown): ReadSignal {
  if (!isFields(body)) return unrecognised('not-object')
  const title = read(body, 'title', textLimits.name)
  const transition = read(body, 'transition') ?? transitionOfTitle(title)
  if (transition === null) return unrecognised('datadog-no-transition')
  const state = Object.hasOwn(states, transition.toLowerCase()) ? states[transition.toLowerCase()] : undefined
  if (!state) return unrecognised('datadog-transition', { transition: transition.slice(0, 40) })
  return { kind: 'alerts', events: [readEvent(body, { title, transition, state })] }
}

/** A value, unless it is a variable that Datadog left as it was. */
function read(body: Fields, name: string, limit?: number): string | null {
  const text = readText(field(body, name), limit)
  return text === null || /^\$[A-Z][A-Z0-9_]*$/.test(text) || text === 'null' ? null : text
}

/** Titles begin as in `[Triggered on {host:web-01}] CPU is high`. */
function transitionOfTitle(title: string | null): string | null {
  const word =
    /^(?:\[test\] ?)?\[(?:P\d\] ?\[)?(?:test\] ?\[)?(re-triggered|triggered|re-warn|warn|re-no data|no data|recovered|renotify)\b/i.exec(
      title ?? '',
    )?.[1]
  return word ?? null
}

/** What *Test notifications* of a monitor sends: the title says so, and what is sent may name the monitor's real alert. */
const isTest = (title: string | null) => /^(?:\[P\d\] ?)?\[test\]/i.test(title ?? '')

function readEvent(
  body: Fields,
  { title, transition, state }: { title: string | null; transition: string; state: AlertEvent['state'] },
): AlertEvent {
  const name = readText(title?.replace(/^(?:\[[^\]]*\]\s*)+/, ''), textLimits.name) ?? title ?? 'Alert without a name'
  const scope = read(body, 'scope')
  const metric = read(body, 'metric')
  const host = read(body, 'host')
  const tags = { ...readTags(scope), ...readTags(read(body, 'tags')) }
  const time = readEpoch(read(body, 'date'), 'ms') ?? readEpoch(read(body, 'updated'), 'ms')
  const targets = distinctTargets([...targetsOfLabels(tags), ...hostTarget(host)])
  const isWithoutData = /no data/i.test(transition)
  const cycle = read(body, 'cycle')
  const fingerprint = cycle
    ? shortIdentity(cycle)
    : hashCondition([read(body, 'monitor') ?? name, read(body, 'aggregate') ?? '', scope ?? ''])
  return {
    source: 'datadog',
    // The same from the trigger to its recovery.
    fingerprint: isTest(title) ? hashCondition(['test', fingerprint]) : fingerprint,
    state,
    startedAt: state === 'firing' ? time : null,
    endedAt: state === 'resolved' ? time : null,
    name: (isWithoutData ? readText(`${name} (no data)`, textLimits.name) : null) ?? name,
    rule: name,
    description: joinParagraphs([
      isWithoutData ? 'Datadog receives no data for this monitor.' : null,
      read(body, 'text', textLimits.description),
    ]),
    severity: severityOf(body, transition),
    metricName: metric,
    targets,
    targetName: nameOfTarget(targets[0]) ?? host ?? scope,
    labels: keepFirstLabels({ ...readLimit(read(body, 'query')), ...tags, ...(scope ? { scope } : {}), ...readRunbook(body) }),
    sourceUrl: readWebAddress(read(body, 'link')),
    ...(isTest(title) ? { neverEnds: true as const } : {}),
  }
}

/** `a:b, c:d`: the value may hold colons too. */
function readTags(text: string | null): Labels {
  const tags = (text ?? '').split(',').map((tag) => tag.trim())
  return Object.fromEntries(
    tags.flatMap((tag) => {
      const at = tag.indexOf(':')
      const name = readText(at < 0 ? tag : tag.slice(0, at), textLimits.labelName)
      return name === null ? [] : [[name, readText(at < 0 ? 'true' : tag.slice(at + 1)) ?? 'true']]
    }),
  )
}

/** The query of a metric monitor ends with its limit. */
function readLimit(query: string | null): Labels {
  const limit = /(>=|<=|==|>|<) ?(-?\d[\d.]*)$/.exec(query ?? '')
  return limit ? { operator: limit[1] ?? '', threshold: limit[2] ?? '' } : {}
}

function readRunbook(body: Fields): Labels {
  const address = readWebAddress(read(body, 'runbook'))
  return address === null ? {} : { runbook_url: address }
}

const ofType: Record<string, Severity> = { error: 'high', warning: 'medium', info: 'low', success: 'low' }

/** The monitor's priority if it has one; else what the transition, then the kind of the event says. */
function severityOf(body: Fields, transition: string): Severity {
  const priority = readSeverity(read(body, 'priority'))
  if (priority) return priority
  if (/warn/i.test(transition)) return 'medium'
  const type = read(body, 'type')?.toLowerCase() ?? ''
  return (Object.hasOwn(ofType, type) ? ofType[type] : null) ?? 'medium'
}
