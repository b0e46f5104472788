import { useInfiniteQuery } from '@tanstack/react-query'
import type { MajorIncident } from '@vakt/contract/incidents/major-incidents.ts'
import { toPlainLine } from '@vakt/domain/plain-line.ts'
import { Megaphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { useSession } from '#web/platform/session.ts'
import { useTexts } from '#web/platform/texts.ts'
import { majorIncidentPath } from '#web/shared/links/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { exportMajorIncidents, majorIncidentsQuery } from './major-incident-list-queries.ts'
import { majorIncidentSearch } from './major-incident-search.ts'
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
  const screen = useListScreen(majorIncidentSearch)
  const mayHandle = useSession().can({ staff: ['@feature.tickets.write'] })
  const { state = 'all' } = screen.rows
  const list = useInfiniteQuery(majorIncidentsQuery(screen.rows))
  const rows = useRows(list.data)
  const columns = useColumns()
  const [isStarting, setStarting] = useState(false)
  const isComplete = list.data !== undefined && !list.hasNextPage
  const open = rows.filter((one) => one.state === 'open').length
  return (
    <>
      <ListScreen
        screen={screen}
        list={list}
        title={words.list}
        conclusion={!isComplete ? null : screen.isFiltered || state !== 'all' ? words.found(rows.length) : words.conclusion(open)}
        onExport={(format) => exportMajorIncidents(screen.rows, format)}
        action={
          mayHandle ? (
            <Button leftSection={<Megaphone size={16} aria-hidden="true" />} onClick={() => setStarting(true)}>
              {words.start}
            </Button>
          ) : null
        }
        tabs={
          <FilterTabs
            label={words.which}
            {...screen.tab('state', 'all')}
            options={(['all', 'open', 'resolved'] as const).map((value) => ({ value, label: words.tabs[value] }))}
          />
        }
        filters={<FilterSearch label={words.search} {...screen.text('q')} />}
        columns={columns}
        rowKey={keyOf}
        words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
        empty={<EmptyState title={words.nothing} text={words.nothingText} icon={<Megaphone size={28} strokeWidth={1.5} />} />}
      />
      {isStarting ? (
        <Suspense>
          <StartDialog onClose={() => setStarting(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
