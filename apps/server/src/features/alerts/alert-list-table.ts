import type { Alert, AlertSort, AlertState } from '@vakt/contract/alerts/alerts.ts'
import { type Severity, type SeverityCounts, severities } from '@vakt/contract/severity.ts'
import { noCounts } from '@vakt/domain/severity.ts'
import {
  type EntitiesOfPlace,
  hasPlace,
  ofFoundEntities,
  type PlaceFilter,
  placeConditions,
} from '#server/features/entities/find-places.ts'
import { countEachAsJson } from '#server/platform/database/count-each.ts'
import { findByText } from '#server/platform/database/find-by-text.ts'
import { gatherValues, type Put } from '#server/platform/database/gather-values.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type ListedAlert = {
  alertId: string
  name: string
  description: string
  /** Of an alert of a rule, which say what it found; null of others. */
  ruleLabels: Record<string, string> | null
  severity: Severity
  state: AlertState
  source: string
  metricName: string | null
  entity: { entityId: string; name: string; type: string } | null
  targetName: string | null
  incidentId: string | null
  ticketId: string | null
  handling: Alert['handling']
  heldBy: Alert['heldBy']
  startedAt: Date
  endedAt: Date | null
  lastSeenAt: Date
  count: number
  /** Where it stands in the asked-for order. */
  sortKeys: string[]
}

export type ListedAlertOfCustomer = ListedAlert & { customer: { customerId: string; name: string } }

export type AlertFilter = PlaceFilter & {
  state?: AlertState
  severity?: Severity[]
  held?: boolean
  entityId?: string
  incidentId?: string
  q?: string
  startedFrom?: string
  startedTo?: string
  /** Only of these customers, where all of them are asked for. */
  customer?: string[]
}

/** What may be of a filter's text, as `findAlertIds` returns it, and of its place. */
type Found = { ids?: string[] | undefined; ofPlace?: EntitiesOfPlace | undefined }

const weight = `case a.severity when 'critical' then 4 when 'high' then 3 when 'medium' then 2 else 1 end`
const orders = {
  changed: { columns: ['a.changed_at', 'a.alert_id'], types: ['timestamptz', 'bigint'] },
  started: { columns: ['a.started_at', 'a.alert_id'], types: ['timestamptz', 'bigint'] },
  severity: { columns: [weight, 'a.changed_at', 'a.alert_id'], types: ['int', 'timestamptz', 'bigint'] },
} as const satisfies Record<AlertSort, { columns: string[]; types: string[] }>

const selected = `a.alert_id as "alertId", a.name, a.description, case when a.source = 'alert-rule' then a.labels end as "ruleLabels", a.severity, a.state, a.source, a.metric_name as "metricName",
  case when e.entity_id is not null then json_build_object('entityId', e.entity_id, 'name', e.name, 'type', e.type) end as entity,
  a.target_name as "targetName", a.incident_id as "incidentId",
  t.ticket_id as "ticketId",
  case when i.incident_id is not null then json_build_object('state', i.state, 'acknowledgedBy', i.acknowledged_by,
    'assignee', case when t.ticket_id is null then i.assignee else t.assignee end, 'version', i.version) end as handling,
  hold.held_by as "heldBy", a.started_at as "startedAt", case when a.state = 'resolved' then a.ended_at end as "endedAt", a.last_seen_at as "lastSeenAt", a.count`

const withEntity = 'left join entity e on e.customer_id = a.customer_id and e.entity_id = a.entity_id'
const from = (alerts: string) => `from ${alerts} a ${withEntity}
  left join incident i on i.customer_id = a.customer_id and i.incident_id = a.incident_id
  left join ticket t on t.customer_id = a.customer_id and t.incident_id = a.incident_id
  left join lateral (
    select json_build_object('serviceWindowId', w.window_id, 'occurrenceId', o.occurrence_id::text, 'reason', w.reason,
      'until', to_char(o.settles_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'hasFailed', o.settles_at < now() and exists (
        select from job j where j.queue = 'service-window' and j.tenant = w.customer_id and j.row_id = w.window_id::text and j.state = 'failed')
      ) as held_by
    from service_window_hold h
    join service_window_occurrence o on o.customer_id = h.customer_id and o.occurrence_id = h.occurrence_id
    join service_window w on w.customer_id = o.customer_id and w.window_id = o.window_id
    where h.customer_id = a.customer_id and h.alert_id = a.alert_id and h.outcome = 'held' order by o.settles_at desc limit 1
  ) hold on true`

