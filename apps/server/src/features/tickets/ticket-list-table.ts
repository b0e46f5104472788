import type { TicketFilterChoices } from '@vakt/contract/tickets/ticket-list.ts'
import { gatherValues, type Put } from '#server/platform/database/gather-values.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { isOpenTicket, type TicketFilter, type TicketOrder, whereTickets } from './ticket-filter.ts'
import { type ListedTicket, listedColumns, ticketsWithEntity } from './ticket-table.ts'

export type TicketRow = ListedTicket & { sortKey: string }
export type PageOf<Filter> = { filter: Filter; order: TicketOrder; after: readonly string[] | null; limit: number }

const sortColumns = {
  modified: ['t.modified_at', 'timestamptz'],
  created: ['t.created_at', 'timestamptz'],
  priority: ['t.priority', 'smallint'],
  status: ['t.status_rank', 'smallint'],
  number: ['t.ticket_id', 'bigint'],
  due: ['t.due_at', 'timestamptz'],
} as const
const weightsOfWords = "'{0.1, 0.1, 0.1, 1}'"

/** How the rows are ordered: by one column, and by the number where that is equal. */
function orderTickets({ sort, direction }: TicketOrder, search: TicketFilter['search'], put: Put) {
  if (sort === 'relevance' && search?.ids) {
    const [any, written] = [search.query, search.written].map((query) => `ts_rank(${weightsOfWords}, s.document, ${put(query)}::tsquery)`)
    const rank = `(select round((${any} + ${written})::numeric, 5) from ticket_search s
      where s.customer_id = t.customer_id and s.ticket_id = t.ticket_id)`
    return { column: rank, type: 'numeric', direction }
  }
  const [column, type] = sortColumns[sort === 'relevance' ? 'modified' : sort]
  return { column, type, direction }
}

/** One row more than the limit, so that the caller sees whether there is a next page. */
function selectPage({ filter, order, after, limit }: PageOf<TicketFilter>, { customerId }: { customerId: string | null }) {
  const { values, put } = gatherValues()
  const scope = customerId === null ? [] : [`t.customer_id = ${put(customerId)}`]
  const conditions = [...scope, ...whereTickets(filter, put)]
  const { column, type, direction } = orderTickets(order, filter.search, put)
  if (after)
    conditions.push(`(${column}, t.ticket_id) ${direction === 'asc' ? '>' : '<'} (${put(after[0])}::${type}, ${put(after[1])}::bigint)`)
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  return { values, column, where, end: `order by ${column} ${direction}, t.ticket_id ${direction} limit ${Math.trunc(limit) + 1}` }
}

/** Pages of the portal, and of callers who name no limit. */
const usualLimits = [50, 100]

const isUsual = ({ limit, filter: { onlyOpen: _, me: __, seesHours: ___, ...filter } }: PageOf<TicketFilter>) =>
  usualLimits.includes(limit) && Object.values(filter).every((value) => value === undefined)

export async function readTicketPage(transaction: Transaction, customerId: string, page: PageOf<TicketFilter>): Promise<TicketRow[]> {
  const { values, column, where, end } = selectPage(page, { customerId })
  const { sort, direction } = page.order
  const { rows } = await transaction.query<TicketRow>({
    // Only what is asked for all the time is kept prepared; the rest is planned with its values. The limit stands in the text: a plan for any
    // number of rows looks dear beside one for 50, and the statement would be planned each time after all.
    ...(isUsual(page)
      ? { name: `ticket-page-${sort}-${direction}-${page.filter.onlyOpen ?? false}-${page.after !== null}-${page.limit}` }
      : {}),
    text: `select ${listedColumns}, ${column}::text as "sortKey" ${ticketsWithEntity} ${where} ${end}`,
    values,
  })
  return rows
}

export type InboxRow = TicketRow & { customer: { customerId: string; name: string } }

