import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { MajorIncident } from '@vakt/contract/major-incidents.ts'
import { toPlainLine } from '@vakt/domain/plain-line.ts'
import { Megaphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useTexts } from '#web/platform/texts.ts'
import { majorIncidentPath } from '#web/shared/links/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ListPage } from '#web/ui/page/list-page.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { NothingMatches } from '#web/ui/table/nothing-matches.tsx'
import { PagedRows } from '#web/ui/table/paged-rows.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { exportMajorIncidents, majorIncidentsQuery } from './major-incident-list-queries.ts'
import { type MajorIncidentSearch, majorIncidentSearch } from './major-incident-search.ts'
import { majorIncidentTexts } from './major-incidents.texts.ts'

const StartDialog = lazy(() => import('./start-major-incident.tsx').then((module) => ({ default: module.StartDialog })))

const keyOf = ({ majorIncidentId }: MajorIncident) => majorIncidentId

function useColumns(): Column<MajorIncident>[] {
  const words = useTexts(majorIncidentTexts)
  const language = useLanguage()
  const format = useFormat()
  return [
    {
      key: 'title',
      label: words.title,
      phone: 'first',
      cell: ({ majorIncidentId, title }) => (
        <PlainLink href={majorIncidentPath(majorIncidentId)} data-row-link title={title[language]}>
          <bdi>{title[language]}</bdi>
        </PlainLink>
      ),
    },
    { key: 'state', label: words.state, width: '6rem', phone: 'second', cell: ({ state }) => words[state] },
    { key: 'lead', label: words.lead, width: '10rem', phone: 'second', cell: ({ lead }) => lead },
    { key: 'customers', label: words.customers, width: '6rem', phone: 'hidden', cell: ({ customers }) => format.number(customers) },
    {
      key: 'incidents',
      label: words.incidents,
      width: '8.5rem',
      phone: 'second',
      cell: ({ openIncidents, incidents }) => words.ofIncidents(openIncidents, incidents),
    },
    {
      key: 'update',
      label: words.latestUpdate,
      width: '24%',
      phone: 'hidden',
      isDim: true,
      cell: ({ latestUpdate }) => {
        if (!latestUpdate) return words.noUpdate
        const text = toPlainLine(latestUpdate[language] ?? latestUpdate.en ?? latestUpdate.sv ?? '')
        return (
          <span title={text}>
            <RelativeTime iso={latestUpdate.at} /> · {text}
          </span>
        )
      },
    },
    { key: 'since', label: words.since, width: '7.5rem', phone: 'first', cell: ({ openedAt }) => <RelativeTime iso={openedAt} /> },
  ]
}

/** For staff: the events that hit several customers at once. */
export function MajorIncidentListPage() {
  const words = useTexts(majorIncidentTexts)
  const navigate = useNavigate()
  const search = majorIncidentSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const list = useInfiniteQuery(majorIncidentsQuery(search))
  const rows = useRows(list.data)
  const columns = useColumns()
  const [isStarting, setStarting] = useState(false)
  const goTo = (next: MajorIncidentSearch) => void navigate({ to: '/major-incidents', search: next, replace: true, resetScroll: false })
  const isFiltered = Object.keys(search).length > 0
  const isComplete = list.data !== undefined && !list.hasNextPage
  const start = (
    <Button leftSection={<Megaphone size={16} aria-hidden="true" />} onClick={() => setStarting(true)}>
      {words.start}
    </Button>
  )
  return (
    <ListPage
      title={words.list}
      conclusion={
        !isComplete ? null : isFiltered ? words.found(rows.length) : words.conclusion(rows.filter(({ state }) => state === 'open').length)
      }
      action={
        <>
          <ExportMenu onExport={(format) => exportMajorIncidents(search, format)} />
          {start}
        </>
      }
      filters={
        <>
          <FilterSearch label={words.search} value={search.q ?? ''} onChange={(q) => goTo(majorIncidentSearch({ ...search, q }))} />
          <FilterTabs
            label={words.which}
            options={(['all', 'open', 'resolved'] as const).map((value) => ({ value, label: words.tabs[value] }))}
            value={search.state ?? 'all'}
            onChange={(state) => goTo(majorIncidentSearch({ ...search, state }))}
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
        empty={
          isFiltered ? (
            <NothingMatches title={words.nothingMatches} onClear={() => goTo({})} />
          ) : (
            <EmptyState title={words.nothing} text={words.nothingText} icon={<Megaphone size={28} strokeWidth={1.5} />} />
          )
        }
      />
      {isStarting ? (
        <Suspense>
          <StartDialog onClose={() => setStarting(false)} />
        </Suspense>
      ) : null}
    </ListPage>
  )
}
