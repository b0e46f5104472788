import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Ticket as TicketIcon } from 'lucide-react'
import { useMemo } from 'react'
import { downloadTickets, ticketListQuery, ticketViewsQuery } from '#web/features/tickets/ticket-queries.ts'
import styles from '#web/features/tickets/tickets.module.css'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { entityTicketPath } from '#web/shared/links/paths.ts'
import { ticketQuery } from '#web/shared/tickets/ticket-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { PagedRows } from '#web/ui/table/paged-rows.tsx'
import { entityTicketTexts } from './entity-tickets.texts.ts'
import { orderOf } from './shown-tickets.ts'
import { ticketColumns, usualColumns } from './ticket-columns.tsx'
import { ticketListTexts } from './ticket-list.texts.ts'
import { type TicketSearch, ticketSearch } from './ticket-search.ts'

/** The tickets about one entity, within its page. */
export function EntityTicketsPage() {
  const { customerId } = useShownCustomer()
  const { entityId = '' } = useParams({ strict: false }) as { entityId?: string }
  const own = useTexts(entityTicketTexts)
  const words = { ...useTexts(ticketTexts), ...useTexts(ticketListTexts) }
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { onlyOpen, sort, direction } = ticketSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const search = ticketSearch({ onlyOpen, sort, direction })
  const list = useInfiniteQuery(ticketListQuery(customerId, { ...search, entity: [entityId] }))
  const kept = useQuery(ticketViewsQuery(customerId)).data
  // Which entity they are about is plain here, and left out of each row.
  const rows = useMemo(
    () => list.data?.pages.flatMap((page) => page.result.map((ticket) => ({ ...ticket, entity: null }))) ?? [],
    [list.data],
  )
  const showsClosed = onlyOpen === false
  const order = orderOf(search)

  const goTo = (next: TicketSearch) =>
    void navigate({
      to: '/my-environment/$customerId/$entityId/tickets',
      params: { customerId, entityId },
      search: next,
      replace: true,
      resetScroll: false,
    })
  const sortBy = (wanted: string) =>
    goTo(ticketSearch({ ...search, sort: wanted, direction: wanted === order.sort && order.direction !== 'asc' ? 'asc' : undefined }))

  const columns = ticketColumns({
    words,
    chosen: (kept?.columns ?? usualColumns).filter((key) => key !== 'entity'),
    isAll: false,
    title: ({ ticketId, subject }) => (
      <PlainLink href={entityTicketPath(customerId, entityId, ticketId)} data-row-link title={subject}>
        <bdi>{subject}</bdi>
      </PlainLink>
    ),
  })

  return (
    <section aria-label={own.label}>
      <div className={styles.toolbar}>
        <FilterTabs
          label={own.shown}
          value={showsClosed ? 'all' : 'open'}
          options={[
            { value: 'open', label: own.open },
            { value: 'all', label: own.all },
          ]}
          onChange={(value) => goTo(ticketSearch({ ...search, onlyOpen: value === 'open' ? undefined : false }))}
        />
        {rows.length > 0 ? (
          <ExportMenu size="compact-sm" onExport={(format) => downloadTickets(customerId, { ...search, entity: [entityId] }, format)} />
        ) : null}
      </div>
      <PagedRows
        list={list}
        failed={words.listFailed}
        label={own.label}
        columns={columns}
        rows={rows}
        rowKey={({ ticketId }) => ticketId}
        sorting={{ ...order, onSort: sortBy }}
        onIntent={({ ticketId }) => void queryClient.prefetchQuery(ticketQuery(customerId, ticketId))}
        empty={
          <EmptyState title={showsClosed ? own.none : own.noneOpen} text={own.noneText} icon={<TicketIcon size={28} strokeWidth={1.5} />}>
            {showsClosed ? null : (
              <Button variant="default" onClick={() => goTo({ ...search, onlyOpen: false })}>
                {words.showClosed}
              </Button>
            )}
          </EmptyState>
        }
      />
    </section>
  )
}
