import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Alert } from '@vakt/contract/alerts.ts'
import { severities } from '@vakt/contract/severity.ts'
import { BellOff, Layers } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { DayFilter } from '#web/ui/day-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { FilterSearch } from '#web/ui/filter-search.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { FilterTabs } from '#web/ui/filter-tabs.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { NothingMatches } from '#web/ui/nothing-matches.tsx'
import { PagedRows } from '#web/ui/paged-rows.tsx'
import { PlainLink } from '#web/ui/plain-link.tsx'
import { severityTexts } from '#web/ui/severity.texts.ts'
import { SeverityMark } from '#web/ui/severity-mark.tsx'
import { sumCounts } from '#web/ui/sum-counts.ts'
import { useRows } from '#web/ui/use-rows.ts'
import { alertColumns } from './alert-columns.tsx'
import { AlertGroups, groupAlerts } from './alert-groups.tsx'
import styles from './alert-panel.module.css'
import { alertCountQuery, alertListQuery, alertQuery, exportAlerts } from './alert-queries.ts'
import { type AlertSearch, alertSearch, isFiltered } from './alert-search.ts'
import { alertTexts } from './alerts.texts.ts'
import { useAlertDuration } from './use-alert-duration.ts'

const loadPanel = () => import('./alert-panel.tsx')
const AlertPanel = lazy(() => loadPanel().then((module) => ({ default: module.AlertPanel })))

const keyOf = (alert: Alert) => alert.alertId

export function AlertOverviewPage() {
  const { customerId, isOwn } = useShownCustomer()
  const words = useTexts(alertTexts)
  const levels = useTexts(severityTexts)
  const format = useFormat()
  const duration = useAlertDuration()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { alert: openId, ...filter } = alertSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const list = useInfiniteQuery(alertListQuery(customerId, filter))
  const counts = useQuery(alertCountQuery(customerId))
  const rows = useRows(list.data)
  const opener = useRef<HTMLElement | null>(null)
  const hasOpened = useRef(false)
  if (openId) hasOpened.current = true

  const firing = counts.data ? sumCounts(counts.data.firing) : undefined
  const total = counts.data && firing !== undefined ? firing + counts.data.resolved : undefined
  const goTo = (search: AlertSearch, replace = false) => void navigate({ to: '/alert-overview', search, replace, resetScroll: false })
  const changeFilter = (change: Partial<Record<keyof AlertSearch, unknown>>) => goTo(alertSearch({ ...filter, ...change }), true)
  const close = () => {
    const key = openId
    goTo(filter)
    requestAnimationFrame(() => (opener.current ?? document.querySelector<HTMLElement>(`[data-alert="${CSS.escape(key ?? '')}"]`))?.focus())
  }
  const prepare = ({ alertId }: Alert) => {
    void loadPanel().catch(() => {})
    void queryClient.prefetchQuery(alertQuery(customerId, alertId))
    // While the panel is open beside the list it follows the focus.
    const focused = (document.activeElement as HTMLElement | null)?.dataset.alert
    if (openId && openId !== alertId && focused === alertId) goTo({ ...filter, alert: alertId }, true)
  }
  const searchOfRow = { ...filter, ...(isOwn ? {} : { customer: customerId }) }
  const durationOf = ({ startedAt, endedAt }: Alert) => duration(startedAt, endedAt)
  const columns = alertColumns({
    words,
    customerId,
    durationOf,
    title: (alert) => (
      <PlainLink
        href={`/alert-overview${stringifySearch({ ...searchOfRow, alert: alert.alertId })}`}
        resetScroll={false}
        aria-current={alert.alertId === openId ? 'page' : undefined}
        data-row-link
        data-alert={alert.alertId}
        title={alert.description ? `${alert.name}: ${alert.description}` : alert.name}
        onClick={(event) => {
          opener.current = event.currentTarget
        }}
      >
        {alert.name}
        {alert.description && alert.description !== alert.name ? <span className={styles.summary}>{alert.description}</span> : null}
      </PlainLink>
    ),
  })

  const groupings = { none: words.noGroup, rule: words.byRule, resource: words.byResource }
  const sorting = {
    sort: filter.sort ?? 'started',
    direction: 'desc' as const,
    onSort: (sort: string) => changeFilter({ sort }),
  }
  const shared = { columns, rowKey: keyOf, openKey: openId, onIntent: prepare, sorting }

  return (
    <ListPage
      action={<ExportMenu onExport={(format) => exportAlerts(customerId, filter, format)} />}
      title={words.title}
      count={firing === undefined ? undefined : format.number(firing)}
      conclusion={counts.data && firing !== undefined ? words.conclusion(firing, counts.data.firing.critical) : null}
      filters={
        <>
          <FilterSearch label={words.search} value={filter.q ?? ''} onChange={(q) => changeFilter({ q })} />
          <FilterTabs
            label={words.state}
            value={filter.state ?? 'firing'}
            options={[
              { value: 'firing', label: words.firing, count: firing },
              { value: 'resolved', label: words.resolved, count: counts.data?.resolved },
              { value: 'all', label: words.all },
            ]}
            onChange={(state) => changeFilter({ state })}
          />
          <FilterSelect
            label={words.severity}
            value={filter.severity ?? []}
            options={severities.map((severity) => ({
              value: severity,
              label: levels[severity],
              mark: <SeverityMark level={severity} />,
              count: counts.data?.firing[severity],
            }))}
            onChange={(severity) => changeFilter({ severity })}
          />
          <DayFilter label={words.from} value={filter.from} max={filter.to} onChange={(from) => changeFilter({ from })} />
          <DayFilter label={words.to} value={filter.to} min={filter.from} onChange={(to) => changeFilter({ to })} />
          <MenuButton
            fromStart
            variant="subtle"
            size="compact-sm"
            label={groupings[filter.group ?? 'none']}
            ariaLabel={`${words.group}: ${groupings[filter.group ?? 'none']}`}
            icon={<Layers size={14} aria-hidden="true" />}
            items={(['none', 'rule', 'resource'] as const).map((group) => ({
              key: group,
              label: groupings[group],
              isCurrent: group === (filter.group ?? 'none'),
              onChoose: () => changeFilter({ group }),
            }))}
          />
        </>
      }
    >
      {filter.group && rows.length > 0 ? (
        <AlertGroups groups={groupAlerts(rows, filter.group, words.unmatched)} table={shared} list={list} />
      ) : (
        <PagedRows
          list={list}
          failed={words.listFailed}
          label={words.title}
          rows={rows}
          {...shared}
          empty={
            isFiltered(filter) ? (
              <NothingMatches title={words.nothingMatches} hidden={total} onClear={() => goTo({})} />
            ) : (
              <EmptyState
                title={total ? words.nothingFiring : words.nothingTitle}
                text={total ? words.nothingFiringText : words.nothingText}
                icon={<BellOff size={28} strokeWidth={1.5} />}
              />
            )
          }
        />
      )}
      {hasOpened.current ? (
        <Suspense>
          <AlertPanel
            customerId={customerId}
            alertId={openId}
            rows={rows}
            onClose={close}
            onStep={(alert) => goTo({ ...filter, alert }, true)}
          />
        </Suspense>
      ) : null}
    </ListPage>
  )
}
