import type { QueryOf } from '@vakt/contract/operation.ts'
import type {
  listTickets as contractList,
  listTicketsOfAllCustomers as contractListOfAll,
  InboxTicket,
  ListedTicket,
  SimilarTicket,
  TicketFilterChoices,
} from '@vakt/contract/tickets/ticket-list.ts'
import { searchWords } from '@vakt/domain/search-words.ts'
import { withCustomersOfGroups } from '#server/features/customers/of-groups.ts'
import { type Context, sightOf } from '#server/platform/context.ts'
import { inOneStatement, inTransaction, readForAllCustomers, sharedOver, type Transaction } from '#server/platform/database/transaction.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { createSharedRuns, sharedByBrowsers } from '#server/platform/shared-runs.ts'
import { presentTicket } from './read-tickets.ts'
import { searchTickets, searchTicketsForAllCustomers } from './search-tickets.ts'
import { facetQuery } from './ticket-facets.ts'
import { findTicketsByFacets, findTicketsByFacetsForAllCustomers } from './ticket-facets-table.ts'
import type { SearchOrder, TicketFilter, TicketOrder, TicketSearch } from './ticket-filter.ts'
import {
  countOpenTicketsForAllCustomers,
  type InboxRow,
  mostChoices,
  type PageOf,
  readFilterChoices,
  readFilterChoicesForAllCustomers,
  readTicketCounts,
  readTicketPage,
  readTicketPageForAllCustomers,
  type TicketRow,
} from './ticket-list-table.ts'
import { readSimilarTickets } from './ticket-search-table.ts'
import { readTicketMarks, type TicketMarks } from './ticket-visit-table.ts'

type Asked = { search?: string; sort?: TicketOrder['sort']; direction?: TicketOrder['direction'] }

function orderOf({ search, sort = search ? 'relevance' : 'modified', direction }: Asked): TicketOrder {
  return { sort, direction: direction ?? (sort === 'priority' || sort === 'status' || sort === 'due' ? 'asc' : 'desc') }
}

/** A page by relevance ends with a number, one by time with a time. */
function orderBefore(after: readonly string[] | null): SearchOrder | undefined {
  if (!after) return undefined
  return /^[\d.]+$/.test(after[0] ?? '') ? 'relevance' : 'newest'
}

const pageOf = <Row extends TicketRow>(rows: Row[], limit: number) => nextPage(rows, limit, ({ sortKey, ticketId }) => [sortKey, ticketId])

const noMarks: ReadonlyMap<string, TicketMarks> = new Map()

/** Marks differ from user to user, so they are read apart from rows that users share. */
const readMarks = (transaction: Transaction, { caller, now }: CallContext, rows: readonly TicketRow[]) =>
  readTicketMarks(transaction, { ticketIds: rows.map(({ ticketId }) => ticketId), userId: caller?.userId ?? null, now })

function presentRow<Row extends TicketRow>({ sortKey: _, ...row }: Row, marks: ReadonlyMap<string, TicketMarks>, now: Date) {
  const { isUnread = false, customerAnswered = false } = marks.get(row.ticketId) ?? {}
  return { ...presentTicket(row, now), isUnread, customerAnswered }
}

type Finding = {
  search: (() => Promise<TicketSearch | null>) | null
  byFacets: (query: string) => Promise<string[] | undefined>
}

/** What the list is read by: which tickets are looked up beforehand, where they are few. */
async function narrowDown(filter: TicketFilter, { search, byFacets }: Finding): Promise<TicketFilter> {
  const found = search ? await search() : undefined
  if (found === null || found?.ids) return { ...filter, search: found }
  const query = facetQuery(filter)
  const ids = query === null ? undefined : await byFacets(query)
  return { ...filter, ...(found && { search: found }), ...(ids && { ids }) }
}

export async function listTickets(
  context: CallContext,
  customerId: string,
  query: QueryOf<typeof contractList>,
  after: readonly string[] | null,
): Promise<Listing<ListedTicket>> {
  const { limit = 50, sort: _, direction: __, format: ___, search, ...filter } = query
  const asked: TicketFilter = { ...filter, me: context.caller, seesHours: context.isStaff }
  const page = { order: orderOf(query), after, limit }
  if (!search && facetQuery(asked) === null) {
    const rows = await inOneStatement(context, customerId, (transaction) =>
      readTicketPage(transaction, customerId, { ...page, filter: asked }),
    )
    const listing = pageOf(rows, limit)
    const marks =
      rows.length > 0 ? await inOneStatement(context, customerId, (transaction) => readMarks(transaction, context, rows)) : noMarks
    return { ...listing, rows: listing.rows.map((row) => presentRow(row, marks, context.now)) }
  }
  return inTransaction(context, customerId, async (transaction) => {
    const narrowed = await narrowDown(asked, {
      search: search
        ? () =>
            searchTickets(transaction, customerId, search, {
              withPrivate: context.isStaff,
              order: page.order.sort === 'relevance' ? orderBefore(after) : undefined,
              onlyTicketsOf: context.onlyTicketsOf,
              ...(context.limitedSight && { limitedSight: context.limitedSight }),
            })
        : null,
      byFacets: (facets) => findTicketsByFacets(transaction, customerId, facets),
    })
    const listing = pageOf(await readTicketPage(transaction, customerId, { ...page, filter: narrowed }), limit)
    const marks = await readMarks(transaction, context, listing.rows)
    return { ...listing, rows: listing.rows.map((row) => presentRow(row, marks, context.now)) }
  })
}