export async function readTicketPageForAllCustomers(transaction: Transaction, page: PageOf<TicketFilter>): Promise<InboxRow[]> {
  const { values, column, where, end } = selectPage(page, { customerId: null })
  const { rows } = await transaction.query<InboxRow>(
    `select ${listedColumns}, ${column}::text as "sortKey",
       (select json_build_object('customerId', c.customer_id, 'name', c.name) from customer c where c.customer_id = t.customer_id) as customer
     ${ticketsWithEntity} ${where} ${end}`,
    values,
  )
  return rows
}

export async function readTicketCounts(transaction: Transaction, customerId: string): Promise<{ open: number; all: number }> {
  const { rows } = await transaction.query<{ open: number; all: number }>(
    `select (select count(*)::int from ticket t where t.customer_id = $1 and ${isOpenTicket}) as open,
       (select count(*)::int from ticket where customer_id = $1) as all`,
    [customerId],
  )
  return rows[0] ?? { open: 0, all: 0 }
}

export async function countOpenTicketsForAllCustomers(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.query<{ open: number }>(`select count(*)::int as open from ticket t where ${isOpenTicket}`)
  return rows[0]?.open ?? 0
}

const mostLooked = 10_000
/** Of each kind. */
export const mostChoices = 200

const choicesOf = (value: string, label: string, source = 'looked t') => `
  select coalesce(json_agg(json_build_object('value', value, 'label', label, 'count', count) order by count desc, label), '[]') from (
    select ${value} as value, min(${label}) as label, (count(*) filter (where is_open))::int as count from ${source}
    where ${value} is not null group by 1 order by 3 desc, 2 limit ${mostChoices}
  ) as choice`

const choiceColumns = `(${choicesOf('t.who', 't.assignee')}) as assignees, (${choicesOf('t.assignee_group', 't.assignee_group')}) as "assigneeGroups",
  (${choicesOf('tag', 'tag', '(select unnest(tags) as tag, is_open from looked) as tagged')}) as tags,
  (${choicesOf('t.requester_email', 't.requester_name')}) as requesters,
  (${choicesOf('t.entity_id', 'e.name', 'looked t join entity e on e.customer_id = t.customer_id and e.entity_id = t.entity_id')}) as entities,
  (select count(*)::int from looked where is_open and assignee is null) as unassigned`

// By id: two people may have one name. Who was imported has none.
const lookedColumns = `t.customer_id, coalesce(t.assignee_id::text, t.assignee) as who, t.assignee, t.assignee_group, t.tags, t.requester_email, t.requester_name, t.entity_id`

/** Over the tickets that changed last. */
export async function readFilterChoices(transaction: Transaction, customerId: string): Promise<TicketFilterChoices> {
  const { rows } = await transaction.query<TicketFilterChoices>(
    `with looked as materialized (
       select ${lookedColumns}, ${isOpenTicket} as is_open from ticket t where t.customer_id = $1 order by t.modified_at desc limit ${mostLooked}
     ) select ${choiceColumns}`,
    [customerId],
  )
  if (!rows[0]) throw new Error('The choices were not read.')
  return rows[0]
}

type ChoicesOfAll = TicketFilterChoices & { customers: TicketFilterChoices['tags'] }

/** Over the open tickets that changed last. */
export async function readFilterChoicesForAllCustomers(transaction: Transaction): Promise<ChoicesOfAll> {
  const { rows } = await transaction.query<ChoicesOfAll>(
    `with looked as materialized (
       select ${lookedColumns}, true as is_open from ticket t where ${isOpenTicket} order by t.modified_at desc limit ${mostLooked}
     ) select ${choiceColumns}, (
         select coalesce(json_agg(json_build_object('value', c.customer_id, 'label', c.name, 'count', coalesce(open.count, 0)) order by c.name), '[]')
         from customer c left join (select customer_id, count(*)::int as count from looked group by 1) as open using (customer_id)
         where ${ofOpenCustomer('c.customer_id')}
       ) as customers`,
  )
  if (!rows[0]) throw new Error('The choices were not read.')
  return rows[0]
}
