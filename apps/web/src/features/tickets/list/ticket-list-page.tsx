import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ticketSorts } from '@vakt/contract/tickets/ticket-filters.ts'
import { Ticket as TicketIcon } from 'lucide-react'
import { lazy, Suspense, useCallback } from 'react'
import { downloadTickets, prefetchTicket, type TicketRow, ticketCountQuery, ticketListQuery } from '#web/features/tickets/ticket-queries.ts'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { SortMenu } from '#web/lists/sort-menu.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { viewedUser } from '#web/platform/view-as.ts'
import { ticketPath } from '#web/shared/links/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { useRowSelection } from '#web/ui/table/use-row-selection.ts'
import { useRows } from '#web/ui/table/use-rows.ts'
import { CreateTicketButton } from './create-ticket-button.tsx'
import { orderOf } from './shown-tickets.ts'
import { useTicketColumns } from './ticket-columns.tsx'
import { ticketListTexts } from './ticket-list.texts.ts'
import { TicketScope } from './ticket-scope.tsx'
import { ownTicketSearch, ticketSearch } from './ticket-search.ts'
import { useKeepSeenList } from './use-keep-seen-list.ts'

const TicketFilters = lazy(() => import('./ticket-filters.tsx').then((module) => ({ default: module.TicketFilters })))
const TicketBulkActions = lazy(() => import('./ticket-bulk-actions.tsx').then((module) => ({ default: module.TicketBulkActions })))

const keyOf = (ticket: TicketRow) => ticket.ticketId
const ownerOf = ({ customer }: TicketRow, customerId: string) => customer?.customerId ?? customerId
const batchSize = 200

/** The tickets of a customer; for the provider also the inbox of all customers. */
export function TicketListPage() {
  const { customerId, can, isLimited } = useShownCustomer()
  const staff = isStaff(useSession())
  const mayChange = staff && can(['@feature.tickets.write']) && !viewedUser()
  const words = { ...useTexts(ticketTexts), ...useTexts(ticketListTexts) }
  const format = useFormat()
  const queryClient = useQueryClient()
  const screen = useListScreen(staff ? ticketSearch : ownTicketSearch)
  const { search, isFiltered } = screen
  const list = useInfiniteQuery(ticketListQuery(customerId, search))
  const counts = useQuery(ticketCountQuery(customerId, search.all)).data
  const rows = useRows(list.data)
  const labelOf = ({ ticketId }: TicketRow) => words.select(ticketId)
  const selection = useRowSelection({ rows, keyOf, labelOf, labelOfAll: words.selectAll, batchSize, list })
  useKeepSeenList(customerId, screen, list, rows)
  const showsClosed = search.onlyOpen === false
  const all = showsClosed ? counts?.all : counts?.open
  const sorts = ticketSorts.filter((one) => one !== 'relevance' || search.q)
  const sorting = screen.sorting(orderOf(search))
  const customerOf = useCallback((ticket: TicketRow) => ownerOf(ticket, customerId), [customerId])
  const columns = useTicketColumns({
    hrefOf: useCallback((ticket: TicketRow) => ticketPath(ownerOf(ticket, customerId), ticket.ticketId), [customerId]),
    namesEntity: screen.columns?.includes('entity') !== true,
    isAll: search.all ?? false,
    editAs: mayChange ? customerOf : undefined,
  })

  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      count={isFiltered || counts?.all === undefined ? undefined : format.number(counts.all)}
      conclusion={
        isFiltered
          ? list.data && !list.isPlaceholderData && words.matching(rows.length, list.hasNextPage)
          : counts && words.conclusion(counts.open)
      }
      all={all}
      action={<CreateTicketButton customerId={customerId} />}
      tabs={staff ? <TicketScope customerId={customerId} screen={screen} /> : null}
      tools={<SortMenu label={words.sort} sorts={sorts} names={words.sortBy} sorting={sorting} />}
      onExport={(as) => downloadTickets(customerId, search, as)}
      filters={
        <>
          <FilterSearch label={words.search} {...screen.text('q')} />
          <Suspense>
            <TicketFilters customerId={customerId} screen={screen} />
          </Suspense>
        </>
      }
      columns={columns}
      rowKey={keyOf}
      sorting={sorting}
      selection={mayChange ? selection : undefined}
      bulk={
        <Suspense>
          <TicketBulkActions customerId={customerId} selection={selection} />
        </Suspense>
      }
      onIntent={(ticket) => void prefetchTicket(queryClient, ownerOf(ticket, customerId), ticket.ticketId).catch(() => {})}
      words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
      empty={
        counts && (counts.all ?? counts.open) > 0 && !showsClosed ? (
          <EmptyState
            title={isLimited ? words.nothingOpenSeen : words.nothingOpen}
            text={counts.all === undefined ? undefined : words.nothingOpenText(counts.all)}
            icon={<TicketIcon size={28} strokeWidth={1.5} />}
          >
            <Button variant="default" onClick={() => screen.change({ onlyOpen: false })}>
              {words.showClosed}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState
            title={isLimited ? words.nothingSeen : words.nothingTitle}
            text={isLimited ? words.nothingSeenText : words.nothingText}
            icon={<TicketIcon size={28} strokeWidth={1.5} />}
          >
            <CreateTicketButton customerId={customerId} quiet />
          </EmptyState>
        )
      }
    />
  )
}
