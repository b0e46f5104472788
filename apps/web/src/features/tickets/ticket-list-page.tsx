import { Button, Switch } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type Ticket, type TicketStatus, ticketStatuses, ticketTypes } from '@vakt/contract/tickets.ts'
import { Ticket as TicketIcon } from 'lucide-react'
import { useMemo } from 'react'
import { ticketStatusTexts } from '#web/links/links.texts.ts'
import { StatusBadge } from '#web/links/status-badge.tsx'
import { ticketQuery } from '#web/links/ticket-query.ts'
import { useFormat } from '#web/platform/format.ts'
import { useLiveCustomer } from '#web/platform/live.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState, RefreshFailed } from '#web/ui/error-state.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { NothingMatches } from '#web/ui/nothing-matches.tsx'
import { RowTable } from '#web/ui/row-table.tsx'
import { severityTexts } from '#web/ui/severity.texts.ts'
import { PriorityMark } from '#web/ui/severity-mark.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { CreateTicketButton } from './create-ticket-button.tsx'
import { ticketColumns } from './ticket-columns.tsx'
import { ticketCountQuery, ticketListQuery } from './ticket-queries.ts'
import { isFiltered, type TicketSearch, ticketSearch } from './ticket-search.ts'
import { ticketTexts } from './tickets.texts.ts'

const keyOf = (ticket: Ticket) => ticket.ticketId
const closedStatuses: TicketStatus[] = ['resolved', 'closed']

export function TicketListPage() {
  const { customerId } = useShownCustomer()
  useLiveCustomer(customerId)
  const words = useTexts(ticketTexts)
  const levels = useTexts(severityTexts)
  const statuses = useTexts(ticketStatusTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const filter = ticketSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const showsClosed = filter.onlyOpen === false
  const list = useInfiniteQuery(ticketListQuery(customerId, filter))
  const counts = useQuery(ticketCountQuery(customerId))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.result) ?? [], [list.data])
  const goTo = (search: TicketSearch) =>
    void navigate({ to: '/tickets/$customerId', params: { customerId }, search, replace: true, resetScroll: false })
  const changeFilter = (change: Partial<Record<keyof TicketSearch, unknown>>) => goTo(ticketSearch({ ...filter, ...change }))
  const chooseStatus = (status: TicketStatus[]) =>
    changeFilter({ status, ...(status.some((one) => closedStatuses.includes(one)) ? { onlyOpen: false } : {}) })
  const inScope = counts.data && (showsClosed ? counts.data.all : counts.data.open)
  const columns = ticketColumns({
    words,
    title: (ticket) => (
      <Link
        to="/tickets/$customerId/$ticketId/details"
        params={{ customerId, ticketId: ticket.ticketId }}
        data-row-link
        title={ticket.subject}
        onMouseEnter={() => void queryClient.prefetchQuery(ticketQuery(customerId, ticket.ticketId))}
        onFocus={() => void queryClient.prefetchQuery(ticketQuery(customerId, ticket.ticketId))}
      >
        {ticket.subject}
      </Link>
    ),
  })

  return (
    <ListPage
      title={words.title}
      count={counts.data ? format.number(counts.data.all) : undefined}
      conclusion={counts.data ? words.conclusion(counts.data.open) : null}
      action={<CreateTicketButton customerId={customerId} />}
      filters={
        <>
          <FilterSelect
            label={words.priority}
            value={filter.priority ?? []}
            options={([1, 2, 3, 4, 5] as const).map((priority) => ({
              value: priority,
              label: levels[(['critical', 'high', 'medium', 'low', 'planning'] as const)[priority - 1] ?? 'planning'],
              mark: <PriorityMark priority={priority} />,
            }))}
            onChange={(priority) => changeFilter({ priority })}
          />
          <FilterSelect
            label={words.status}
            value={filter.status ?? []}
            options={ticketStatuses.map((status) => ({ value: status, label: statuses[status], mark: <StatusBadge status={status} /> }))}
            onChange={chooseStatus}
          />
          <FilterSelect
            label={words.type}
            value={filter.type ?? []}
            options={ticketTypes.map((type) => ({ value: type, label: words[type] }))}
            onChange={(type) => changeFilter({ type })}
          />
          <Switch
            size="sm"
            label={words.onlyOpen}
            checked={!showsClosed}
            onChange={(event) =>
              changeFilter(
                event.currentTarget.checked
                  ? { onlyOpen: true, status: filter.status?.filter((one) => !closedStatuses.includes(one)) }
                  : { onlyOpen: false },
              )
            }
          />
        </>
      }
    >
      {list.isRefetchError ? <RefreshFailed onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? (
        <ListSkeleton rows={12} />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState title={words.listFailed} error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length > 0 ? (
        <RowTable
          label={words.title}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          hasMore={list.hasNextPage}
          isLoadingMore={list.isFetchingNextPage}
          moreFailed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      ) : isFiltered(filter) ? (
        <NothingMatches title={words.nothingMatches} hidden={inScope} onClear={() => goTo(showsClosed ? { onlyOpen: false } : {})} />
      ) : counts.data && counts.data.all > 0 && !showsClosed ? (
        <EmptyState
          title={words.nothingOpen}
          text={words.nothingOpenText(counts.data.all)}
          icon={<TicketIcon size={28} strokeWidth={1.5} />}
        >
          <Button variant="default" onClick={() => goTo({ onlyOpen: false })}>
            {words.showClosed}
          </Button>
        </EmptyState>
      ) : (
        <EmptyState title={words.nothingTitle} text={words.nothingText} icon={<TicketIcon size={28} strokeWidth={1.5} />}>
          <CreateTicketButton customerId={customerId} quiet />
        </EmptyState>
      )}
    </ListPage>
  )
}
