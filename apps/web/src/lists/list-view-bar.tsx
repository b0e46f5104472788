import { useQuery } from '@tanstack/react-query'
import { changeListView, createListView, type ListKey, removeListView, saveListChoice } from '@vakt/contract/list-views.ts'
import type { TicketView } from '@vakt/contract/ticket-views.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { choiceOf, listViewsQuery, viewsOf } from './list-view-queries.ts'
import { fromSaved, inOrder, toSaved } from './saved-search.ts'
import { useViewStore } from './use-view-store.ts'
import { ViewBar } from './view-bar.tsx'
import { viewTexts } from './views.texts.ts'

/** What the bar needs of a list page. */
type ViewedScreen = {
  rows: object
  openKey: string | undefined
  read: (address: Record<string, unknown>) => object
  hrefOf: (rows: object) => string
  show: (rows: object) => void
}

/** The saved views of a list: each is a link to the filter that it keeps. */
export function ListViewBar({ list, screen }: { list: ListKey; screen: ViewedScreen }) {
  const words = useTexts(viewTexts)
  const session = useSession()
  const { data } = useQuery(listViewsQuery)
  const views = viewsOf(data, list)
  const defaultViewId = choiceOf(data, list)?.defaultViewId ?? null
  const saved = toSaved(screen.rows)
  const isBare = Object.keys(saved).length === 0
  const equal = views.find((view) => inOrder(toSaved(screen.read(fromSaved(view.search)))) === inOrder(saved))
  const [openedId, setOpenedId] = useState<string | null>(null)
  const opened = isBare ? undefined : views.find(({ viewId }) => viewId === openedId)
  const store = useViewStore(
    {
      create: (view) => call(createListView, { body: { ...view, list } }),
      change: (listViewId, body) => call(changeListView, { params: { listViewId }, body }),
      remove: (listViewId) => call(removeListView, { params: { listViewId } }),
      startWith: (viewId) => call(saveListChoice, { body: { list, defaultViewId: viewId } }),
    },
    listViewsQuery.queryKey,
  )
  const open = (view: TicketView | null) => {
    setOpenedId(view?.viewId ?? null)
    screen.show(screen.read(view ? fromSaved(view.search) : {}))
  }
  const start = useEffectEvent(() => {
    const view = views.find(({ viewId }) => viewId === defaultViewId)
    if (view && isBare && screen.openKey === undefined) open(view)
  })
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded) start()
  }, [isLoaded])
  const view = equal ?? opened
  return (
    <ViewBar
      views={views}
      defaultViewId={defaultViewId}
      view={view}
      isChanged={view !== undefined && equal === undefined}
      search={saved}
      canSave={!isBare}
      mayShare={isStaff(session) || session.can(['@feature.tickets.write'])}
      allLabel={words.wholeList}
      store={store}
      hrefOf={(one) => screen.hrefOf(screen.read(one ? fromSaved(one.search) : {}))}
      onChosen={(one) => setOpenedId(one?.viewId ?? null)}
      onOpen={open}
    />
  )
}
