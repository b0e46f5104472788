import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TicketViewChange } from '@vakt/contract/tickets/ticket-views.ts'
import type { ListName } from '#web/platform/list-search.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { listViewsKey } from './list-view-queries.ts'
import { viewCalls } from './view-calls.ts'
import { viewTexts } from './views.texts.ts'

export type ViewStore = ReturnType<typeof useViewStore>

/** What can be done with the views of a list; each change is shown once they are read again. */
export function useViewStore(list: ListName) {
  const words = useTexts(viewTexts)
  const { customerId } = useShownCustomer()
  const { create, change, remove, choose } = viewCalls(list, customerId)
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: listViewsKey(list, customerId) })
  const onError = failureToast(words.viewFailed)
  const refreshAndSay = (text: string) => async () => {
    await refresh()
    showToast(text, 'success')
  }
  const changing = useMutation({
    mutationFn: ({ viewId, ...changed }: TicketViewChange & { viewId: string }) => change(viewId, changed),
    onSuccess: refreshAndSay(words.viewSaved),
  })
  return {
    create: useMutation({ mutationFn: create, onSuccess: refresh }),
    change: (viewId: string, changed: TicketViewChange) => changing.mutate({ viewId, ...changed }, { onError }),
    rename: (viewId: string, name: string) => changing.mutateAsync({ viewId, name }),
    remove: useMutation({ mutationFn: remove, onSuccess: refreshAndSay(words.viewRemoved), onError }),
    startWith: useMutation({
      mutationFn: (defaultViewId: string | null) => choose({ defaultViewId }),
      onSuccess: refreshAndSay(words.viewSaved),
      onError,
    }).mutate,
  }
}