/** A window holds the alert: it is raised when that ends. Where one holds an escalation alone, the alert was raised already. */
const isHeld = `(a.incident_id is null and exists (select from service_window_hold h
  where h.customer_id = a.customer_id and h.alert_id = a.alert_id and h.outcome = 'held'))`

const holdsText = (text: string) =>
  `(strpos(lower(a.name), ${text}) > 0 or strpos(lower(coalesce(e.name, a.target_name, '')), ${text}) > 0)`

function whereAlerts(
  { state, severity, held, entityId, incidentId, q, startedFrom, startedTo, customer, ids, ofPlace, ...place }: AlertFilter & Found,
  put: Put,
) {
  const conditions = [...placeConditions(place, put), ...ofFoundEntities('a', ofPlace, put)]
  if (ids) conditions.push(`a.alert_id = any(${put(ids)}::bigint[])`)
  if (customer) conditions.push(`a.customer_id = any(${put(customer)}::text[])`)
  // The state is written into the text, so that the planner may use the index of the firing ones.
  if (state) conditions.push(state === 'firing' ? "a.state = 'firing'" : "a.state = 'resolved'")
  if (severity) conditions.push(`a.severity = any(${put(severity)})`)
  if (held !== undefined) conditions.push(`${held ? '' : 'not '}${isHeld}`)
  if (entityId) conditions.push(`a.entity_id = ${put(entityId)}`)
  if (incidentId) conditions.push(`a.incident_id = ${put(incidentId)}`)
  if (startedFrom) conditions.push(`a.started_at >= ${put(startedFrom)}`)
  if (startedTo) conditions.push(`a.started_at < ${put(startedTo)}`)
  if (q?.trim()) {
    conditions.push(holdsText(`lower(${put(q.trim())})`))
  }
  return conditions
}

/** Pages of the portal, and of callers who name no limit. */
const usualLimits = [50, 100]

type AlertPage = { filter: AlertFilter & Found; sort: AlertSort; after: readonly string[] | null; limit: number }

const customerOfAlert = `json_build_object('customerId', a.customer_id,
    'name', (select c.name from customer c where c.customer_id = a.customer_id)) as customer`

/** One row more than the limit, so that the caller sees whether there is a next page. Of all customers, for null, each says whose it is. */
export function selectAlertPage(customerId: string | null, { filter, sort, after, limit }: AlertPage) {
  const { values, put } = gatherValues()
  const { columns, types } = orders[sort]
  const conditions = [customerId === null ? 'true' : `a.customer_id = ${put(customerId)}`, ...whereAlerts(filter, put)]
  if (after) conditions.push(`(${columns.join(', ')}) < (${types.map((type, index) => `${put(after[index])}::${type}`).join(', ')})`)
  const order = `order by ${columns.map((column) => `${column} desc`).join(', ')}`
  const { state, ...others } = filter
  const isUsual = usualLimits.includes(limit) && Object.values(others).every((value) => value === undefined)
  const scope = customerId === null ? 'of-all-' : ''
  return {
    // Only what is asked for all the time is kept prepared, as with tickets; the limit stands in the text, for a plan for as many rows.
    ...(isUsual ? { name: `alert-page-${scope}${sort}-${state ?? 'any'}-${after !== null}-${limit}` } : {}),
    // What is shown of an alert is found out for the rows of the page alone.
    text: `select ${selected}, ${customerId === null ? `${customerOfAlert}, ` : ''}array[${columns.map((column) => `(${column})::text`).join(', ')}] as "sortKeys" ${from(
      `(select a.* from alert a ${filter.q || hasPlace(filter) ? withEntity : ''} where ${conditions.join(' and ')} ${order} limit ${Math.trunc(limit) + 1})`,
    )} ${order}`,
    values,
  }
}

/** Those alerts that a text may be found in, of one customer or, for null, of all; undefined where each is better asked as the list is read. */
export async function findAlertIds(
  transaction: Transaction,
  customerId: string | null,
  { q, customer }: AlertFilter,
): Promise<Found['ids']> {
  if (!q?.trim()) return undefined
  return findByText(transaction, {
    find: 'find_alerts',
    text: q,
    customers: customerId === null ? customer : [customerId],
    newest: `select ${holdsText('$1')} as is_met from alert a ${withEntity}
      where ${customerId === null && !customer ? '$2::text[] is null' : 'a.customer_id = any($2::text[])'} order by a.changed_at desc, a.alert_id desc`,
  })
}

