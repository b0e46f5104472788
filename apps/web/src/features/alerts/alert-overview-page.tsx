import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Alert } from '@vakt/contract/alerts.ts'
import { severities } from '@vakt/contract/severity.ts'
import { BellOff } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterSearch } from '#web/ui/filter-search.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { FilterTabs } from '#web/ui/filter-tabs.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { NothingMatches } from '#web/ui/nothing-matches.tsx'
import { PagedRows } from '#web/ui/paged-rows.tsx'
import { PlainLink } from '#web/ui/plain-link.tsx'
import { severityTexts } from '#web/ui/severity.texts.ts'
import { SeverityMark } from '#web/ui/severity-mark.tsx'
import { sumCounts } from '#web/ui/sum-counts.ts'
import { useRows } from '#web/ui/use-rows.ts'
import { alertColumns } from './alert-columns.tsx'
import { alertCountQuery, alertListQuery, alertQuery } from './alert-queries.ts'
import { type AlertSearch, alertSearch, isFiltered } from './alert-search.ts'
import { alertTexts } from './alerts.texts.ts'

const loadPanel = () => import('./alert-panel.tsx')
const AlertPanel = lazy(() => loadPanel().then((module) => ({ default: module.AlertPanel })))

const keyOf = (alert: Alert) => alert.alertId

export function AlertOverviewPage() {
  const { customerId, isOwn } = useShownCustomer()
  const words = useTexts(alertTexts)
  const levels = useTexts(severityTexts)
  const format = useFormat()
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
  }
  const searchOfRow = { ...filter, ...(isOwn ? {} : { customer: customerId }) }
  const columns = alertColumns({
    words,
    customerId,
    title: (alert) => (
      <PlainLink
        href={`/alert-overview${stringifySearch({ ...searchOfRow, alert: alert.alertId })}`}
        resetScroll={false}
        aria-current={alert.alertId === openId ? 'page' : undefined}
        data-row-link
        data-alert={alert.alertId}
        aria-haspopup="dialog"
        title={alert.name}
        onClick={(event) => {
          opener.current = event.currentTarget
        }}
      >
        {alert.name}
      </PlainLink>
    ),
  })

  return (
    <ListPage
      title={words.title}
      count={total === undefined ? undefined : format.number(total)}
      conclusion={counts.data && firing !== undefined ? words.conclusion(firing, counts.data.firing.critical) : null}
      filters={
        <>
          <FilterSearch label={words.search} value={filter.q ?? ''} onChange={(q) => changeFilter({ q })} />
          <FilterTabs
            label={words.state}
            value={filter.state ?? 'all'}
            options={[
              { value: 'all', label: words.all },
              { value: 'firing', label: words.firing, count: firing },
              { value: 'resolved', label: words.resolved, count: counts.data?.resolved },
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
        </>
      }
    >
      <PagedRows
        list={list}
        failed={words.listFailed}
        label={words.title}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        openKey={openId}
        onIntent={prepare}
        empty={
          isFiltered(filter) ? (
            <NothingMatches title={words.nothingMatches} hidden={total} onClear={() => goTo({})} />
          ) : (
            <EmptyState title={words.nothingTitle} text={words.nothingText} icon={<BellOff size={28} strokeWidth={1.5} />} />
          )
        }
      />
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
