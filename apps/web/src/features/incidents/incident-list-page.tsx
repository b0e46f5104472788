import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { SortMenu } from '#web/lists/sort-menu.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { viewedUser } from '#web/platform/view-as.ts'
import { ownerOf, ScopeTabs, useIsOfAll } from '#web/shared/customers/list-scope.tsx'
import { sumCounts } from '#web/shared/severity/sum-counts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { useRowSelection } from '#web/ui/table/use-row-selection.ts'
import { useRows } from '#web/ui/table/use-rows.ts'
import { useIncidentColumns } from './incident-columns.tsx'
import { IncidentFilters, incidentStates } from './incident-filters.tsx'
import { incidentListTexts } from './incident-list.texts.ts'
import { exportIncidents, type IncidentRow, incidentListQuery, openOfAllQuery, prefetchIncident } from './incident-list-queries.ts'
import { incidentOverviewQuery } from './incident-queries.ts'
import { incidentSearch, sortOf } from './incident-search.ts'
import { incidentTexts } from './incidents.texts.ts'

const WindowsNow = lazy(() => import('#web/shared/service-windows/windows-now.tsx').then((module) => ({ default: module.WindowsNow })))

const FollowButton = lazy(() => import('#web/shared/follow/follow-button.tsx').then((module) => ({ default: module.FollowButton })))

const IncidentBulkActions = lazy(() => import('./incident-bulk-actions.tsx').then((module) => ({ default: module.IncidentBulkActions })))

const keyOf = ({ incidentId }: IncidentRow) => incidentId
const batchSize = 100

export function IncidentListPage() {
  const { customerId = '' } = useParams({ strict: false }) as { customerId?: string }
  const words = { ...useTexts(incidentTexts), ...useTexts(incidentListTexts) }
  const queryClient = useQueryClient()
  const screen = useListScreen(incidentSearch)
  const { search, isFiltered } = screen
  const isAll = useIsOfAll(search)
  const list = useInfiniteQuery(incidentListQuery(customerId, search, isAll))
  const overview = useQuery({ ...incidentOverviewQuery(customerId), enabled: !isAll }).data
  const ofAll = useQuery({ ...openOfAllQuery, enabled: isAll }).data
  const rows = useRows(list.data)
  const labelOf = ({ title }: IncidentRow) => words.select(title)
  const selection = useRowSelection({ rows, keyOf, labelOf, labelOfAll: words.selectAll, batchSize, list })
  const { can, isLimited, isProvider, name } = useShownCustomer()
  // What is done in the list is done with many.
  const mayHandle = can(['@feature.tickets.write']) && !isLimited && !viewedUser()
  const counts = isAll ? ofAll : overview?.counts
  const open = counts && sumCounts(counts)
  const chooseScope = (all: true | undefined) =>
    screen.change({ all, group: undefined, entity: undefined, type: undefined, resourceGroup: undefined, tag: undefined })
  const isComplete = list.data !== undefined && !list.hasNextPage
  const found = isComplete && words.found(rows.length, rows.filter(({ state }) => state !== 'resolved').length)
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.list}
      count={isFiltered ? (isComplete ? rows.length : undefined) : search.state ? undefined : open}
      conclusion={
        <>
          {isFiltered ? found : open !== undefined && words.conclusion(open)}
          <Suspense>{isAll ? null : <WindowsNow customerId={customerId} />}</Suspense>
        </>
      }
      all={search.state ? undefined : open}
      tools={
        <SortMenu
          label={words.order}
          sorts={['severity', 'changed', 'opened']}
          names={{ severity: words.bySeverity, changed: words.byChange, opened: words.byOpening }}
          sorting={{ sort: sortOf(search), direction: 'desc', onSort: (sort) => screen.change({ sort }) }}
        />
      }
      action={
        search.group && !isAll && !isLimited ? (
          <Suspense>
            <FollowButton target={{ customerId, kind: 'tag_group', group: search.group }} />
          </Suspense>
        ) : null
      }
      tabs={<ScopeTabs isAll={isAll} onChange={chooseScope} />}
      onExport={(format) => exportIncidents(customerId, search, isAll, format)}
      filters={<IncidentFilters customerId={customerId} screen={screen} isAll={isAll} />}
      columns={useIncidentColumns(customerId, mayHandle, isAll)}
      rowKey={keyOf}
      selection={mayHandle ? selection : undefined}
      bulk={
        <Suspense>
          <IncidentBulkActions customerId={customerId} selection={selection} />
        </Suspense>
      }
      onIntent={(row) => void prefetchIncident(queryClient, ownerOf(row, customerId), row.incidentId).catch(() => {})}
      words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
      empty={
        <EmptyState
          title={isLimited ? words.nothingOpenSeen : words.nothingOpen}
          text={isProvider && !isAll ? words.ofProvider(name) : words.nothingOpenText}
          icon={<ShieldCheck size={28} strokeWidth={1.5} />}
        >
          {isProvider && !isAll ? <Button onClick={() => chooseScope(true)}>{words.toAll}</Button> : null}
          {search.state ? null : (
            <Button variant="default" onClick={() => screen.goTo({ state: [...incidentStates] })}>
              {words.showAll}
            </Button>
          )}
        </EmptyState>
      }
    />
  )
}
