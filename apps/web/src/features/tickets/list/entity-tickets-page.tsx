import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Ticket as TicketIcon } from 'lucide-react'
import { useCallback } from 'react'
import { downloadTickets, type TicketRow, ticketListQuery } from '#web/features/tickets/ticket-queries.ts'
import styles from '#web/features/tickets/tickets.module.css'
import { ticketTexts } from '#web/features/tickets/tickets.texts.ts'
import { useChosenColumns } from '#web/lists/list-columns.tsx'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { entityTicketPath } from '#web/shared/links/paths.ts'
import { ticketQuery } from '#web/shared/tickets/ticket-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { entityTicketTexts } from './entity-tickets.texts.ts'
import { orderOf } from './shown-tickets.ts'
import { useTicketColumns } from './ticket-columns.tsx'
import { entityTicketSearch } from './ticket-search.ts'

/** The tickets about one entity, within its page. */
export function EntityTicketsPage() {
  const { customerId } = useShownCustomer()
  const { entityId = '' } = useParams({ strict: false }) as { entityId?: string }
  const own = useTexts(entityTicketTexts)
  const words = useTexts(ticketTexts)
  const queryClient = useQueryClient()
  const screen = useListScreen(entityTicketSearch)
  const search = { ...screen.rows, entity: [entityId] }
  const list = useInfiniteQuery(ticketListQuery(customerId, search))
  const showsClosed = search.onlyOpen === false
  const columns = useTicketColumns({
    hrefOf: useCallback(({ ticketId }: TicketRow) => entityTicketPath(customerId, entityId, ticketId), [customerId, entityId]),
    namesEntity: false,
    isAll: false,
  })
  // Which entity they are about is plain here.
  const shown = useChosenColumns('tickets', columns).filter(({ key }) => key !== 'entity')

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
          onChange={(value) => screen.change({ onlyOpen: value === 'open' })}
        />
        {list.data?.pages[0]?.result.length ? (
          <ExportMenu size="compact-sm" onExport={(format) => downloadTickets(customerId, search, format)} />
        ) : null}
      </div>
      <ListRows
        screen={screen}
        list={list}
        label={own.label}
        columns={shown}
        rowKey={({ ticketId }) => ticketId}
        sorting={screen.sorting(orderOf(search))}
        onIntent={({ ticketId }) => void queryClient.prefetchQuery(ticketQuery(customerId, ticketId))}
        words={{ failed: words.listFailed }}
        empty={
          <EmptyState title={showsClosed ? own.none : own.noneOpen} text={own.noneText} icon={<TicketIcon size={28} strokeWidth={1.5} />}>
            {showsClosed ? null : (
              <Button variant="default" onClick={() => screen.change({ onlyOpen: false })}>
                {words.showClosed}
              </Button>
            )}
          </EmptyState>
        }
      />
    </section>
  )
}
