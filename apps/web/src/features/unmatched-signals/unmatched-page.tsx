import { listEntityBindings, listSetAsideSignals, listUnmatchedSeries, listUnmatchedSignals } from '@vakt/contract/unmatched-signals.ts'
import { lazy } from 'react'
import { ListFrame } from '#web/lists/list-frame.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { BindingList } from './binding-list.tsx'
import { SetAsideList } from './set-aside-list.tsx'
import { unmatchedTexts } from './unmatched.texts.ts'
import { UnmatchedList } from './unmatched-list.tsx'
import { unmatchedSearch } from './unmatched-search.ts'
import { UnmatchedSeriesList } from './unmatched-series-list.tsx'

const SignalPanel = lazy(() => import('./signal-panel.tsx').then((module) => ({ default: module.SignalPanel })))

const lists = {
  unmatched: { Rows: UnmatchedList, operation: listUnmatchedSignals },
  series: { Rows: UnmatchedSeriesList, operation: listUnmatchedSeries },
  bindings: { Rows: BindingList, operation: listEntityBindings },
  'set-aside': { Rows: SetAsideList, operation: listSetAsideSignals },
}

export function UnmatchedSignalsPage() {
  const words = useTexts(unmatchedTexts)
  const screen = useListScreen(unmatchedSearch)
  const { tab = 'unmatched' } = screen.rows
  const { Rows, operation } = lists[tab]
  return (
    <ListFrame
      screen={screen}
      title={words.title}
      conclusion={tab === 'series' ? words.seriesConclusion : words.conclusion}
      onExport={(format) => downloadList(operation, {}, format)}
      filters={
        <FilterTabs
          label={words.which}
          {...screen.tab('tab', 'unmatched')}
          options={[
            { value: 'unmatched', label: words.unmatched },
            { value: 'series', label: words.series },
            { value: 'bindings', label: words.bindings },
            { value: 'set-aside', label: words.setAside },
          ]}
        />
      }
      panel={<SignalPanel tab={tab} open={screen.openKey} onClose={screen.close} />}
    >
      <Rows screen={screen} />
    </ListFrame>
  )
}
