import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Ticket as TicketIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type TicketRow, ticketCountQuery, ticketListQuery, ticketViewsQuery } from '#web/features/tickets/ticket-queries.ts'
import styles from '#web/features/tickets/tickets.module.css'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ticketPath } from '#web/shared/links/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ListPage } from '#web/ui/page/list-page.tsx'
import { NothingMatches } from '#web/ui/table/nothing-matches.tsx'
import { PagedRows } from '#web/ui/table/paged-rows.tsx'
import { useRowSelection } from '#web/ui/table/use-row-selection.ts'
import { useRows } from '#web/ui/table/use-rows.ts'
import { CreateTicketButton } from './create-ticket-button.tsx'
import { orderOf, resolveView } from './shown-tickets.ts'
import { ticketColumns, usualColumns, usualColumnsOfAll } from './ticket-columns.tsx'
import { TicketFilters } from './ticket-filters.tsx'
import { ticketListTexts } from './ticket-list.texts.ts'
import { TicketListTools, TicketOrder, TicketPhoneMenu } from './ticket-list-tools.tsx'
import { type TicketSearch, ticketSearch } from './ticket-search.ts'

const TicketBulkBar = lazy(() => import('./ticket-bulk-bar.tsx').then((module) => ({ default: module.TicketBulkBar })))
const InboxViews = lazy(() => import('#web/shared/inbox/inbox-views.tsx').then((module) => ({ default: module.InboxViews })))
const TicketViewBar = lazy(() => import('./ticket-view-bar.tsx').then((module) => ({ default: module.TicketViewBar })))

const keyOf = (ticket: TicketRow) => ticket.ticketId

