import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TicketView } from '@vakt/contract/ticket-views.ts'
import { useTexts } from '#web/platform/texts.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { viewTexts } from './views.texts.ts'

type SavedSearch = TicketView['search']
type Change = { name?: string; isShared?: boolean; search?: SavedSearch }

/** The calls that keep the views of a list. */
type ViewCalls = {
  create: (view: { name: string; isShared: boolean; search: SavedSearch }) => Promise<TicketView>
  change: (viewId: string, change: Change) => Promise<unknown>
  remove: (viewId: string) => Promise<unknown>
  startWith: (viewId: string | null) => Promise<unknown>
}

export type ViewStore = ReturnType<typeof useViewStore>

/** What can be done with the views of a list; each change is shown once the query of this key is read again. */
export function useViewStore({ create, change, remove, startWith }: ViewCalls, queryKey: QueryKey) {
  const words = useTexts(viewTexts)
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey })
  const onError = () => showToast(words.viewFailed, 'failure')
  const refreshAndSay = (text: string) => async () => {
    await refresh()
    showToast(text, 'success')
  }
  const changing = useMutation({
    mutationFn: ({ viewId, ...changed }: Change & { viewId: string }) => change(viewId, changed),
    onSuccess: refreshAndSay(words.viewSaved),
  })
  return {
    create: useMutation({ mutationFn: create, onSuccess: refresh }),
    change: (viewId: string, changed: Change) => changing.mutate({ viewId, ...changed }, { onError }),
    rename: (viewId: string, name: string) => changing.mutateAsync({ viewId, name }),
    remove: useMutation({ mutationFn: remove, onSuccess: refreshAndSay(words.viewRemoved), onError }),
    startWith: useMutation({ mutationFn: startWith, onSuccess: refreshAndSay(words.viewSaved), onError }).mutate,
  }
}
