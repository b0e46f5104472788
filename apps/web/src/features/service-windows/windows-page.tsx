import { useInfiniteQuery } from '@tanstack/react-query'
import { customerChoiceAccess } from '@vakt/contract/features.ts'
import { listServiceWindows, listServiceWindowsOfAllCustomers } from '@vakt/contract/service-windows/service-windows.ts'
import { CalendarClock } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ScopeTabs, useIsOfAll } from '#web/shared/customers/list-scope.tsx'
import { WindowsNow } from '#web/shared/service-windows/windows-now.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { useWindowColumns } from './window-columns.tsx'
import { filterOf, WindowFilters } from './window-filters.tsx'
import { windowListQuery } from './window-queries.ts'
import { windowTexts } from './windows.texts.ts'
import { type TimelineSearch, windowsSearch } from './windows-search.ts'

const WindowCalendar = lazy(() => import('./window-calendar.tsx').then((module) => ({ default: module.WindowCalendar })))

const WindowsTimeline = lazy(() => import('./windows-timeline.tsx').then((module) => ({ default: module.WindowsTimeline })))

/** All service windows of the customer: what holds now, the timeline, and the list. For staff also the list over all customers. */
export function WindowsPage() {
  const words = useTexts(windowTexts)
  const { customerId, can } = useShownCustomer()
  const screen = useListScreen(windowsSearch)
  const filter = filterOf(screen.rows)
  const isAll = useIsOfAll(screen.search)
  const ofAll = isAll ? { ...filter, ...(screen.search.of ? { customer: screen.search.of } : {}) } : null
  const list = useInfiniteQuery(windowListQuery(customerId, filter, ofAll))
  const rows = useRows(list.data)
  const { entity } = screen.search
  const isPhone = useIsPhone()
  const create =
    can(['@feature.servicewindow.write']) && (!isAll || can(customerChoiceAccess)) ? (
      <ButtonLink
        to="/service-window/$customerId/create"
        params={{ customerId }}
        search={{ ...(entity && { entity }), ...(isAll && { all: true }) }}
      >
        {words.create}
      </ButtonLink>
    ) : null
  // What is shown in the place of the list then leads there.
  const isEmpty = list.data !== undefined && rows.length === 0 && !screen.isFiltered
  const showTimeline = ({ view, at, rows: by }: TimelineSearch) => screen.change({ view, at, rows: by })
  // On a phone the list comes first: the picture is as tall as the screen.
  const timeline = isAll ? null : (
    <Suspense fallback={<ListSkeleton rows={4} />}>
      <WindowsTimeline
        customerId={customerId}
        windows={rows}
        isFiltered={screen.isFiltered || screen.search.scope !== undefined}
        entity={entity ? { entityId: entity } : undefined}
        search={screen.search}
        onChange={showTimeline}
      />
    </Suspense>
  )
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={isAll ? null : <WindowsNow customerId={customerId} shows="list" />}
      tools={
        isAll ? null : (
          <Suspense>
            <WindowCalendar customerId={customerId} />
          </Suspense>
        )
      }
      action={isEmpty ? null : create}
      onExport={(format) =>
        ofAll
          ? downloadList(listServiceWindowsOfAllCustomers, { query: ofAll }, format)
          : downloadList(listServiceWindows, { params: { customerId }, query: filter }, format)
      }
      tabs={<ScopeTabs isAll={isAll} onChange={(all) => screen.change({ all, creator: undefined, entity: undefined })} />}
      filters={<WindowFilters screen={screen} />}
      above={isPhone ? null : timeline}
      below={isPhone ? timeline : null}
      columns={useWindowColumns(isAll)}
      rowKey={({ serviceWindowId }) => serviceWindowId}
      words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
      empty={
        <EmptyState title={words.nothing} text={words.nothingText} icon={<CalendarClock size={28} strokeWidth={1.5} />}>
          {create}
        </EmptyState>
      }
    />
  )
}
