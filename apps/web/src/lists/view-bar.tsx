import type { TicketView } from '@vakt/contract/tickets/ticket-views.ts'
import { Ellipsis, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ListName } from '#web/platform/list-search.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton, type MenuItem } from '#web/ui/controls/menu-button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { useViewStore } from './use-view-store.ts'
import styles from './view-bar.module.css'
import { viewTexts } from './views.texts.ts'

const ViewDialog = lazy(() => import('./view-dialog.tsx').then((module) => ({ default: module.ViewDialog })))

export type AskedOfView = { what: 'save' } | { what: 'rename' | 'remove'; view: TicketView }

/** What the bar needs of a list page. */
type ViewedScreen = {
  views: readonly TicketView[]
  defaultViewId: string | null
  /** The view that is shown, and whether what is shown differs from it. */
  view: TicketView | null
  isChanged: boolean
  /** What a view that is saved now keeps. */
  saved: TicketView['search']
  hrefOfView: (view: TicketView | null) => string
  showView: (view: TicketView | null) => Promise<void>
}

/** The saved views of a list: each is a link that names it, and can be passed on. */
export function ViewBar({ list, screen }: { list: ListName; screen: ViewedScreen }) {
  const { views, defaultViewId, view, isChanged, saved: search, hrefOfView: hrefOf, showView } = screen
  const words = useTexts(viewTexts)
  const session = useSession()
  const store = useViewStore(list)
  const mayShare = session.can('global-admin') || session.can(['@feature.tickets.write'])
  const canSave = Object.keys(search).length > 0
  const { change, startWith } = store
  const [asked, ask] = useState<AskedOfView | null>(null)
  const [hasAsked, setHasAsked] = useState(false)
  const open = (next: AskedOfView) => {
    setHasAsked(true)
    ask(next)
  }
  const mayChange = view && (view.isOwn || mayShare)
  const actionsOf = (one: TicketView): MenuItem[] => {
    const start = one.viewId === defaultViewId ? words.startWithAll : words.startWithView
    return [
      { key: 'start', label: start, onChoose: () => startWith(one.viewId === defaultViewId ? null : one.viewId) },
      ...(mayChange ? [{ key: 'rename', label: words.renameView, onChoose: () => open({ what: 'rename', view: one }) }] : []),
      ...(mayChange && mayShare
        ? [
            {
              key: 'share',
              label: one.isShared ? words.unshareView : words.shareView,
              onChoose: () => change(one.viewId, { isShared: !one.isShared }),
            },
          ]
        : []),
      ...(mayChange ? [{ key: 'remove', label: words.removeView, onChoose: () => open({ what: 'remove', view: one }) }] : []),
    ]
  }
  if (views.length === 0 && !canSave) return null
  return (
    <nav className={styles.bar} aria-label={words.views}>
      <PlainLink href={hrefOf(null)} className={styles.view} aria-current={view ? undefined : 'page'} resetScroll={false}>
        {list === 'tickets' ? words.allOpenTickets : words.wholeList}
      </PlainLink>
      {views.map((one) => (
        <span key={one.viewId} className={styles.view} aria-current={one.viewId === view?.viewId ? 'page' : undefined}>
          <PlainLink
            href={hrefOf(one)}
            resetScroll={false}
            title={one.isShared && !one.isOwn ? words.sharedBy(one.owner) : undefined}
            aria-current={one.viewId === view?.viewId ? 'page' : undefined}
          >
            {one.isShared ? <Users size={14} aria-hidden="true" /> : null}
            {one.name}
            {one.viewId === view?.viewId && isChanged ? <span className={styles.changed}>{words.isChanged}</span> : null}
          </PlainLink>
          {one.viewId === view?.viewId ? (
            <MenuButton
              fromStart
              variant="subtle"
              size="compact-sm"
              label={<Ellipsis size={14} aria-hidden="true" />}
              ariaLabel={words.viewActions(one.name)}
              items={actionsOf(one)}
            />
          ) : null}
        </span>
      ))}
      {view && isChanged && mayChange ? (
        <button type="button" className={styles.save} onClick={() => change(view.viewId, { search })}>
          {words.updateView}
        </button>
      ) : null}
      {canSave && (!view || isChanged) ? (
        <button type="button" className={styles.save} onClick={() => open({ what: 'save' })}>
          {words.saveView}
        </button>
      ) : null}
      {hasAsked ? (
        <Suspense>
          <ViewDialog store={store} search={search} mayShare={mayShare} asked={asked} onOpen={showView} onClose={() => ask(null)} />
        </Suspense>
      ) : null}
    </nav>
  )
}
