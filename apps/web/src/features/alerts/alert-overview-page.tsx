import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, Layers } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ColumnMenu, useChosenColumns } from '#web/lists/list-columns.tsx'
import { ListFrame } from '#web/lists/list-frame.tsx'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { keyInAll } from '#web/shared/customers/key-in-all.ts'
import { ownerOf, ScopeTabs, useCustomerColumn, useIsOfAll } from '#web/shared/customers/list-scope.tsx'
import { useAlertDescription } from '#web/shared/incidents/incident-words.ts'
import { sumCounts } from '#web/shared/severity/sum-counts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { alertColumns } from './alert-columns.tsx'
import { AlertFilters } from './alert-filters.tsx'
import { AlertGroups, groupAlerts } from './alert-groups.tsx'
import styles from './alert-panel.module.css'
import { type AlertRow, alertCountQuery, alertListQuery, alertQuery, exportAlerts } from './alert-queries.ts'
import { sortOf, stateOf } from './alert-query.ts'
import { alertSearch } from './alert-search.ts'
import { alertTexts } from './alerts.texts.ts'
import { useAlertDuration } from './use-alert-duration.ts'

const loadPanel = () => import('./alert-panel.tsx')
const WindowsNow = lazy(() => import('#web/shared/service-windows/windows-now.tsx').then((module) => ({ default: module.WindowsNow })))
const AlertPanel = lazy(() => loadPanel().then((module) => ({ default: module.AlertPanel })))

const keyOf = ({ customer, alertId }: AlertRow) => (customer ? keyInAll(customer.customerId, alertId) : alertId)

export function AlertOverviewPage() {
  const { customerId, isProvider, isLimited, name } = useShownCustomer()
  const session = useSession()
  const administrator = isAdministrator(session)
  const words = useTexts(alertTexts)
  const format = useFormat()
  const duration = useAlertDuration()
  const queryClient = useQueryClient()
  const screen = useListScreen(alertSearch)
  const { openKey, rows: filter } = screen
  const isAll = useIsOfAll(filter)
  const list = useInfiniteQuery(alertListQuery(customerId, filter, isAll))
  const counts = useQuery(alertCountQuery(customerId, isAll)).data
  const rows = useRows(list.data)
  const firing = counts && sumCounts(counts.firing)
  const total = counts?.resolved !== undefined && firing !== undefined ? firing + counts.held + counts.resolved : undefined
  const all = { firing, held: counts?.held, resolved: counts?.resolved, all: total }[stateOf(filter)]

  const prepare = (alert: AlertRow) => {
    const key = keyOf(alert)
    void loadPanel().catch(() => {})
    void queryClient.prefetchQuery(alertQuery(ownerOf(alert, customerId), alert.alertId))
    // While the panel is open beside the list it follows the focus.
    const focused = (document.activeElement as HTMLElement | null)?.dataset.opens
    if (openKey && openKey !== key && focused === key) screen.open({ alert: key })
  }
  const describe = useAlertDescription()
  const columns = alertColumns({
    words,
    customerId,
    customer: useCustomerColumn<AlertRow>(isAll),
    durationOf: ({ startedAt, endedAt }) => duration(startedAt, endedAt),
    title: (alert) => {
      const { name } = alert
      const description = describe(alert)
      // Some begin with the name, which stands above.
      const more = description.startsWith(name) ? description.slice(name.length).replace(/^[.:]?(\s+|$)/, '') : description
      return screen.link(
        keyOf(alert),
        <>
          {name}
          {more ? (
            <span className={styles.summary} data-excerpt>
              {more}
            </span>
          ) : null}
        </>,
        description ? `${name}: ${description}` : name,
      )
    },
  })
  const sorting = {
    sort: sortOf(filter),
    direction: 'desc' as const,
    onSort: (sort: string) => screen.change({ sort }),
  }
  const shown = useChosenColumns(screen.list, columns)
  const table = { columns: shown, rowKey: keyOf, onIntent: prepare, sorting }

  return (
    <ListFrame
      screen={screen}
      list={list}
      all={all}
      tools={
        <>
          <ColumnMenu list="alerts" columns={columns} />
          <MenuButton
            label={words.group}
            icon={<Layers size={16} aria-hidden="true" />}
            items={(['none', 'rule', 'resource'] as const).map((one) => ({
              key: one,
              label: words.groups[one],
              isCurrent: one === (filter.group ?? 'none'),
              onChoose: () => screen.change({ group: one }),
            }))}
          />
        </>
      }
      onExport={(format) => exportAlerts(customerId, filter, isAll, format)}
      title={words.title}
      count={firing === undefined ? undefined : format.number(firing)}
      conclusion={
        <>
          {counts && firing !== undefined ? words.conclusion(firing, counts.firing.critical, counts.held) : null}
          <Suspense>{isAll ? null : <WindowsNow customerId={customerId} />}</Suspense>
        </>
      }
      tabs={
        <ScopeTabs isAll={isAll} onChange={(all) => screen.change({ all, type: undefined, resourceGroup: undefined, tag: undefined })} />
      }
      filters={<AlertFilters screen={screen} counts={counts} isAll={isAll} />}
      panel={
        <AlertPanel
          customerId={customerId}
          openKey={openKey}
          keys={rows.map(keyOf)}
          onClose={screen.close}
          onStep={(alert) => screen.open({ alert })}
        />
      }
    >
      {filter.group && rows.length > 0 ? (
        <AlertGroups groups={groupAlerts(rows, filter.group, words.unmatched)} table={{ ...table, openKey }} list={list} />
      ) : (
        <ListRows
          {...table}
          screen={screen}
          list={list}
          label={words.title}
          all={all}
          words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
          empty={
            <EmptyState
              title={isLimited ? words.nothingSeen : total || isAll ? words.nothingFiring : words.nothingTitle}
              text={total || isAll ? words.nothingFiringText : isProvider ? words.ofProvider(name) : words.nothingText}
              icon={<BellOff size={28} strokeWidth={1.5} />}
            >
              {administrator && !total && !isAll ? (
                <ButtonLink to="/admin/sources" search={{ customer: customerId }}>
                  {words.connectSource}
                </ButtonLink>
              ) : null}
            </EmptyState>
          }
        />
      )}
    </ListFrame>
  )
}
