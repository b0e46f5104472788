import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Incident, IncidentSort } from '@vakt/contract/incidents.ts'
import { severities } from '@vakt/contract/severity.ts'
import { ArrowDownWideNarrow, ShieldCheck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { EntityLink } from '#web/links/entity-link.tsx'
import { incidentPath } from '#web/links/paths.ts'
import { TicketLink } from '#web/links/ticket-link.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DayFilter } from '#web/ui/day-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportMenu } from '#web/ui/export-menu.tsx'
import { FilterSearch } from '#web/ui/filter-search.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { NothingMatches } from '#web/ui/nothing-matches.tsx'
import { PagedRows } from '#web/ui/paged-rows.tsx'
import { PlainLink } from '#web/ui/plain-link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from '#web/ui/row-table.tsx'
import { severityTexts } from '#web/ui/severity.texts.ts'
import { SeverityMark } from '#web/ui/severity-mark.tsx'
import { sumCounts } from '#web/ui/sum-counts.ts'
import { useRows } from '#web/ui/use-rows.ts'
import { EntityFilter, GroupFilter } from './incident-entity-filters.tsx'
import { incidentListTexts } from './incident-list.texts.ts'
import { exportIncidents, incidentListQuery, prefetchIncident } from './incident-list-queries.ts'
import { incidentOverviewQuery } from './incident-queries.ts'
import { type IncidentSearch, type IncidentState, incidentSearch, isFiltered } from './incident-search.ts'
import { incidentTexts } from './incidents.texts.ts'
import { OpenDuration, useDuration } from './open-duration.tsx'

const FollowButton = lazy(() => import('#web/follow/follow-button.tsx').then((module) => ({ default: module.FollowButton })))

const keyOf = ({ incidentId }: Incident) => incidentId
const states: IncidentState[] = ['open', 'acknowledged', 'resolved']

export function IncidentListPage() {
  const { customerId = '' } = useParams({ strict: false }) as { customerId?: string }
  const words = { ...useTexts(incidentTexts), ...useTexts(incidentListTexts) }
  const levels = useTexts(severityTexts)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const search = incidentSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const list = useInfiniteQuery(incidentListQuery(customerId, search))
  const overview = useQuery(incidentOverviewQuery(customerId)).data
  const rows = useRows(list.data)
  const goTo = (next: IncidentSearch) =>
    void navigate({ to: '/incidents/$customerId', params: { customerId }, search: next, replace: true, resetScroll: false })
  const change = (changes: Partial<Record<keyof IncidentSearch, unknown>>) => goTo(incidentSearch({ ...search, ...changes }))
  const orders: Record<IncidentSort, string> = { severity: words.bySeverity, changed: words.byChange, opened: words.byOpening }
  const sort = search.sort ?? 'changed'
  const duration = useDuration()
  const open = overview ? sumCounts(overview.counts) : undefined
  const isComplete = list.data !== undefined && !list.hasNextPage
  const found = { total: rows.length, open: rows.filter(({ state }) => state !== 'resolved').length }

  const columns: Column<Incident>[] = [
    {
      key: 'severity',
      label: words.severity,
      width: '7.5rem',
      phone: 'second',
      cell: ({ severity, state }) => <SeverityMark level={severity} quiet={state === 'resolved'} />,
    },
    {
      key: 'incident',
      label: words.incident,
      phone: 'first',
      cell: ({ incidentId, title }) => (
        <PlainLink href={incidentPath(customerId, incidentId)} data-row-link title={title}>
          <bdi>{title}</bdi>
        </PlainLink>
      ),
    },
    {
      key: 'entity',
      label: words.entity,
      width: '20%',
      phone: 'hidden',
      cell: ({ entity }) => (entity ? <EntityLink customerId={customerId} entity={entity} /> : words.unmatched),
    },
    { key: 'state', label: words.state, width: '8.5rem', phone: 'second', cell: ({ state }) => words[state] },
    { key: 'assignee', label: words.assignee, width: '9rem', phone: 'hidden', cell: ({ assignee }) => assignee?.name ?? null },
    {
      key: 'ticket',
      label: words.ticket,
      width: '6rem',
      phone: 'hidden',
      cell: ({ ticketId }) => (ticketId ? <TicketLink customerId={customerId} ticketId={ticketId} /> : null),
    },
    {
      key: 'duration',
      label: words.duration,
      width: '7rem',
      phone: 'hidden',
      cell: ({ openedAt, resolvedAt }) => (resolvedAt ? duration(openedAt, Date.parse(resolvedAt)) : <OpenDuration iso={openedAt} />),
    },
    { key: 'since', label: words.opened, width: '8.5rem', phone: 'first', cell: ({ openedAt }) => <RelativeTime iso={openedAt} /> },
  ]

  return (
    <ListPage
      title={words.list}
      count={isFiltered(search) ? (isComplete ? rows.length : undefined) : search.state ? undefined : open}
      conclusion={
        isFiltered(search) ? (isComplete ? words.found(found.total, found.open) : null) : open !== undefined ? words.conclusion(open) : null
      }
      action={
        <>
          {search.group ? (
            <Suspense>
              <FollowButton target={{ customerId, kind: 'tag_group', group: search.group }} />
            </Suspense>
          ) : null}
          <ExportMenu onExport={(format) => exportIncidents(customerId, search, format)} />
        </>
      }
      filters={
        <>
          <FilterSearch label={words.search} value={search.q ?? ''} onChange={(q) => change({ q })} />
          <FilterSelect
            label={words.state}
            value={search.state ?? ['open', 'acknowledged']}
            options={states.map((state) => ({ value: state, label: words[state] }))}
            onChange={(state) => change({ state: state.length === 0 ? states : state })}
          />
          <FilterSelect
            label={words.severity}
            value={search.severity ?? []}
            options={severities.map((severity) => ({ value: severity, label: levels[severity], mark: <SeverityMark level={severity} /> }))}
            onChange={(severity) => change({ severity })}
          />
          <GroupFilter overview={overview} group={search.group} onChange={(group) => change({ group })} />
          <EntityFilter customerId={customerId} entityId={search.entity} onChange={(entity) => change({ entity })} />
          <FilterSelect
            label={words.assignee}
            value={search.assignee ? [search.assignee] : []}
            options={[
              { value: 'me', label: words.me },
              { value: 'nobody', label: words.nobody },
            ]}
            onChange={(assignee) => change({ assignee: assignee.at(-1) })}
          />
          <DayFilter label={words.from} value={search.from} max={search.to} onChange={(from) => change({ from })} />
          <DayFilter label={words.to} value={search.to} min={search.from} onChange={(to) => change({ to })} />
          <MenuButton
            fromStart
            variant="subtle"
            size="compact-sm"
            label={orders[sort]}
            ariaLabel={`${words.order}: ${orders[sort]}`}
            icon={<ArrowDownWideNarrow size={14} aria-hidden="true" />}
            items={(['changed', 'severity', 'opened'] as const).map((one) => ({
              key: one,
              label: orders[one],
              isCurrent: one === sort,
              onChoose: () => change({ sort: one }),
            }))}
          />
        </>
      }
    >
      <PagedRows
        list={list}
        failed={words.listFailed}
        label={words.list}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        onIntent={({ incidentId }) => void prefetchIncident(queryClient, customerId, incidentId).catch(() => {})}
        empty={
          isFiltered(search) ? (
            <NothingMatches title={words.nothingMatches} onClear={() => goTo(search.state ? { state: search.state } : {})} />
          ) : (
            <EmptyState title={words.nothingOpen} text={words.nothingOpenText} icon={<ShieldCheck size={28} strokeWidth={1.5} />}>
              {search.state ? null : (
                <Button variant="default" onClick={() => goTo({ state: states })}>
                  {words.showAll}
                </Button>
              )}
            </EmptyState>
          )
        }
      />
    </ListPage>
  )
}
