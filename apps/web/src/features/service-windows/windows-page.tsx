import { useInfiniteQuery } from '@tanstack/react-query'
import { listServiceWindows } from '@vakt/contract/service-windows.ts'
import { CalendarClock } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { WindowsNow } from '#web/shared/service-windows/windows-now.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { useWindowColumns } from './window-columns.tsx'
import { filterOf, WindowFilters } from './window-filters.tsx'
import { windowListQuery } from './window-queries.ts'
import { windowTexts } from './windows.texts.ts'
import { type TimelineSearch, windowsSearch } from './windows-search.ts'
import { WindowsTimeline } from './windows-timeline.tsx'

const WindowCalendar = lazy(() => import('./window-calendar.tsx').then((module) => ({ default: module.WindowCalendar })))

/** All service windows of the customer: what holds now, the timeline, and the list. */
export function WindowsPage() {
  const words = useTexts(windowTexts)
  const { customerId, can } = useShownCustomer()
  const screen = useListScreen(windowsSearch)
  const filter = filterOf(screen.rows)
  const list = useInfiniteQuery(windowListQuery(customerId, filter))
  const rows = useRows(list.data)
  const { entity } = screen.search
  const create = can(['@feature.servicewindow.write']) ? (
    <ButtonLink to="/service-window/$customerId/create" params={{ customerId }} search={entity ? { entity } : {}}>
      {words.create}
    </ButtonLink>
  ) : null
  const showTimeline = ({ view, at, rows: by }: TimelineSearch) => screen.change({ view, at, rows: by })
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={<WindowsNow customerId={customerId} shows="list" />}
      tools={
        <Suspense>
          <WindowCalendar customerId={customerId} />
        </Suspense>
      }
      action={create}
      onExport={(format) => downloadList(listServiceWindows, { params: { customerId }, query: filter }, format)}
      filters={<WindowFilters screen={screen} />}
      above={
        <WindowsTimeline
          customerId={customerId}
          windows={rows}
          isFiltered={screen.isFiltered || screen.search.scope !== undefined}
          entity={entity ? { entityId: entity } : undefined}
          search={screen.search}
          onChange={showTimeline}
        />
      }
      columns={useWindowColumns(customerId)}
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
