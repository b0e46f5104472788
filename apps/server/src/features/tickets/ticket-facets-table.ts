import type { Transaction } from '#server/platform/database/transaction.ts'

const newestAsked = 200
const common = 30
const mostFound = 2000
const facets = 'ticket_facets(t.customer_id, t.type, t.priority, t.status, t.source, t.assignee_id, t.assignee, t.assignee_group, t.tags)'

/** Not where many of the tickets that changed last are so: then the list comes to enough of them soon, in whichever order it is read. */
const unlessCommon = (where: string, found: string) => `case when (
    select count(*) < ${common} from (
      select ${facets} @@ $1::tsquery as is_so from ticket t where ${where} order by t.modified_at desc, t.ticket_id desc limit ${newestAsked}) as newest
    where is_so) then array(${found}) end as ids`

const idsOf = ([row]: { ids: string[] | null }[]) => (row?.ids && row.ids.length <= mostFound ? row.ids : undefined)

/** The tickets that meet a query of facets, as `facetQuery` makes it; undefined where they are so many that each is better asked as the list is read. */
export async function findTicketsByFacets(transaction: Transaction, customerId: string, query: string): Promise<string[] | undefined> {
  const { rows } = await transaction.query<{ ids: string[] | null }>({
    name: 'find-tickets-by-facets',
    text: `select ${unlessCommon('t.customer_id = $2', 'select find_tickets_by_facets($1::tsquery, $3)')}`,
    values: [query, customerId, mostFound + 1],
  })
  return idsOf(rows)
}

export async function findTicketsByFacetsForAllCustomers(transaction: Transaction, query: string): Promise<string[] | undefined> {
  const { rows } = await transaction.query<{ ids: string[] | null }>(
    `select ${unlessCommon('true', `select t.ticket_id from ticket t where ${facets} @@ $1::tsquery limit $2`)}`,
    [query, mostFound + 1],
  )
  return idsOf(rows)
}
