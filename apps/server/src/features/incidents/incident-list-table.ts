import type { Incident, IncidentSort } from '@vakt/contract/incidents/incidents.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import { type EntitiesOfPlace, ofFoundEntities, type PlaceFilter, placeConditions } from '#server/features/entities/find-places.ts'
import { findByText } from '#server/platform/database/find-by-text.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type IncidentFilter = PlaceFilter & {
  state?: Incident['state'][]
  severity?: Severity[]
  entityId?: string
  /** Values of the tag keys in their order; '' stands for entities without the tag. */
  group?: string[]
  unmatched?: boolean
  q?: string
  assignee?: 'me' | 'nobody'
  openedFrom?: string
  openedTo?: string
  acknowledgedFrom?: string
  acknowledgedTo?: string
  resolvedFrom?: string
  resolvedTo?: string
  /** Those that were open at some time of this period. */
  ongoingFrom?: string
  ongoingTo?: string
  withinMinutes?: number
  rule?: string[]
  /** Only of these customers, where all of them are asked for. */
  customer?: string[]
  /** Who asks, for `me`. */
  me: string | null
}

/** What may be of a filter's text, as `findIncidentIds` returns it, and of its place. */
type Found = { ids?: string[] | undefined; ofPlace?: EntitiesOfPlace | undefined }

export type ListedIncident = Omit<Incident, 'openedAt' | 'changedAt' | 'resolvedAt' | 'heldBy' | 'raisedBy'> & {
  openedAt: Date
  changedAt: Date
  resolvedAt: Date | null
  /** Where it stands in the asked-for order. */
  sortKeys: string[]
}
export type ListedIncidentOfCustomer = ListedIncident & { customer: { customerId: string; name: string } }

/** What `incidentColumns` are read from. */
export const incidentsWithTicket = `incident i left join entity e on e.customer_id = i.customer_id and e.entity_id = i.entity_id
  left join ticket t on t.customer_id = i.customer_id and t.incident_id = i.incident_id`

/** Who works on an incident: once it has a ticket, the ticket says. */
const assigneeId = 'case when t.ticket_id is null then i.assignee_id else t.assignee_id end'
const assigneeName = 'case when t.ticket_id is null then i.assignee else t.assignee end'

/** As its index has it. */
const firstAcknowledgedAt = 'case when i.first_acknowledged_at is not null then i.first_acknowledged_at else i.acknowledged_at end'

/** Of `incidentsWithTicket`. */
export const incidentColumns = `i.incident_id as "incidentId", i.title, i.finding, i.severity, i.state,
  case when e.entity_id is not null then json_build_object('entityId', e.entity_id, 'name', e.name, 'type', e.type) end as entity,
  t.ticket_id as "ticketId",
  case when ${assigneeName} is not null then json_build_object('userId', ${assigneeId}, 'name', ${assigneeName}) end as assignee,
  (select count(*)::int from alert a where a.customer_id = i.customer_id and a.incident_id = i.incident_id and a.state = 'firing') as "firingAlerts",
  (select count(*)::int from alert a where a.customer_id = i.customer_id and a.incident_id = i.incident_id) as alerts,
  i.opened_at as "openedAt", i.changed_at as "changedAt", i.resolved_at as "resolvedAt"`

const orders = {
  changed: { columns: ['i.changed_at', 'i.incident_id'], types: ['timestamptz', 'bigint'] },
  opened: { columns: ['i.opened_at', 'i.incident_id'], types: ['timestamptz', 'bigint'] },
  severity: { columns: ['i.severity_weight', 'i.changed_at', 'i.incident_id'], types: ['smallint', 'timestamptz', 'bigint'] },
} as const satisfies Record<IncidentSort, { columns: string[]; types: string[] }>

/** Moments in a period, whose end is not included. */
const within = (column: string, from: string | undefined, to: string | undefined, place: (value: unknown) => string): string[] => [
  ...(from ? [`${column} >= ${place(from)}::timestamptz`] : []),
  ...(to ? [`${column} < ${place(to)}::timestamptz`] : []),
]

type IncidentPage = {
  filter: IncidentFilter & Found
  tagKeys: string[]
  sort: IncidentSort
  after: readonly string[] | null
  limit: number
}

const customerOfIncident = `json_build_object('customerId', i.customer_id,
    'name', (select c.name from customer c where c.customer_id = i.customer_id)) as customer`

const holdsText = (text: string) => `(strpos(lower(i.title), ${text}) > 0 or strpos(e.name_key, ${text}) > 0)`

