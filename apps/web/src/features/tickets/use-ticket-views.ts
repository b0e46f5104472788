import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeTicketView, createTicketView, removeTicketView, saveTicketListChoice, type TicketView } from '@vakt/contract/ticket-views.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { showToast } from '#web/ui/toast.ts'
import { toSaved } from './shown-tickets.ts'
import { ticketViewsQuery } from './ticket-queries.ts'
import type { TicketSearch } from './ticket-search.ts'
import { ticketViewTexts } from './ticket-views.texts.ts'

type Change = { name?: string; isShared?: boolean; search?: TicketSearch }

/** The saved views of the list, and what can be done with them. */
export function useTicketViews(customerId: string) {
  const words = useTexts(ticketViewTexts)
  const queryClient = useQueryClient()
  const query = ticketViewsQuery(customerId)
  const { data } = useQuery(query)
  const params = { customerId }
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  const fail = () => showToast(words.viewFailed, 'failure')

  const create = useMutation({
    mutationFn: ({ search, ...view }: { name: string; isShared: boolean; search: TicketSearch }): Promise<TicketView> =>
      call(createTicketView, { params, body: { ...view, search: toSaved(search) } }),
    onSuccess: refresh,
  })
  const change = useMutation({
    mutationFn: ({ viewId, search, ...rest }: Change & { viewId: string }) =>
      call(changeTicketView, { params: { ...params, viewId }, body: { ...rest, ...(search ? { search: toSaved(search) } : {}) } }),
    async onSuccess() {
      await refresh()
      showToast(words.viewSaved, 'success')
    },
  })
  const remove = useMutation({
    mutationFn: (viewId: string) => call(removeTicketView, { params: { ...params, viewId } }),
    async onSuccess() {
      await refresh()
      showToast(words.viewRemoved, 'success')
    },
    onError: fail,
  })
  const choose = useMutation({
    mutationFn: (defaultViewId: string | null) => call(saveTicketListChoice, { params, body: { defaultViewId } }),
    async onSuccess() {
      await refresh()
      showToast(words.viewSaved, 'success')
    },
    onError: fail,
  })
  return {
    views: data?.views ?? [],
    defaultViewId: data?.defaultViewId ?? null,
    create,
    change: (viewId: string, changed: Change) => change.mutate({ viewId, ...changed }, { onError: fail }),
    rename: (viewId: string, name: string) => change.mutateAsync({ viewId, name }),
    remove,
    startWith: choose.mutate,
  }
}
