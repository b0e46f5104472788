import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { actorKinds, listRecordedActions } from '@vakt/contract/recorded-actions.ts'
import { Activity } from 'lucide-react'
import { lazy } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { PeriodFilter } from '#web/ui/filters/period-filter.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { actionColumns } from './action-columns.tsx'
import { actionSearch, queryOf } from './action-search.ts'
import { ActionTitle } from './action-title.tsx'
import { actionWords } from './action-words.texts.ts'
import { actionListQuery, customerNamesQuery } from './recorded-action-queries.ts'
import { recordedActionTexts } from './recorded-actions.texts.ts'

const ActionPanel = lazy(() => import('./action-panel.tsx').then((module) => ({ default: module.ActionPanel })))

export function ActionListPage() {
  const words = useTexts(recordedActionTexts)
  const nameOfActions = useTexts(actionWords)
  const screen = useListScreen(actionSearch)
  const { rows } = screen
  const list = useInfiniteQuery(actionListQuery(rows))
  const customers = useQuery(customerNamesQuery)
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={words.conclusion}
      onExport={(format) => downloadList(listRecordedActions, { query: queryOf(rows) }, format)}
      filters={
        <>
          <FilterSearch label={words.person} {...screen.text('actor')} />
          <FilterSelect
            label={words.actorType}
            {...screen.choices('actorType')}
            options={actorKinds.map((value) => ({ value, label: words.actorTypes[value] }))}
          />
          <FilterSelect
            label={words.customer}
            {...screen.choices('customerId')}
            options={(customers.data?.result ?? []).map(({ customerId, name }) => ({ value: customerId, label: name }))}
          />
          <FilterSelect
            label={words.action}
            {...screen.choices('action')}
            options={Object.entries(nameOfActions).map(([value, label]) => ({ value, label }))}
          />
          <PeriodFilter label={words.days} {...screen.period()} />
        </>
      }
      columns={actionColumns({ words, what: (action) => <ActionTitle action={action} link={screen.link} /> })}
      rowKey={({ actionId }) => actionId}
      words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
      empty={<EmptyState title={words.nothingTitle} text={words.nothingText} icon={<Activity size={28} strokeWidth={1.5} />} />}
      panel={
        <ActionPanel
          actionId={screen.openKey}
          others={list.data?.pages.flatMap(({ result }) => result).find(({ actionId }) => actionId === screen.openKey)?.others ?? []}
          onClose={screen.close}
        />
      }
    />
  )
}