export async function listTicketsOfAllCustomers(
  context: CallContext,
  asked: QueryOf<typeof contractListOfAll>,
  after: readonly string[] | null,
): Promise<Listing<InboxTicket>> {
  const query = await withCustomersOfGroups(context, asked)
  const { limit = 50, sort: _, direction: __, format: ___, search, ...filter } = query
  const page = { order: orderOf(query), after, limit }
  const read = () => readInboxPage(context, { query, search, filter, page })
  // With a filter it depends on who asks.
  const isUsual = !search && !after && Object.keys(filter).every((name) => name === 'onlyOpen')
  const rows = isUsual ? await shareInbox(sharedOver(context), JSON.stringify(query), read) : await read()
  const listing = pageOf(rows, limit)
  const marks = await readForAllCustomers(context, (transaction) => readMarks(transaction, context, listing.rows))
  return { ...listing, rows: listing.rows.map((row) => presentRow(row, marks, context.now)) }
}

const shareInbox = createSharedRuns<InboxRow[]>(sharedByBrowsers)

type InboxQuery = QueryOf<typeof contractListOfAll>
type InboxPage = { query: InboxQuery; search: string | undefined; filter: TicketFilter; page: Omit<PageOf<TicketFilter>, 'filter'> }

function readInboxPage(context: CallContext, { query, search, filter, page }: InboxPage): Promise<InboxRow[]> {
  return readForAllCustomers(context, async (transaction) => {
    const sought = { customer: query.customer, order: page.order.sort === 'relevance' ? orderBefore(page.after) : undefined }
    const narrowed = await narrowDown(
      { ...filter, me: context.caller, seesHours: true },
      {
        search: search ? () => searchTicketsForAllCustomers(transaction, search, sought) : null,
        byFacets: (facets) => findTicketsByFacetsForAllCustomers(transaction, facets),
      },
    )
    return readTicketPageForAllCustomers(transaction, { ...page, filter: narrowed })
  })
}

const shareCounts = createSharedRuns<Awaited<ReturnType<typeof readTicketCounts>>>(sharedByBrowsers)
const shareCountOfAll = createSharedRuns<number>(sharedByBrowsers)

export function countTickets(context: Context, customerId: string) {
  return shareCounts(context.pool, `${customerId} ${sightOf(context)}`, () =>
    inOneStatement(context, customerId, (transaction) => readTicketCounts(transaction, customerId)),
  )
}

export async function countTicketsOfAllCustomers(context: Context): Promise<{ open: number }> {
  return { open: await shareCountOfAll(sharedOver(context), 'all', () => readForAllCustomers(context, countOpenTicketsForAllCustomers)) }
}

const shareChoices = createSharedRuns<Awaited<ReturnType<typeof readFilterChoices>>>()
const shareChoicesOfAll = createSharedRuns<Awaited<ReturnType<typeof readFilterChoicesForAllCustomers>>>()

/** Told to each caller, from what is read once for all of them. */
function addOwn<Choices extends TicketFilterChoices>(choices: Choices, { caller }: CallContext) {
  const own = choices.assignees.find(({ value }) => value === caller?.userId)
  if (!own && choices.assignees.length === mostChoices) return choices
  return { ...choices, assignedToMe: own?.count ?? 0 }
}

export async function readTicketFilterChoices(context: CallContext, customerId: string) {
  const choices = await shareChoices(context.pool, `${customerId} ${sightOf(context)}`, () =>
    inOneStatement(context, customerId, (transaction) => readFilterChoices(transaction, customerId)),
  )
  return addOwn(choices, context)
}

export async function readTicketFilterChoicesOfAllCustomers(context: CallContext) {
  const choices = await shareChoicesOfAll(sharedOver(context), 'all', () => readForAllCustomers(context, readFilterChoicesForAllCustomers))
  return addOwn(choices, context)
}

const mostSimilar = 5

export async function listSimilarTickets(context: Context, customerId: string, subject = ''): Promise<SimilarTicket[]> {
  const words = searchWords(subject).filter((word) => word.length > 1)
  if (words.length === 0) return []
  const terms = JSON.stringify(words.map((word) => [word]))
  const rows = await inOneStatement(context, customerId, (transaction) => readSimilarTickets(transaction, customerId, terms, mostSimilar))
  return rows.map(({ created, ...ticket }) => ({ ...ticket, created: created.toISOString() }))
}
