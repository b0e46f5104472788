import { useInfiniteQuery } from '@tanstack/react-query'
import {
  listEntityBindings,
  listSetAsideSignals,
  listUnmatchedSeries,
  listUnmatchedSignals,
  type SetAsideSignal,
  type UnmatchedSignal,
} from '@vakt/contract/alerts/unmatched-signals.ts'
import { lazy, Suspense } from 'react'
import { ListFrame } from '#web/lists/list-frame.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { useRowSelection } from '#web/ui/table/use-row-selection.ts'
import { useRows } from '#web/ui/table/use-rows.ts'
import { BindingList } from './binding-list.tsx'
import { SetAsideList, setAsideKeyOf } from './set-aside-list.tsx'
import { unmatchedTexts } from './unmatched.texts.ts'
import { UnmatchedList, unmatchedKeyOf } from './unmatched-list.tsx'
import { setAsideQuery, unmatchedQuery } from './unmatched-queries.ts'
import { unmatchedSearch } from './unmatched-search.ts'
import { UnmatchedSeriesList } from './unmatched-series-list.tsx'

const SignalPanel = lazy(() => import('./signal-panel.tsx').then((module) => ({ default: module.SignalPanel })))
const UnmatchedActions = lazy(() => import('./unmatched-actions.tsx').then((module) => ({ default: module.UnmatchedActions })))
const DismissAction = lazy(() => import('./dismiss-action.tsx').then((module) => ({ default: module.DismissAction })))
const SetAsideActions = lazy(() => import('./set-aside-actions.tsx').then((module) => ({ default: module.SetAsideActions })))

const operations = {
  unmatched: listUnmatchedSignals,
  dismissed: listUnmatchedSignals,
  series: listUnmatchedSeries,
  bindings: listEntityBindings,
  'set-aside': listSetAsideSignals,
}
const batchSize = 100

export function UnmatchedSignalsPage() {
  const words = useTexts(unmatchedTexts)
  const screen = useListScreen(unmatchedSearch)
  const isAdministrator = useSession().can('global-admin')
  const { tab = 'unmatched' } = screen.rows
  const isDismissed = tab === 'dismissed'
  const unmatched = useInfiniteQuery({ ...unmatchedQuery(isDismissed), enabled: tab === 'unmatched' || isDismissed })
  const setAside = useInfiniteQuery({ ...setAsideQuery, enabled: tab === 'set-aside' })
  const labels = { labelOfAll: words.selectAll, batchSize }
  const names = useRowSelection({
    rows: useRows(unmatched.data),
    keyOf: unmatchedKeyOf,
    labelOf: ({ target }: UnmatchedSignal) => words.select(target ?? words.namesNothing),
    ...labels,
    list: unmatched,
  })
  const signals = useRowSelection({
    rows: useRows(setAside.data),
    keyOf: setAsideKeyOf,
    labelOf: ({ signalId }: SetAsideSignal) => words.select(words.signal(signalId)),
    ...labels,
    list: setAside,
  })
  const bulk = {
    unmatched: { selection: names, actions: <UnmatchedActions selection={names} /> },
    dismissed: { selection: names, actions: <DismissAction selection={names} what="restore" /> },
    series: undefined,
    bindings: undefined,
    'set-aside': { selection: signals, actions: <SetAsideActions selection={signals} /> },
  }[tab]
  return (
    <ListFrame
      screen={screen}
      title={words.title}
      conclusion={tab === 'series' ? words.seriesConclusion : isDismissed ? words.dismissedConclusion : words.conclusion}
      onExport={(format) => downloadList(operations[tab], isDismissed ? { query: { dismissed: true } } : {}, format)}
      tabs={
        <FilterTabs
          label={words.which}
          {...screen.tab('tab', 'unmatched')}
          options={[
            { value: 'unmatched', label: words.unmatched },
            { value: 'series', label: words.series },
            { value: 'bindings', label: words.bindings },
            { value: 'dismissed', label: words.dismissed },
            ...(isAdministrator ? [{ value: 'set-aside' as const, label: words.setAside }] : []),
          ]}
        />
      }
      panel={<SignalPanel tab={tab} open={screen.openKey} onClose={screen.close} />}
      bulk={bulk && { ...bulk, actions: <Suspense>{bulk.actions}</Suspense> }}
    >
      {tab === 'unmatched' || isDismissed ? (
        <UnmatchedList screen={screen} list={unmatched} selection={names} isDismissed={isDismissed} />
      ) : null}
      {tab === 'series' ? <UnmatchedSeriesList screen={screen} /> : null}
      {tab === 'bindings' ? <BindingList screen={screen} /> : null}
      {tab === 'set-aside' ? <SetAsideList screen={screen} list={setAside} selection={signals} /> : null}
    </ListFrame>
  )
}
