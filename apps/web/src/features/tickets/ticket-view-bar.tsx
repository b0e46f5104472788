import { Link } from '@tanstack/react-router'
import type { TicketView } from '@vakt/contract/ticket-views.ts'
import { Ellipsis, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { MenuButton, type MenuItem } from '#web/ui/menu-button.tsx'
import type { ShownSearch } from './shown-tickets.ts'
import styles from './ticket-views.module.css'
import { ticketViewTexts } from './ticket-views.texts.ts'
import { useTicketViews } from './use-ticket-views.ts'

const TicketViewDialog = lazy(() => import('./ticket-view-dialog.tsx').then((module) => ({ default: module.TicketViewDialog })))

export type AskedOfView = { what: 'save' } | { what: 'rename' | 'remove'; view: TicketView }

type TicketViewBarProps = { customerId: string; shown: ShownSearch; isFiltered: boolean; mayShare: boolean }

/** The saved views, each a link that can be passed on. */
export function TicketViewBar({ customerId, shown: { search, view, isChanged }, isFiltered, mayShare }: TicketViewBarProps) {
  const words = useTexts(ticketViewTexts)
  const { views, defaultViewId, change, startWith } = useTicketViews(customerId)
  const [asked, ask] = useState<AskedOfView | null>(null)
  const [hasAsked, setHasAsked] = useState(false)
  const open = (next: AskedOfView) => {
    setHasAsked(true)
    ask(next)
  }
  const scope = search.all ? { all: true as const } : {}
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
  if (views.length === 0 && !isFiltered) return null
  return (
    <nav className={styles.bar} aria-label={words.views}>
      <Link
        to="/tickets/$customerId"
        params={{ customerId }}
        search={{ ...scope, ...(defaultViewId ? { view: 'all' } : {}) }}
        className={styles.view}
        aria-current={view ? undefined : 'page'}
        activeOptions={{ exact: true, includeSearch: true }}
        resetScroll={false}
      >
        {words.allOpenTickets}
      </Link>
      {views.map((one) => (
        <span key={one.viewId} className={styles.view} aria-current={one.viewId === view?.viewId ? 'page' : undefined}>
          <Link
            to="/tickets/$customerId"
            params={{ customerId }}
            search={{ ...scope, view: one.viewId }}
            resetScroll={false}
            title={one.isShared && !one.isOwn ? words.sharedBy(one.owner) : undefined}
            aria-current={one.viewId === view?.viewId ? 'page' : undefined}
          >
            {one.isShared ? <Users size={14} aria-hidden="true" /> : null}
            {one.name}
            {one.viewId === view?.viewId && isChanged ? <span className={styles.changed}>{words.isChanged}</span> : null}
          </Link>
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
      {isFiltered && (!view || isChanged) ? (
        <button type="button" className={styles.save} onClick={() => open({ what: 'save' })}>
          {words.saveView}
        </button>
      ) : null}
      {hasAsked ? (
        <Suspense>
          <TicketViewDialog customerId={customerId} search={search} mayShare={mayShare} asked={asked} onClose={() => ask(null)} />
        </Suspense>
      ) : null}
    </nav>
  )
}
