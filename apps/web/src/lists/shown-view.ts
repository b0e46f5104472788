import type { TicketView } from '@vakt/contract/tickets/ticket-views.ts'
import type { ListSearch } from '#web/platform/list-search.ts'
import { fromSaved, inOrder, toSaved } from './saved-search.ts'

type KeptViews = { views: readonly TicketView[]; defaultViewId: string | null } | undefined

/** What is shown, the saved view that it is of, and whether it differs from that. */
type ShownView<Search> = { search: Search; view: TicketView | null; isChanged: boolean }

const isSame = (a: object, b: object) => inOrder(toSaved(a)) === inOrder(toSaved(b))
const isBare = (saved: object) => Object.keys(saved).length === 0

/** The address as it says, or where it names no filter, with that of the view it names, or of the one to start with. */
export function resolveView<Search extends object, Rows extends object>(
  declared: ListSearch<Search, Rows>,
  address: Record<string, unknown>,
  kept: KeptViews,
): ShownView<Search> {
  const { views = [], defaultViewId = null } = kept ?? {}
  const asked = declared(address)
  const saved = declared.savedOf(asked)
  const contentOf = (view: TicketView) => declared.savedOf(declared(fromSaved(view.search)))
  const named = address[declared.viewParam] ?? (isBare(saved) ? defaultViewId : null)
  const view =
    views.find(({ viewId }) => viewId === named) ?? (isBare(saved) ? undefined : views.find((one) => isSame(contentOf(one), saved)))
  if (!view) return { search: asked, view: null, isChanged: false }
  if (isBare(saved)) return { search: declared({ ...asked, ...contentOf(view) } as Record<string, unknown>), view, isChanged: false }
  return { search: asked, view, isChanged: !isSame(saved, contentOf(view)) }
}

/** The address that shows `search` as a change of `view`: a view that is shown as it was saved is only named. */
export function addressOf<Search extends object, Rows extends object>(
  declared: ListSearch<Search, Rows>,
  search: Search,
  { view, defaultViewId }: { view: TicketView | null; defaultViewId: string | null },
): object {
  const saved = declared.savedOf(search)
  const named = (viewId: string) => ({ [declared.viewParam]: viewId })
  if (isBare(saved)) return { ...search, ...(defaultViewId ? named('all') : {}) }
  if (!view) return { ...search }
  if (!isSame(saved, declared.savedOf(declared(fromSaved(view.search))))) return { ...search, ...named(view.viewId) }
  // That it is over all customers stays in the address: what stands around the list reads it there.
  const rest = Object.entries(search).filter(([name]) => !(name in saved) || name === 'all')
  return { ...Object.fromEntries(rest), ...named(view.viewId) }
}
