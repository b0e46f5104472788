import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { listServiceWindows } from '@vakt/contract/service-windows/service-windows.ts'
import { CalendarClock } from 'lucide-react'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { entityQuery } from '#web/shared/entities/entity-query.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { useWindowColumns } from './window-columns.tsx'
import { windowListQuery } from './window-queries.ts'
import styles from './windows.module.css'
import { windowTexts } from './windows.texts.ts'
import { entityWindowsSearch } from './windows-search.ts'
import { WindowsTimeline } from './windows-timeline.tsx'

/** The service windows that cover one resource; a new one is drawn over it. */
export function EntityWindowsPage() {
  const words = useTexts(windowTexts)
  const { customerId, can } = useShownCustomer()
  const { entityId = '' } = useParams({ strict: false }) as { entityId?: string }
  const screen = useListScreen(entityWindowsSearch)
  const { scope } = screen.search
  const filter = { entityId, ...(scope === 'active' ? { active: true } : {}) }
  const list = useInfiniteQuery(windowListQuery(customerId, filter))
  const rows = useRows(list.data)
  const entity = useQuery(entityQuery(customerId, entityId)).data
  const create = can(['@feature.servicewindow.write']) ? (
    <ButtonLink to="/service-window/$customerId/create" params={{ customerId }} search={{ entity: entityId }}>
      {words.create}
    </ButtonLink>
  ) : null
  return (
    <section aria-label={words.ofResource}>
      <div className={styles.toolbar}>
        <FilterTabs
          label={words.which}
          {...screen.tab('scope', 'all')}
          options={(['all', 'active'] as const).map((value) => ({ value, label: words.scopes[value] }))}
        />
        <div className={styles.actions}>
          {rows.length > 0 ? (
            <ExportMenu onExport={(format) => downloadList(listServiceWindows, { params: { customerId }, query: filter }, format)} />
          ) : null}
          {create}
        </div>
      </div>
      <WindowsTimeline
        customerId={customerId}
        windows={rows}
        isFiltered={scope !== undefined}
        entity={{ entityId, name: entity?.name }}
        search={screen.search}
        onChange={({ view, at, rows: by }) => screen.change({ view, at, rows: by })}
      />
      <ListRows
        screen={screen}
        list={list}
        label={words.ofResource}
        columns={useWindowColumns()}
        rowKey={({ serviceWindowId }) => serviceWindowId}
        words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
        empty={<EmptyState title={words.nothing} text={words.nothingText} icon={<CalendarClock size={28} strokeWidth={1.5} />} />}
      />
    </section>
  )
}