export function TicketListPage() {
  const { customerId, name, can } = useShownCustomer()
  const session = useSession()
  const words = { ...useTexts(ticketTexts), ...useTexts(ticketListTexts) }
  const format = useFormat()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const staff = isStaff(session)
  const isPhone = useIsPhone()
  const address = ticketSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const kept = useQuery(ticketViewsQuery(customerId)).data
  const shown = resolveView(staff ? address : ofOneCustomer(address), kept?.views ?? [], kept?.defaultViewId ?? null)
  const { search } = shown
  const list = useInfiniteQuery(ticketListQuery(customerId, search))
  const counts = useQuery(ticketCountQuery(customerId, search.all)).data
  const rows = useRows(list.data)
  const rowSelection = useRowSelection({
    rows,
    keyOf,
    labelOf: ({ ticketId }) => words.select(ticketId),
    labelOfAll: words.selectAll,
  })
  const selection = staff ? rowSelection : undefined
  const [hasChosen, setHasChosen] = useState(false)
  if (rowSelection.keys.size > 0 && !hasChosen) setHasChosen(true)
  const { hasNextPage: hasMore, isPlaceholderData } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are of this search
  useEffect(() => {
    if (isPlaceholderData) return
    const tickets = rows.map((ticket) => ({ customerId: ticket.customer?.customerId ?? customerId, ticketId: ticket.ticketId }))
    const token = list.data?.pages.at(-1)?.continuation_token ?? null
    const continuation = token === null ? null : { filter: search, token }
    void import('./seen-list.ts').then(
      ({ keepSeenList }) => keepSeenList({ customerId, search: address, tickets, hasMore, continuation }),
      () => {},
    )
  }, [rows, hasMore, isPlaceholderData])
  const showsClosed = search.onlyOpen === false
  const hasFilters = ticketSearch.isFiltered(search)
  const scope: TicketSearch = search.all ? { all: true } : {}

  const goTo = (next: TicketSearch) =>
    void navigate({ to: '/tickets/$customerId', params: { customerId }, search: next, replace: true, resetScroll: false })
  const clear = () => goTo({ ...scope, ...(showsClosed ? { onlyOpen: false } : kept?.defaultViewId ? { view: 'all' } : {}) })
  function change(changes: Partial<Record<keyof TicketSearch, unknown>>) {
    const next = ticketSearch({ ...search, ...changes })
    const { view: _, all: __, ...filter } = next
    if (Object.keys(filter).length > 0) goTo(next)
    else clear()
  }
  const order = orderOf(search)
  const sortBy = (sort: string) =>
    change(sort === order.sort ? { sort, direction: order.direction === 'asc' ? 'desc' : 'asc' } : { sort, direction: undefined })

  const chosen = kept?.columns ?? (search.all ? usualColumnsOfAll : usualColumns)
  const ownerOf = ({ customer }: TicketRow) => customer?.customerId ?? customerId
  const columns = ticketColumns({
    words,
    chosen,
    isAll: search.all ?? false,
    title: (ticket) => (
      <PlainLink href={ticketPath(ownerOf(ticket), ticket.ticketId)} data-row-link title={ticket.subject}>
        <bdi>{ticket.subject}</bdi>
      </PlainLink>
    ),
  })

  return (
    <ListPage
      title={words.title}
      count={hasFilters || counts?.all === undefined ? undefined : format.number(counts.all)}
      conclusion={
        hasFilters
          ? list.data && !list.isPlaceholderData && words.matching(rows.length, list.hasNextPage)
          : counts && words.conclusion(counts.open)
      }
      action={
        <>
          <CreateTicketButton customerId={customerId} />
          {isPhone ? <TicketPhoneMenu customerId={customerId} search={search} selection={selection} /> : null}
        </>
      }
      filterCount={ticketSearch.countFilters(search)}
      filters={
        <>
          <TicketFilters customerId={customerId} search={search} onChange={change} />
          {isPhone ? <TicketOrder search={search} onSort={sortBy} /> : null}
        </>
      }
      above={
        <div className={styles.toolbar}>
          {staff ? (
            <FilterTabs
              label={words.scope}
              value={search.all ? 'all' : 'one'}
              options={[
                { value: 'one', label: name },
                { value: 'all', label: words.allCustomers },
              ]}
              onChange={(value) => goTo(ticketSearch({ ...search, all: value === 'all' }))}
            />
          ) : null}
          <Suspense>
            {search.all ? <InboxViews customerId={customerId} /> : null}
            <TicketViewBar
              customerId={customerId}
              shown={shown}
              isFiltered={hasFilters || showsClosed || search.sort !== undefined}
              mayShare={staff || can(['@feature.tickets.write'])}
            />
          </Suspense>
          {isPhone ? null : <TicketListTools customerId={customerId} search={search} columns={chosen} onSort={sortBy} />}
        </div>
      }
    >
      <PagedRows
        list={list}
        failed={words.listFailed}
        label={words.title}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        sorting={{ ...order, onSort: sortBy }}
        selection={selection}
        onIntent={(ticket) => void prefetchTicket(queryClient, ownerOf(ticket), ticket.ticketId).catch(() => {})}
        empty={
          hasFilters ? (
            <NothingMatches title={words.nothingMatches} hidden={showsClosed ? counts?.all : counts?.open} onClear={clear} />
          ) : counts && (counts.all ?? counts.open) > 0 && !showsClosed ? (
            <EmptyState
              title={words.nothingOpen}
              text={counts.all === undefined ? undefined : words.nothingOpenText(counts.all)}
              icon={<TicketIcon size={28} strokeWidth={1.5} />}
            >
              <Button variant="default" onClick={() => goTo({ ...scope, onlyOpen: false })}>
                {words.showClosed}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title={words.nothingTitle} text={words.nothingText} icon={<TicketIcon size={28} strokeWidth={1.5} />}>
              <CreateTicketButton customerId={customerId} quiet />
            </EmptyState>
          )
        }
      />
      <Suspense>{selection && hasChosen ? <TicketBulkBar customerId={customerId} selection={selection} /> : null}</Suspense>
    </ListPage>
  )
}

/** What a list alone does without: the calls of the ticket's own screen, which are on their way before it is opened. */
async function prefetchTicket(queryClient: QueryClient, customerId: string, ticketId: string) {
  const { ticketQuery } = await import('#web/shared/tickets/ticket-query.ts')
  await queryClient.prefetchQuery(ticketQuery(customerId, ticketId))
}

function ofOneCustomer({ all: _, of: __, ...search }: TicketSearch): TicketSearch {
  return search
}
