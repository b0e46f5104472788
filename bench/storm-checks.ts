import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import { metric, type StormCustomer } from './storm-customers.ts'
import type { Query } from './storm-installation.ts'
import type { StormAlert } from './storm-senders.ts'

export type Findings = { count: number; examples: string[] }

const maxExamples = 5
const createFindings = (): Findings => ({ count: 0, examples: [] })
function find(findings: Findings, example: string, count = 1): void {
  findings.count += count
  if (findings.examples.length < maxExamples) findings.examples.push(example)
}

/**
 * Each acknowledged alert is one alert that is over, with one incident and one ticket that are over; each signal that was acknowledged is there, and was
 * processed.
 */
export async function checkAlerts(query: Query, customers: readonly StormCustomer[], alerts: readonly StormAlert[]) {
  const lost = createFindings()
  const doubled = createFindings()
  const open = createFindings()
  const unprocessed = createFindings()
  const byCustomer = Map.groupBy(alerts, ({ customerId }) => customerId)
  for (const { customerId } of customers) {
    const rows = await query<{
      name: string
      state: string
      incidents: number
      tickets: number
      incident: string | null
      ticket: string | null
    }>(
      `select a.fingerprint as name, a.state, count(distinct i.incident_id)::int as incidents, count(t.ticket_id)::int as tickets,
         min(i.state) filter (where i.state <> 'resolved') as incident, min(t.status) filter (where t.status not in ('resolved', 'closed')) as ticket
       from alert a
       left join incident i on i.customer_id = a.customer_id and i.rule = a.rule
       left join ticket t on t.customer_id = i.customer_id and t.incident_id = i.incident_id
       where a.customer_id = $1 and a.fingerprint like 'Storm %' group by a.fingerprint, a.state`,
      [customerId],
    )
    const found = new Map(rows.map((row) => [row.name, row]))
    for (const { name, resolvedAt } of byCustomer.get(customerId) ?? []) {
      const row = found.get(name)
      if (!row || row.incidents < 1 || row.tickets < 1)
        find(lost, `${name}: ${row ? `${row.incidents} incidents, ${row.tickets} tickets` : 'no alert'}`)
      else if (row.incidents > 1 || row.tickets > 1) find(doubled, `${name}: ${row.incidents} incidents, ${row.tickets} tickets`)
      else if (resolvedAt !== null && (row.state !== 'resolved' || row.incident || row.ticket))
        find(open, `${name}: alert ${row.state}, incident ${row.incident ?? 'resolved'}, ticket ${row.ticket ?? 'resolved'}`)
    }
    const states = await query<{ state: string; count: number }>(
      "select state, count(*)::int as count from signal where customer_id = $1 and state <> 'done' group by state",
      [customerId],
    )
    for (const { state, count } of states) find(unprocessed, `${customerId}: ${count} ${state}`, count)
  }
  return { lost, doubled, open, unprocessed }
}

/** The signals of these customers: all that are stored, at most as many as were sent, and the different ones, at least as many as were acknowledged. */
export async function countSignals(query: Query, customers: readonly StormCustomer[]): Promise<{ stored: number; different: number }> {
  const [row] = await query<{ stored: number; different: number }>(
    `select count(*)::int as stored, count(distinct md5(alert ->> 'fingerprint' || ' ' || (alert ->> 'status')))::int as different
     from (select convert_from(body, 'UTF8')::jsonb -> 'alerts' -> 0 as alert from signal where customer_id = any ($1)) sent`,
    [customers.map(({ customerId }) => customerId)],
  )
  return row ?? { stored: 0, different: 0 }
}

type Times = { customerId: string; rules: number; sentTimes: () => number[] }
type Clock = { slotOf: (milliseconds: number) => number }

/**
 * Each rule counts on how many buckets it was evaluated: all of them are in violation, and but for the first rule of a customer none ever fires. The count
 * must be that of the buckets with points that were acknowledged; one left out or evaluated twice is seen.
 */
export async function checkRules(query: Query, senders: readonly Times[], { slotOf }: Clock) {
  const missed = createFindings()
  const twice = createFindings()
  const unfired = createFindings()
  let evaluations = 0
  for (const { customerId, sentTimes } of senders) {
    const expected = new Set(sentTimes().map(slotOf)).size
    const rows = await query<{ name: string; violations: number; firing: string | null; alerts: number; incidents: number }>(
      `select e.name, coalesce(max(s.violations), 0)::int as violations, max(s.firing) as firing, count(distinct a.alert_id)::int as alerts,
         count(distinct i.incident_id)::int as incidents
       from alert_rule r join entity e on e.customer_id = r.customer_id and e.entity_id = r.entity_id
       left join alert_rule_state s on s.customer_id = r.customer_id and s.rule_id = r.rule_id
       left join alert a on e.name = 'm-1' and a.customer_id = r.customer_id and a.entity_id = r.entity_id
       left join incident i on e.name = 'm-1' and i.customer_id = r.customer_id and i.entity_id = r.entity_id
       where r.customer_id = $1 and r.metric_name = $2 group by e.name`,
      [customerId, metric],
    )
    for (const { name, violations, firing, alerts, incidents } of rows) {
      if (name === 'm-1') {
        if (firing !== 'yes' || alerts !== 1 || incidents !== 1) find(unfired, `${customerId}: ${alerts} alerts, ${incidents} incidents`)
        continue
      }
      evaluations += violations
      if (violations < expected) find(missed, `${customerId} ${name}: ${violations} of ${expected}`, expected - violations)
      if (violations > expected) find(twice, `${customerId} ${name}: ${violations} instead of ${expected}`, violations - expected)
    }
  }
  return { missed, twice, unfired, evaluations }
}

