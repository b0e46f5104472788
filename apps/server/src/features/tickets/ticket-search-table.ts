import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { isOpenTicket, type SearchOrder } from './ticket-filter.ts'

/** `ids` is null where the words are so common that they were not looked up. */
export type FoundTickets = { ids: string[] | null; query: string | null }

const newestAsked = 400
const common = 60

/** Not where many of the tickets that changed last meet `asked`: to look up all that do would cost more than asking each as the list is read. */
const isLookedUp = (where: string) => `case $5::text when 'relevance' then true when 'newest' then false else (
  select count(*) < ${common} from (
    select (select s.document @@ (select query from asked) from ticket_search s where s.customer_id = t.customer_id and s.ticket_id = t.ticket_id) as is_met
    from ticket t where ${where} order by t.modified_at desc, t.ticket_id desc limit ${newestAsked}) as newest
  where is_met) end`

/** Up to `most` tickets that meet every term, and the terms as a query. They are lists of words, as `ticket_query` in the migration takes them. */
export async function findTicketIds(
  transaction: Transaction,
  customerId: string,
  terms: string,
  { withPrivate, most, order }: { withPrivate: boolean; most: number; order: SearchOrder | undefined },
): Promise<FoundTickets> {
  const { rows } = await transaction.query<FoundTickets>({
    name: 'find-tickets',
    text: `with asked as materialized (select ticket_query($2, null, $3)::tsquery as query)
           select case when ${isLookedUp('t.customer_id = $1')} then array(select find_tickets($2, $3, $4)) end as ids,
             (select query::text from asked) as query`,
    values: [customerId, terms, withPrivate, most, order ?? null],
  })
  return rows[0] ?? { ids: [], query: null }
}

/** Among the tickets that the reader sees, who does not see all: each is asked, for `most` must not count the others. `requesterId`: whose they are. */
export async function findSeenTicketIds(
  transaction: Transaction,
  customerId: string,
  terms: string,
  { requesterId, withPrivate, most }: { requesterId: string | undefined; withPrivate: boolean; most: number },
): Promise<FoundTickets> {
  const { rows } = await transaction.query<FoundTickets>(
    `with asked as materialized (select ticket_query($2, null, $3) as query)
     select array(
       select t.ticket_id from ticket t where t.customer_id = $1 ${requesterId ? 'and t.requester_id = $5' : ''} and (
         select s.document @@ (select query from asked) from ticket_search s where s.customer_id = t.customer_id and s.ticket_id = t.ticket_id)
       limit $4) as ids, (select query::text from asked) as query`,
    [customerId, terms, withPrivate, most, ...(requesterId ? [requesterId] : [])],
  )
  return rows[0] ?? { ids: [], query: null }
}

export async function findTicketIdsForAllCustomers(
  transaction: Transaction,
  terms: string,
  {
    customer,
    withPrivate,
    most,
    order,
  }: { customer: string[] | undefined; withPrivate: boolean; most: number; order: SearchOrder | undefined },
): Promise<FoundTickets> {
  const isAsked = customer ? 't.customer_id = any($3::text[])' : '$3::text[] is null'
  const { rows } = await transaction.query<FoundTickets>(
    `with asked as materialized (select ticket_query($1, null, $2) as query)
     select case when ${isLookedUp(isAsked)} then array(
         select ticket_id from ticket_search t where document @@ ticket_query($1, null, $2) and ${isAsked} limit $4) end as ids,
       (select query::text from asked) as query`,
    [terms, withPrivate, customer ?? null, most, order ?? null],
  )
  return rows[0] ?? { ids: [], query: null }
}

// Sorts behind every word that begins like the one before it.
const last = 'chr(1114111) collate "C"'
const beginsWith = (column: string, start: string) => `w.${column} >= ${start} collate "C" and w.${column} < ${start} || ${last}`
const mostCandidates = 3000

/** Those words that no ticket holds, not even as the beginning of one, each with words that begin or end like it. */
export async function readUnknownWords(
  transaction: Transaction,
  customerId: string,
  words: readonly string[],
  { withPrivate }: { withPrivate: boolean },
): Promise<{ word: string; candidates: string[] }[]> {
  const mayRead = 'w.customer_id = $1 and ($3 or not w.is_private)'
  const { rows } = await transaction.query<{ word: string; candidates: string[] }>(
    `select given as word, array(
       (select w.word from ticket_word w where ${mayRead} and ${beginsWith('word', 'left(given, 2)')} and length(w.word) between length(given) - 2 and length(given) + 2
         limit ${mostCandidates})
       union
       (select w.word from ticket_word w where ${mayRead} and ${beginsWith('backwards', 'left(reverse(given), 3)')} and length(w.word) between length(given) - 2 and length(given) + 2
         limit ${mostCandidates})
     ) as candidates
     from unnest($2::text[]) as given
     where not exists (select from ticket_word w where ${mayRead} and ${beginsWith('word', 'given')})`,
    [customerId, words, withPrivate],
  )
  return rows
}

const mostCandidatesOfCustomer = 100

/** As `readUnknownWords` over the words of all customers, or of these: what none of their tickets holds. */
export async function readUnknownWordsForAllCustomers(
  transaction: Transaction,
  customers: readonly string[] | null,
  words: readonly string[],
): Promise<{ word: string; candidates: string[] }[]> {
  const ofCustomer = 'w.customer_id = c.customer_id'
  const isNear = 'length(w.word) between length(given) - 2 and length(given) + 2'
  const asked = `select c.customer_id from customer c where ($2::text[] is null or c.customer_id = any($2)) and ${ofOpenCustomer('c.customer_id')}`
  const { rows } = await transaction.query<{ word: string; candidates: string[] }>(
    `with c as materialized (${asked})
     select given as word, array(
       select distinct near.word from c cross join lateral (
         (select w.word from ticket_word w where ${ofCustomer} and ${beginsWith('word', 'left(given, 2)')} and ${isNear} limit ${mostCandidatesOfCustomer})
         union all
         (select w.word from ticket_word w where ${ofCustomer} and ${beginsWith('backwards', 'left(reverse(given), 3)')} and ${isNear} limit ${mostCandidatesOfCustomer})
       ) as near limit ${mostCandidates}
     ) as candidates
     from unnest($1::text[]) as given
     where not exists (select from c cross join lateral (
       select from ticket_word w where ${ofCustomer} and ${beginsWith('word', 'given')} limit 1) as known)`,
    [words, customers],
  )
  return rows
}

export type SimilarRow = { ticketId: string; subject: string; status: TicketStatus; priority: number; created: Date }
const mostLooked = 2000

/** Open tickets that hold any of these terms in what everybody may read, those first that hold the most in their subject. */
export async function readSimilarTickets(
  transaction: Transaction,
  customerId: string,
  terms: string,
  limit: number,
): Promise<SimilarRow[]> {
  const { rows } = await transaction.query<SimilarRow>(
    `select ticket_id as "ticketId", subject, status, priority, created_at as created
     from (
       select t.*, (select ts_rank('{0.05, 0, 0, 1}', s.document, ticket_query($2, null, false, true)) from ticket_search s
         where s.customer_id = t.customer_id and s.ticket_id = t.ticket_id) as rank
       from ticket t where t.customer_id = $1 and ${isOpenTicket} order by t.modified_at desc limit ${mostLooked}
     ) as looked
     where rank > 0 order by rank desc, modified_at desc limit $3`,
    [customerId, terms, limit],
  )
  return rows
}