export async function readAlertPage(transaction: Transaction, customerId: string, page: AlertPage): Promise<ListedAlert[]> {
  const { rows } = await transaction.query<ListedAlert>(selectAlertPage(customerId, page))
  return rows
}

export async function readAlertPageForAllCustomers(transaction: Transaction, page: AlertPage): Promise<ListedAlertOfCustomer[]> {
  const { rows } = await transaction.query<ListedAlertOfCustomer>(selectAlertPage(null, page))
  return rows
}

export type AlertWithTrail = Omit<ListedAlert, 'sortKeys'> & {
  labels: Record<string, string>
  sourceUrl: string | null
  trail: { at: Date; step: string; values: Record<string, string> }[]
}

const longestTrail = 200

export async function readAlertWithTrail(
  transaction: Transaction,
  customerId: string,
  alertId: string,
): Promise<AlertWithTrail | undefined> {
  const { rows } = await transaction.query<Omit<AlertWithTrail, 'trail'>>(
    `select ${selected}, a.labels, a.source_url as "sourceUrl" ${from('alert')} where a.customer_id = $1 and a.alert_id = $2`,
    [customerId, alertId],
  )
  if (!rows[0]) return undefined
  const trail = await transaction.query<AlertWithTrail['trail'][number]>(
    `select at, step, details as values from (
       select entry_id, at, step, details from alert_trail where customer_id = $1 and alert_id = $2 order by entry_id desc limit ${longestTrail}
     ) latest order by entry_id`,
    [customerId, alertId],
  )
  return { ...rows[0], trail: trail.rows }
}

export type AlertOfIdentity = {
  source: string
  fingerprint: string
  alertId: string
  customerId: string
  name: string
  state: 'firing' | 'resolved'
  incidentId: string | null
}

/** The alerts with these identities, of one customer or, for null, of any. */
export async function readAlertsByIdentity(
  transaction: Transaction,
  customerId: string | null,
  identities: readonly { source: string; fingerprint: string }[],
): Promise<AlertOfIdentity[]> {
  const { rows } = await transaction.query<AlertOfIdentity>(
    `select a.source, a.fingerprint, a.alert_id as "alertId", a.customer_id as "customerId", a.name, a.state, a.incident_id as "incidentId"
     from customer c cross join (select distinct * from unnest($2::text[], $3::text[]) as g (source, fingerprint)) w
     join alert a on a.customer_id = c.customer_id and a.source = w.source and a.fingerprint = w.fingerprint
     where $1::text is null or c.customer_id = $1`,
    [customerId, identities.map(({ source }) => source), identities.map(({ fingerprint }) => fingerprint)],
  )
  return rows
}

/** Whose inbox the signal came to that the trail of this alert names; undefined where it names no such signal. */
export async function readSignalCustomer(
  transaction: Transaction,
  customerId: string,
  { alertId, signalId }: { alertId: string; signalId: string },
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ signalCustomerId: string }>(
    `select details->>'signalCustomerId' as "signalCustomerId" from alert_trail
     where customer_id = $1 and alert_id = $2 and details->>'signalId' = $3 limit 1`,
    [customerId, alertId, signalId],
  )
  return rows[0]?.signalCustomerId
}

export type AlertCounts = { firing: SeverityCounts; held: number }

/** Of alerts `a` that fire, those that no window holds by severity, and how many are held. */
const countFiring = (where: string) => `select json_build_object('firing', ${countEachAsJson('severity', severities, 'not held')},
    'held', count(*) filter (where held)) as counts
  from (select a.severity, ${isHeld} as held from alert a where ${where} and a.state = 'firing') f`

export async function readAlertCounts(transaction: Transaction, customerId: string): Promise<AlertCounts & { resolved: number }> {
  const { rows } = await transaction.query<{ counts: AlertCounts; resolved: number }>(
    `select counts, (select count(*)::int from alert where customer_id = $1 and state = 'resolved') as resolved
     from (${countFiring('a.customer_id = $1')}) c`,
    [customerId],
  )
  const { counts = { firing: noCounts, held: 0 }, resolved = 0 } = rows[0] ?? {}
  return { ...counts, resolved }
}

export async function readFiringCountsForAllCustomers(transaction: Transaction): Promise<AlertCounts> {
  const { rows } = await transaction.query<{ counts: AlertCounts }>({ name: 'count-firing-of-all', text: countFiring('true') })
  return rows[0]?.counts ?? { firing: noCounts, held: 0 }
}
