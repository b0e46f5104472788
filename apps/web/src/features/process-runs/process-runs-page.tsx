import { useInfiniteQuery } from '@tanstack/react-query'
import { runStates } from '@vakt/contract/processes/run-states.ts'
import { Workflow } from 'lucide-react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CustomersFilter, ownerOf, ScopeTabs, useCustomerColumn, useIsOfAll } from '#web/shared/customers/list-scope.tsx'
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
import { exportRuns, type RunFilterQuery, type RunRow, runListQuery } from './run-list-queries.ts'

const filterOf = ({ q, state, process, entity, incident }: RunRows): RunFilterQuery => ({
  ...(q ? { q } : {}),
  ...(state ? { state } : {}),
  ...(process ? { processId: process } : {}),
  ...(entity ? { entityId: entity } : {}),
  ...(incident ? { incidentId: incident } : {}),
})

function useRunColumns(shownId: string, isAll: boolean): Column<RunRow>[] {
  const { columns } = useTexts(processRunPageTexts)
  const titleOf = useIncidentTitle()
  const ofCustomer = useCustomerColumn<RunRow>(isAll)
  return [
    {
      key: 'process',
      label: columns.process,
      phone: 'first',
      cell: ({ runId, process, customer }) => (
        <PlainLink href={runPath(ownerOf({ customer }, shownId), runId)} data-row-link title={process.name}>
          <bdi>{process.name}</bdi>
        </PlainLink>
      ),
    },
    ...ofCustomer,
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
      cell: ({ incident, customer }) => (
        <PlainLink href={incidentPath(ownerOf({ customer }, shownId), incident.incidentId)} title={titleOf(incident)}>
          <bdi>{titleOf(incident)}</bdi>
        </PlainLink>
      ),
    },
    {
      key: 'resource',
      label: columns.resource,
      width: '11rem',
      phone: 'hidden',
      cell: ({ entity, customer }) => (entity ? <EntityLink customerId={ownerOf({ customer }, shownId)} entity={entity} /> : null),
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

/** The runs of all processes of the customer, the newest first; for staff also those of all customers. */
export function ProcessRunsPage() {
  const words = { ...useTexts(processRunTexts), ...useTexts(processRunPageTexts) }
  const { customerId } = useShownCustomer()
  const screen = useListScreen(processRunsSearch)
  const filter = filterOf(screen.rows)
  const isAll = useIsOfAll(screen.search)
  const ofAll = isAll ? (screen.search.of ? { customer: screen.search.of } : {}) : null
  const list = useInfiniteQuery(runListQuery(customerId, filter, ofAll))
  const rows = useRows(list.data)
  const underWay = rows.filter(({ endedAt }) => endedAt === null).length
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={list.data && !list.hasNextPage && !screen.isFiltered ? words.conclusion(rows.length, underWay) : null}
      action={
        <ButtonLink variant="default" to="/automation/$customerId" params={{ customerId }} search={isAll ? { all: true } : {}}>
          {words.toProcesses}
        </ButtonLink>
      }
      onExport={(format) => exportRuns(customerId, filter, ofAll, format)}
      tabs={
        <ScopeTabs isAll={isAll} onChange={(all) => screen.change({ all, process: undefined, entity: undefined, incident: undefined })} />
      }
      filters={
        <>
          <FilterSearch label={words.search} {...screen.text('q')} />
          {isAll ? <CustomersFilter {...screen.choices('of')} /> : null}
          <FilterSelect
            label={words.columns.state}
            {...screen.choices('state')}
            options={runStates.map((value) => ({ value, label: words.states[value] }))}
          />
        </>
      }
      columns={useRunColumns(customerId, isAll)}
      rowKey={({ runId }) => runId}
      words={{ failed: words.loadFailed, nothingMatches: words.nothingMatches }}
      empty={<EmptyState title={words.nothing} text={words.nothingText} icon={<Workflow size={28} strokeWidth={1.5} />} />}
    />
  )
}
