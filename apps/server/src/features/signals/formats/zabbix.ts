import type { Severity } from '@vakt/contract/severity.ts'
import type { AlertEvent, ReadSignal } from '@vakt/domain/alert-event.ts'
import { parseWithin } from '#server/features/signals/check-json.ts'
import { distinctTargets, hostTarget, nameOfTarget, targetsOfLabels } from './alert-targets.ts'
import {
  type Fields,
  field,
  isFields,
  joinParagraphs,
  keepFirstLabels,
  noAlerts,
  readEpoch,
  readFields,
  readList,
  readText,
  readWebAddress,
  shortIdentity,
  textLimits,
  unrecognised,
} from './read-field.ts'

type Labels = Record<string, string>

/**
 * Reads what the media type of Vakt sends (`zabbix-media-type.ts` in the web): macros of Zabbix, all of them text. A macro that has no value
 * arrives as its own name or as `*UNKNOWN*`.
 */
export function readZabbix(body: unknown): ReadSignal {
  if (!isFields(body)) return unrecognised('not-object')
  const eventId = read(body, 'event_id')
  if (eventId === null) return unrecognised('zabbix-no-event')
  const source = read(body, 'event_source')
  if (source === '1' || source === '2') return noAlerts('zabbix-discovery')
  const value = read(body, 'event_value')
  const isCancelled = [read(body, 'subject'), read(body, 'message')].some((text) => /^NOTE: Escalation cancell?ed/.test(text ?? ''))
  if (value !== '0' && value !== '1' && !isCancelled) return unrecognised('zabbix-value')
  return {
    kind: 'alerts',
    events: [readEvent(body, eventId, value === '1' && !isCancelled && !hasRecovered(body) ? 'firing' : 'resolved')],
  }
}

/** A value, unless it is a macro that Zabbix left as it was. */
function read(body: Fields, name: string, limit?: number): string | null {
  const text = readText(field(body, name), limit)
  return text === null || /^\{[$#?]?[A-Za-z][^{}]*\}$/.test(text) || text === '*UNKNOWN*' ? null : text
}

/** An update of a problem that is over still says the value of its beginning, and when it recovered. */
const hasRecovered = (body: Fields) => readMoment(body, 'recovery') !== null

const severities: Severity[] = ['low', 'low', 'medium', 'medium', 'high', 'critical']

/** An update (acknowledgement, message, severity) of a problem says that it is still there, with the severity that it has now. */
function readEvent(body: Fields, eventId: string, state: AlertEvent['state']): AlertEvent {
  const name = read(body, 'name', textLimits.name) ?? read(body, 'trigger_name', textLimits.name) ?? 'Alert without a name'
  const tags = readTags(field(body, 'tags'))
  const hosts = ['host', 'host_name', 'host_dns', 'host_ip'].map((key) => read(body, key))
  const targets = distinctTargets([...targetsOfLabels(tags), ...hosts.flatMap(hostTarget)])
  return {
    source: 'zabbix',
    // A recovery carries the id of the problem, and a problem that comes back has another one.
    fingerprint: shortIdentity(eventId),
    state,
    startedAt: readMoment(body, 'event'),
    endedAt: state === 'resolved' ? readMoment(body, 'recovery') : null,
    name,
    rule: read(body, 'trigger_name', textLimits.name) ?? name,
    description: joinParagraphs([
      read(body, 'opdata'),
      read(body, 'trigger_description', textLimits.description),
      read(body, 'update_message', textLimits.description),
    ]),
    severity: severities[Number(read(body, 'severity') ?? 2)] ?? 'medium',
    metricName: read(body, 'item_key'),
    targets,
    targetName: read(body, 'host_name') ?? nameOfTarget(targets[0]),
    labels: keepFirstLabels({ ...readFacts(body), ...tags }),
    sourceUrl: readPage(body, eventId),
  }
}

const maxOffsetMinutes = 14 * 60

/**
 * When a problem began or ended. The timestamp macros are new in Zabbix 7; before that there are a date and a time in the zone of the server,
 * of which the script says how far it is from UTC. No moment is later than when it was sent: an hour between two zones must not put it ahead.
 */
function readMoment(body: Fields, of: 'event' | 'recovery'): Date | null {
  const exact = readEpoch(read(body, `${of}_timestamp`), 's')
  if (exact) return exact
  const day = /^(\d{4})\.(\d\d)\.(\d\d)$/.exec(read(body, `${of}_date`) ?? '')
  const clock = /^(\d\d):(\d\d):(\d\d)$/.exec(read(body, `${of}_time`) ?? '')
  const sentAt = readEpoch(read(body, 'sent_at'), 'ms')
  if (!day || !clock || !sentAt) return null
  const [year, month, date] = day.slice(1).map(Number) as [number, number, number]
  const [hours, minutes, seconds] = clock.slice(1).map(Number) as [number, number, number]
  const offset = Number(read(body, 'utc_offset') ?? 0)
  const time = Date.UTC(year, month - 1, date, hours, minutes, seconds) - (Math.abs(offset) <= maxOffsetMinutes ? offset * 60_000 : 0)
  return year < 1990 || year > 2199 ? null : new Date(Math.min(time, sentAt.getTime()))
}

/** `{EVENT.TAGSJSON}`, as text or as what it holds: `[{"tag":"scope","value":"performance"}]`. */
function readTags(value: unknown): Labels {
  const list = readList(typeof value === 'string' ? parse(value) : value).map(readFields)
  return Object.fromEntries(
    list.flatMap((one) => {
      const name = readText(field(one, 'tag'), textLimits.labelName)
      return name === null ? [] : [[name, readText(field(one, 'value')) ?? 'true']]
    }),
  )
}

function parse(text: string): unknown {
  const within = parseWithin(text)
  return 'value' in within ? within.value : null
}

function readFacts(body: Fields): Labels {
  const facts = {
    value: read(body, 'item_value', 60),
    host: read(body, 'host'),
    trigger_id: read(body, 'trigger_id'),
    runbook_url: readWebAddress(read(body, 'trigger_url')),
  }
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null))
}

function readPage(body: Fields, eventId: string): string | null {
  const base = readWebAddress(read(body, 'zabbix_url'))
  const triggerId = read(body, 'trigger_id')
  if (base === null || triggerId === null || !/^\d+$/.test(`${triggerId}${eventId}`)) return null
  return readWebAddress(`${base.replace(/\/$/, '')}/tr_events.php?triggerid=${triggerId}&eventid=${eventId}`)
}
