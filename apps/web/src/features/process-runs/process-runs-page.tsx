import { useInfiniteQuery } from '@tanstack/react-query'
import { listProcessRuns, type ProcessRun } from '@vakt/contract/processes/process-runs.ts'
import { runStates } from '@vakt/contract/processes/run-states.ts'
import { Workflow } from 'lucide-react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { incidentPath, runPath } from '#web/shared/links/paths.ts'
import { processRunTexts } from '#web/shared/process-runs/process-runs.texts.ts'
import { RunDots, RunStateMark } from '#web/shared/process-runs/run-dots.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { processRunPageTexts } from './process-run-page.texts.ts'
import { processRunsSearch, type RunRows } from './process-runs-search.ts'
import { type RunFilterQuery, runListQuery } from './run-list-queries.ts'

const filterOf = ({ q, state, process, entity, incident }: RunRows): RunFilterQuery => ({
  ...(q ? { q } : {}),
  ...(state ? { state } : {}),
  ...(process ? { processId: process } : {}),
  ...(entity ? { entityId: entity } : {}),
  ...(incident ? { incidentId: incident } : {}),
})

function useRunColumns(customerId: string): Column<ProcessRun>[] {
  const { columns } = useTexts(processRunPageTexts)
  const titleOf = useIncidentTitle()
  return [
    {
      key: 'process',
      label: columns.process,
      phone: 'first',
      cell: ({ runId, process }) => (
        <PlainLink href={runPath(customerId, runId)} data-row-link title={process.name}>
          <bdi>{process.name}</bdi>
        </PlainLink>
      ),
    },
    { key: 'steps', label: columns.steps, width: '14rem', phone: 'second', cell: ({ steps }) => <RunDots steps={steps} /> },
    {
      key: 'state',
      label: columns.state,
      width: '15rem',
      phone: 'second',
      cell: ({ state, steps }) => <RunStateMark state={state} steps={steps} />,
    },
    {
      key: 'incident',
      label: columns.incident,
      phone: 'yielding',
      cell: ({ incident }) => (
        <PlainLink href={incidentPath(customerId, incident.incidentId)} title={titleOf(incident)}>
          <bdi>{titleOf(incident)}</bdi>
        </PlainLink>
      ),
    },
    {
      key: 'resource',
      label: columns.resource,
      width: '11rem',
      phone: 'hidden',
      cell: ({ entity }) => (entity ? <EntityLink customerId={customerId} entity={entity} /> : null),
    },
    {
      key: 'started',
      label: columns.started,
      width: '8rem',
      phone: 'second',
      isDim: true,
      cell: ({ startedAt }) => <RelativeTime iso={startedAt} />,
    },
  ]
}

/** The runs of all processes of the customer, the newest first. */
export function ProcessRunsPage() {
  const words = { ...useTexts(processRunTexts), ...useTexts(processRunPageTexts) }
  const { customerId } = useShownCustomer()
  const screen = useListScreen(processRunsSearch)
  const filter = filterOf(screen.rows)
  const list = useInfiniteQuery(runListQuery(customerId, filter))
  const rows = useRows(list.data)
  const underWay = rows.filter(({ endedAt }) => endedAt === null).length
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={list.data && !list.hasNextPage && !screen.isFiltered ? words.conclusion(rows.length, underWay) : null}
      action={
        <ButtonLink variant="default" to="/automation/$customerId" params={{ customerId }}>
          {words.toProcesses}
        </ButtonLink>
      }
      onExport={(format) => downloadList(listProcessRuns, { params: { customerId }, query: filter }, format)}
      filters={
        <>
          <FilterSearch label={words.search} {...screen.text('q')} />
          <FilterSelect
            label={words.columns.state}
            {...screen.choices('state')}
            options={runStates.map((value) => ({ value, label: words.states[value] }))}
          />
        </>
      }
      columns={useRunColumns(customerId)}
      rowKey={({ runId }) => runId}
      words={{ failed: words.loadFailed, nothingMatches: words.nothingMatches }}
      empty={<EmptyState title={words.nothing} text={words.nothingText} icon={<Workflow size={28} strokeWidth={1.5} />} />}
    />
  )
}