/** One row more than the limit, so that the caller sees whether there is a next page. Of all customers, for null, each says whose it is. */
function selectIncidentPage(customerId: string | null, { filter, tagKeys, sort, after, limit }: IncidentPage) {
  const values: unknown[] = []
  const place = (value: unknown) => `$${values.push(value)}`
  const { columns, types } = orders[sort]
  const group = (filter.group ?? [])
    .slice(0, 2)
    .map((value, index) =>
      tagKeys[index] === undefined
        ? 'false'
        : `e.entity_id is not null and coalesce(e.tags ->> ${place(tagKeys[index])}::text, '') = ${place(value)}`,
    )
  const q = filter.q?.trim().toLowerCase()
  const words = q ? place(q) : ''
  const conditions = [
    ...(customerId === null ? ['true'] : [`i.customer_id = ${place(customerId)}`]),
    ...(filter.customer ? [`i.customer_id = any(${place(filter.customer)}::text[])`] : []),
    // The state is written into the text, so that the planner may use the index of the open ones.
    ...(filter.state && !filter.state.includes('resolved') ? ["i.state <> 'resolved'"] : []),
    ...(filter.state ? [`i.state = any(${place(filter.state)}::text[])`] : []),
    ...(filter.severity ? [`i.severity = any(${place(filter.severity)}::text[])`] : []),
    ...(filter.entityId ? [`i.entity_id = ${place(filter.entityId)}::uuid`] : []),
    ...(filter.unmatched === undefined ? [] : [`i.entity_id is ${filter.unmatched ? '' : 'not '}null`]),
    ...placeConditions(filter, place),
    ...ofFoundEntities('i', filter.ofPlace, place),
    ...(filter.ids ? [`i.incident_id = any(${place(filter.ids)}::bigint[])`] : []),
    ...(words ? [holdsText(words)] : []),
    ...(filter.assignee === 'me' ? [`${assigneeId} = ${place(filter.me)}::uuid`] : []),
    ...(filter.assignee === 'nobody' ? [`${assigneeName} is null`] : []),
    ...(filter.rule ? [`i.rule = any(${place(filter.rule)}::text[])`] : []),
    ...within('i.opened_at', filter.openedFrom, filter.openedTo, place),
    ...within(firstAcknowledgedAt, filter.acknowledgedFrom, filter.acknowledgedTo, place),
    ...within('i.resolved_at', filter.resolvedFrom, filter.resolvedTo, place),
    ...(filter.ongoingFrom ? [`(i.resolved_at is null or i.resolved_at > ${place(filter.ongoingFrom)}::timestamptz)`] : []),
    ...(filter.ongoingTo ? [`i.opened_at < ${place(filter.ongoingTo)}::timestamptz`] : []),
    ...(filter.withinMinutes ? [`i.resolved_at < i.opened_at + make_interval(mins => ${place(filter.withinMinutes)}::int)`] : []),
    ...group,
    ...(after ? [`(${columns.join(', ')}) < (${types.map((type, index) => `${place(after[index])}::${type}`).join(', ')})`] : []),
  ]
  const text = `select ${incidentColumns}, ${customerId === null ? `${customerOfIncident}, ` : ''}array[${columns.map((column) => `${column}::text`).join(', ')}] as "sortKeys"
     from ${incidentsWithTicket}
     where ${conditions.join(' and ')}
     order by ${columns.map((column) => `${column} desc`).join(', ')} limit ${place(limit + 1)}`
  return { text, values }
}

/** Those incidents that a text may be found in, of one customer or, for null, of all; undefined where each is better asked as the list is read. */
export async function findIncidentIds(
  transaction: Transaction,
  customerId: string | null,
  { q, customer }: Pick<IncidentFilter, 'q' | 'customer'>,
): Promise<Found['ids']> {
  if (!q?.trim()) return undefined
  return findByText(transaction, {
    find: 'find_incidents',
    text: q,
    customers: customerId === null ? customer : [customerId],
    newest: `select ${holdsText('$1')} as is_met from incident i left join entity e on e.customer_id = i.customer_id and e.entity_id = i.entity_id
      where ${customerId === null && !customer ? '$2::text[] is null' : 'i.customer_id = any($2::text[])'} order by i.changed_at desc, i.incident_id desc`,
  })
}

export async function readIncidentPage(transaction: Transaction, customerId: string, page: IncidentPage): Promise<ListedIncident[]> {
  const { rows } = await transaction.query<ListedIncident>(selectIncidentPage(customerId, page))
  return rows
}

export async function readIncidentPageForAllCustomers(
  transaction: Transaction,
  page: Omit<IncidentPage, 'tagKeys'>,
): Promise<ListedIncidentOfCustomer[]> {
  const { rows } = await transaction.query<ListedIncidentOfCustomer>(selectIncidentPage(null, { ...page, tagKeys: [] }))
  return rows
}
