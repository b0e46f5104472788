import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listRecordedActions } from '@vakt/contract/recorded-actions.ts'
import { Activity } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { downloadList } from '#web/platform/download.ts'
import { useTexts } from '#web/platform/texts.ts'
import { DayFilter } from '#web/ui/day-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { FilterSearch } from '#web/ui/filter-search.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { NothingMatches } from '#web/ui/nothing-matches.tsx'
import { PagedRows } from '#web/ui/paged-rows.tsx'
import { useRows } from '#web/ui/use-rows.ts'
import { actionColumns } from './action-columns.tsx'
import { type ActionSearch, actionSearch, isFiltered, queryOf } from './action-search.ts'
import { ActionTitle } from './action-title.tsx'
import { actionWords } from './action-words.texts.ts'
import { actionListQuery, customerNamesQuery } from './recorded-action-queries.ts'
import { recordedActionTexts } from './recorded-actions.texts.ts'

const ActionPanel = lazy(() => import('./action-panel.tsx').then((module) => ({ default: module.ActionPanel })))

export function ActionListPage() {
  const words = useTexts(recordedActionTexts)
  const nameOfActions = useTexts(actionWords)
  const navigate = useNavigate()
  const { open, ...filter } = actionSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const list = useInfiniteQuery(actionListQuery(filter))
  const customers = useQuery(customerNamesQuery)
  const rows = useRows(list.data)
  const hasOpened = useRef(false)
  if (open) hasOpened.current = true
  const goTo = (search: ActionSearch) => void navigate({ to: '/admin/actions', search, replace: true, resetScroll: false })
  const changeFilter = (change: Partial<Record<keyof ActionSearch, unknown>>) => goTo(actionSearch({ ...filter, ...change }))
  const close = () => {
    goTo(filter)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-action="${CSS.escape(open ?? '')}"]`)?.focus())
  }

  return (
    <ListPage
      title={words.title}
      conclusion={words.conclusion}
      action={<ExportMenu onExport={(format) => downloadList(listRecordedActions, { query: queryOf(filter) }, format)} />}
      filters={
        <>
          <FilterSearch label={words.person} value={filter.actor ?? ''} onChange={(actor) => changeFilter({ actor })} />
          <FilterSelect
            label={words.customer}
            value={filter.customerId ?? []}
            options={(customers.data?.result ?? []).map(({ customerId, name }) => ({ value: customerId, label: name }))}
            onChange={(customerId) => changeFilter({ customerId })}
          />
          <FilterSelect
            label={words.action}
            value={filter.action ?? []}
            options={Object.entries(nameOfActions).map(([value, label]) => ({ value, label }))}
            onChange={(action) => changeFilter({ action })}
          />
          <DayFilter label={words.from} value={filter.from} max={filter.to} onChange={(from) => changeFilter({ from })} />
          <DayFilter label={words.to} value={filter.to} min={filter.from} onChange={(to) => changeFilter({ to })} />
        </>
      }
    >
      <PagedRows
        list={list}
        failed={words.listFailed}
        label={words.title}
        columns={actionColumns({ words, what: (action) => <ActionTitle action={action} /> })}
        rows={rows}
        rowKey={({ actionId }) => actionId}
        openKey={open}
        empty={
          isFiltered(filter) ? (
            <NothingMatches title={words.nothingMatches} onClear={() => goTo({})} />
          ) : (
            <EmptyState title={words.nothingTitle} text={words.nothingText} icon={<Activity size={28} strokeWidth={1.5} />} />
          )
        }
      />
      {hasOpened.current ? (
        <Suspense>
          <ActionPanel actionId={open} onClose={close} />
        </Suspense>
      ) : null}
    </ListPage>
  )
}