/** Every bucket of every series holds each acknowledged point once. */
export async function checkPoints(pool: pg.Pool, query: Query, senders: readonly Times[], { slotOf }: Clock) {
  const lost = createFindings()
  const doubled = createFindings()
  let points = 0
  for (const { customerId, rules, sentTimes } of senders) {
    const expected = new Map<number, number>()
    for (const time of sentTimes()) expected.set(slotOf(time), (expected.get(slotOf(time)) ?? 0) + 1)
    const rows = await query<{ no: number; kind: 'gauge' }>(
      'select series_no as no, kind from metric_series where customer_id = $1 and metric = $2',
      [customerId, metric],
    )
    const pointsEach = sentTimes().length
    if (rows.length < rules) find(lost, `${customerId}: ${rows.length} of ${rules} series`, (rules - rows.length) * pointsEach)
    if (rows.length > rules) find(doubled, `${customerId}: ${rows.length} instead of ${rules} series`, rows.length - rules)
    const [first = 0, last = 0] = [Math.min(...expected.keys()), Math.max(...expected.keys())]
    const wanted = rows.map(({ no, kind }) => ({
      series: { seriesNo: no, entityId: null, metric, kind, unit: null, labels: {}, firstSlot: null } as never,
      aggregation: 'count' as const,
    }))
    const counts =
      expected.size === 0 ? [] : await ownMetricStore.readAggregates({ pool } as never, customerId, wanted, { from: first, to: last + 1 })
    for (const [index, ofSeries] of counts.entries())
      for (const [slot, count] of expected) {
        const stored = Number.isNaN(ofSeries[slot - first]) ? 0 : (ofSeries[slot - first] ?? 0)
        points += count
        if (stored < count) find(lost, `${customerId} series ${rows[index]?.no} bucket ${slot}: ${stored} of ${count}`, count - stored)
        if (stored > count)
          find(doubled, `${customerId} series ${rows[index]?.no} bucket ${slot}: ${stored} instead of ${count}`, stored - count)
      }
  }
  return { lost, doubled, points }
}

type LogLine = {
  level?: string
  msg?: string
  customerId?: string
  err?: { code?: string; message?: string; stack?: string; type?: string }
}

/** What a database that stops or starts makes of statements. */
const isOfRestart = (code: string, message: string) =>
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0\d|08\d\d\d)$/.test(code) ||
  /Connection terminated|connection error and is not queryable|terminating connection|not yet accepting|starting up|shutting down|ECONNREFUSED|ENOENT|ECONNRESET|EPIPE/.test(
    message,
  )

/** Errors in the logs by their kind, those of the restarts of the database apart, and how many have a stack. What hostile customers caused begins so. */
export function readErrors(files: readonly string[]) {
  const kinds = new Map<string, { count: number; example: string }>()
  let ofRestarts = 0
  let withStack = 0
  const note = (kind: string, example: string) => {
    const known = kinds.get(kind)
    if (known) known.count++
    else kinds.set(kind, { count: 1, example: example.slice(0, 1500) })
  }
  for (const file of files)
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (!line.startsWith('{')) {
        if (/error|fatal|exception/i.test(line)) note(`not a log line: ${line.trim().slice(0, 100)}`, line)
        continue
      }
      const parsed = parse(line)
      if (!parsed || (parsed.level !== 'error' && parsed.level !== 'fatal')) continue
      const { code = '', message = '', stack, type = '' } = parsed.err ?? {}
      if (isOfRestart(code, message)) {
        ofRestarts++
        continue
      }
      if (stack) withStack++
      const whose = parsed.customerId?.startsWith('storm-') && !parsed.customerId.startsWith('storm-c') ? 'hostile, ' : ''
      note(`${whose}${parsed.msg ?? ''}: ${code || type} ${message.replaceAll(/\d+/g, 'N').slice(0, 120)}`, line)
    }
  return { kinds: Object.fromEntries([...kinds].toSorted(([, a], [, b]) => b.count - a.count)), ofRestarts, withStack }
}

function parse(line: string): LogLine | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const faults: Record<string, string> = {
  'lose-alert': `update alert set fingerprint = 'gone' where alert_id = (select alert_id from alert where fingerprint like 'Storm %' limit 1)`,
  'double-incident': `update incident i set rule = o.rule from (select max(rule) as rule, min(incident_id) as incident_id, customer_id
      from incident where rule like 'Storm %' group by customer_id limit 1) o
    where i.customer_id = o.customer_id and i.incident_id = o.incident_id`,
  'skip-bucket': `update alert_rule_state set violations = violations - 1 where (customer_id, rule_id) =
    (select customer_id, rule_id from alert_rule_state where firing = 'no' and violations > 0 limit 1)`,
  'repeat-bucket': `update alert_rule_state set violations = violations + 1 where (customer_id, rule_id) =
    (select customer_id, rule_id from alert_rule_state where firing = 'no' and violations > 0 order by rule_id desc limit 1)`,
  'lose-signal': `delete from signal where signal_id = (select max(signal_id) from signal where customer_id like 'storm-c%')`,
  'leave-open': `update incident set state = 'open', resolved_at = null where (customer_id, incident_id) =
    (select customer_id, incident_id from incident where rule like 'Storm %' and state = 'resolved' order by incident_id desc limit 1)`,
  'lose-points': `delete from metric_chunk where (customer_id, slot, chunk) =
    (select customer_id, slot, chunk from metric_chunk where customer_id like 'storm-c%' limit 1)`,
}

/** Spoils things, named with commas between, that the checks must then find. */
export async function commitFault(query: Query, fault: string): Promise<void> {
  for (const name of fault.split(',')) {
    const statement = faults[name]
    if (!statement) throw new Error(`There is no fault ${name}; there are ${Object.keys(faults).join(', ')}.`)
    await query(statement)
  }
}
