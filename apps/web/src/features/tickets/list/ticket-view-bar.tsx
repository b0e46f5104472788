import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { changeTicketView, createTicketView, removeTicketView, saveTicketListChoice, type TicketView } from '@vakt/contract/ticket-views.ts'
import { ticketViewsQuery } from '#web/features/tickets/ticket-queries.ts'
import { useViewStore } from '#web/lists/use-view-store.ts'
import { ViewBar } from '#web/lists/view-bar.tsx'
import { viewTexts } from '#web/lists/views.texts.ts'
import { call } from '#web/platform/api.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useTexts } from '#web/platform/texts.ts'
import { type ShownSearch, toSaved } from './shown-tickets.ts'

type TicketViewBarProps = { customerId: string; shown: ShownSearch; isFiltered: boolean; mayShare: boolean }

/** The saved views of the list of tickets; the address names the one that is shown. */
export function TicketViewBar({ customerId, shown: { search, view, isChanged }, isFiltered, mayShare }: TicketViewBarProps) {
  const words = useTexts(viewTexts)
  const navigate = useNavigate()
  const query = ticketViewsQuery(customerId)
  const { data } = useQuery(query)
  const params = { customerId }
  const store = useViewStore(
    {
      create: (body) => call(createTicketView, { params, body }),
      change: (viewId, body) => call(changeTicketView, { params: { ...params, viewId }, body }),
      remove: (viewId) => call(removeTicketView, { params: { ...params, viewId } }),
      startWith: (defaultViewId) => call(saveTicketListChoice, { params, body: { defaultViewId } }),
    },
    query.queryKey,
  )
  const defaultViewId = data?.defaultViewId ?? null
  const scope = search.all ? { all: true as const } : {}
  const searchOf = (one: TicketView | null) => ({ ...scope, ...(one ? { view: one.viewId } : defaultViewId ? { view: 'all' } : {}) })
  return (
    <ViewBar
      views={data?.views ?? []}
      defaultViewId={defaultViewId}
      view={view}
      isChanged={isChanged}
      search={toSaved(search)}
      canSave={isFiltered}
      mayShare={mayShare}
      allLabel={words.allOpenTickets}
      store={store}
      hrefOf={(one) => `/tickets/${encodeURIComponent(customerId)}${stringifySearch(searchOf(one))}`}
      onOpen={(one) =>
        navigate({ to: '/tickets/$customerId', params, search: one ? searchOf(one) : scope, replace: true, resetScroll: false })
      }
    />
  )
}
