import type { TicketFilter as ContractFilter, TicketSort } from '@vakt/contract/tickets/ticket-list.ts'
import type { Put } from '#server/platform/database/gather-values.ts'

/** As many tags group the resources of a customer. */
const maxTagKeys = 2

/** The filter of the contract, with who asks, and with what the search has come to. */
export type TicketFilter = Omit<ContractFilter, 'search'> & {
  customer?: string[]
  me?: { userId: string; name: string; email: string } | null
  /** Whether the caller sees registered hours also where the settings of the customer hide them. */
  seesHours?: boolean
  search?: TicketSearch | null
  /** Only these tickets, where few meet the filter and they were looked up. */
  ids?: string[]
}

/**
 * What is searched for, and what was found; `ids` is null where that is so much that each ticket is asked while the list is read. `written` is
 * a query of the words as they were written, without their other forms: who has these comes first.
 */
export type TicketSearch = { ids: string[] | null; query: string; written: string }

/**
 * How what is found is ordered: by relevance where it was looked up, else the newest come first. A further page goes on like the one before it,
 * whatever has come in between.
 */
export type SearchOrder = 'relevance' | 'newest'

export type TicketOrder = { sort: TicketSort; direction: 'asc' | 'desc' }

// Written into the text, so that the planner may use the index of the open ones.
export const isOpenTicket = "t.status not in ('resolved', 'closed')"

const anyOf = (conditions: string[]) => (conditions.length > 0 ? [`(${conditions.join(' or ')})`] : [])

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An assignee is a person's id, `me`, `nobody`, or the name of someone who has no id here. */
export function partAssignees(assignees: readonly string[], me: TicketFilter['me']) {
  return {
    withNobody: assignees.includes('nobody'),
    ids: [...assignees.filter((one) => uuid.test(one)), ...(assignees.includes('me') && me ? [me.userId] : [])],
    names: assignees.filter((one) => one !== 'nobody' && one !== 'me' && !uuid.test(one)),
  }
}

function whereAssignee(assignees: string[], me: TicketFilter['me'], put: Put): string[] {
  const { withNobody, ids, names } = partAssignees(assignees, me)
  const own = ids.length > 0 ? [`t.assignee_id = any(${put(ids)}::uuid[])`] : []
  const named = names.length > 0 ? [`t.assignee = any(${put(names)}::text[])`] : []
  const nobody = withNobody ? ['t.assignee is null'] : []
  const any = anyOf([...nobody, ...own, ...named])
  return any.length > 0 ? any : ['false']
}

function whereRequester(requesters: string[], me: TicketFilter['me'], put: Put): string[] {
  const emails = requesters.filter((one) => one !== 'me')
  const own = requesters.includes('me') && me ? [`t.requester_id = ${put(me.userId)}`, `t.requester_email = ${put(me.email)}`] : []
  return anyOf([...own, ...(emails.length > 0 ? [`t.requester_email = any(${put(emails)})`] : ['false'])])
}

function whereSearch(search: TicketSearch | null, put: Put): string[] {
  if (!search) return ['false']
  if (search.ids) return [`t.ticket_id = any(${put(search.ids)}::bigint[])`]
  // A scalar, which the planner leaves where it is: it must not read the words of every ticket first.
  return [
    `(select s.document @@ ${put(search.query)}::tsquery from ticket_search s
       where s.customer_id = t.customer_id and s.ticket_id = t.ticket_id)`,
  ]
}

const ofMissed = `exists (select from service_level_warning w
  where w.customer_id = t.customer_id and w.ticket_id = t.ticket_id and w.level = 'missed')`
const hasLevel = 'exists (select from ticket_service_level l where l.customer_id = t.customer_id and l.ticket_id = t.ticket_id)'

/** By the tags of its resource that group those of the customer. */
function whereGroup(group: readonly string[], put: Put): string[] {
  const tagged = group.map((value, index) =>
    index < maxTagKeys
      ? `coalesce(e.tags ->> c.tag_keys[${index + 1}], '') = ${put(value)} and cardinality(c.tag_keys) > ${index}`
      : 'false',
  )
  return [
    `exists (select from entity e join customer c on c.customer_id = e.customer_id
      where e.customer_id = t.customer_id and e.entity_id = t.entity_id and ${tagged.join(' and ')})`,
  ]
}

/** By one entry of registered hours that meets all of it. */
function whereWorked({ workedFrom, workedTo, hourType, billable, seesHours }: TicketFilter, put: Put): string[] {
  const conditions = [
    ...(workedFrom ? [`h.worked_on >= ${put(workedFrom)}::date`] : []),
    ...(workedTo ? [`h.worked_on <= ${put(workedTo)}::date`] : []),
    ...(hourType ? [`h.hour_type = any(${put(hourType)}::text[])`] : []),
    ...(billable === undefined ? [] : [`h.billable = ${put(billable)}`]),
  ]
  if (conditions.length === 0) return []
  const shown = seesHours ? [] : ['(select c.hours_shown from customer c where c.customer_id = t.customer_id)']
  return [
    ...shown,
    `exists (select from ticket_hours h where h.customer_id = t.customer_id and h.ticket_id = t.ticket_id and ${conditions.join(' and ')})`,
  ]
}

/** The conditions of a filter, one each, for `ticket t`. */
export function whereTickets(filter: TicketFilter, put: Put): string[] {
  const { type, priority, status, assignee, assigneeGroup, tag, entityId, requester, source, createdFrom, createdTo, me } = filter
  return [
    ...(filter.customer ? [`t.customer_id = any(${put(filter.customer)}::text[])`] : []),
    ...(filter.onlyOpen ? [isOpenTicket] : []),
    ...(type ? [`t.type = any(${put(type)}::text[])`] : []),
    ...(priority ? [`t.priority = any(${put(priority)}::smallint[])`] : []),
    ...(status ? [`t.status = any(${put(status)}::text[])`] : []),
    ...(assignee ? whereAssignee(assignee, me, put) : []),
    ...(assigneeGroup ? [`t.assignee_group = any(${put(assigneeGroup)}::text[])`] : []),
    ...(tag ? [`t.tags && ${put(tag)}::text[]`] : []),
    ...(entityId ? [`t.entity_id = any(${put(entityId)}::uuid[])`] : []),
    ...(filter.group?.length ? whereGroup(filter.group, put) : []),
    ...(requester ? whereRequester(requester, me, put) : []),
    ...(source ? [`t.source = ${put(source)}`] : []),
    ...(filter.breaching ? [isOpenTicket, 't.due_at < now()'] : []),
    ...(filter.missed === true ? [ofMissed] : []),
    ...(filter.missed === false ? [hasLevel, `not ${ofMissed}`] : []),
    ...whereWorked(filter, put),
    ...(createdFrom ? [`t.created_at >= ${put(createdFrom)}::timestamptz`] : []),
    ...(createdTo ? [`t.created_at < ${put(createdTo)}::timestamptz`] : []),
    ...(filter.ids ? [`t.ticket_id = any(${put(filter.ids)}::bigint[])`] : []),
    ...(filter.search === undefined ? [] : whereSearch(filter.search, put)),
  ]
}
