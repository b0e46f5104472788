import { useInfiniteQuery } from '@tanstack/react-query'
import { agentConditions } from '@vakt/contract/agents/agent-conditions.ts'
import { type Agent, type AgentCounts, listAgents } from '@vakt/contract/agents/agents.ts'
import { MonitorCheck } from 'lucide-react'
import { lazy } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { type ListScreenState, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { momentOf, type SearchOf } from '#web/platform/list-search.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ChosenFilter } from '#web/ui/filters/chosen-filter.tsx'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { MoreFilters } from '#web/ui/filters/more-filters.tsx'
import { PeriodFilter } from '#web/ui/filters/period-filter.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { useAgentColumns } from './agent-columns.tsx'
import { agentListTexts } from './agent-list.texts.ts'
import { agentsQuery, agentsQueryOf } from './agent-list-queries.ts'
import { type AgentRows, agentsSearch } from './agent-list-search.ts'
import { AgentPlaces } from './agent-places.tsx'

const AgentPanel = lazy(() => import('./agent-panel.tsx').then((module) => ({ default: module.AgentPanel })))

/** By what reports count agents. */
function FiltersOfLinks({ screen: { search, change, choices } }: { screen: ListScreenState<SearchOf<typeof agentsSearch>, AgentRows> }) {
  const words = useTexts(agentListTexts)
  const { exact } = useFormat()
  return (
    <>
      {search.version ? (
        <FilterSelect
          label={words.version}
          {...choices('version')}
          options={search.version.map((version) => ({ value: version, label: version }))}
        />
      ) : null}
      {search.group ? (
        <ChosenFilter
          label={words.group}
          text={search.group.map((value) => value || words.withoutTag).join(' / ')}
          onClear={() => change({ group: undefined })}
        />
      ) : null}
      {search.at ? <ChosenFilter label={words.at} text={exact(momentOf(search.at))} onClear={() => change({ at: undefined })} /> : null}
    </>
  )
}

const isFiltered = (filter: AgentRows) => Object.values(filter).some((value) => value !== undefined && value.length > 0)

const countConditions = (agents: readonly Agent[]): AgentCounts =>
  [...Map.groupBy(agents, ({ condition }) => condition)].map(([condition, of]) => ({ condition, agents: of.length }))

/** The VM agents of a customer on all its resources, those that need someone first. */
export function AgentsPage() {
  const words = useTexts(agentListTexts)
  const { customerId, name, can } = useShownCustomer()
  const screen = useListScreen(agentsSearch)
  const list = useInfiniteQuery(agentsQuery(customerId, screen.rows))
  const columns = useAgentColumns(screen.link)
  const rows = useRows(list.data)
  const opened = rows.find(({ agentId }) => agentId === screen.openKey)
  // Of a list that is there as a whole; of a longer or filtered one it would be wrong.
  const counts = list.hasNextPage || isFiltered(screen.rows) ? null : countConditions(rows)
  const mayWrite = can(['@feature.myenvironment.write'])
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={counts && counts.length > 0 ? words.summary(counts) : words.intro(name)}
      action={<AgentPlaces customerId={customerId} mayWrite={mayWrite} />}
      onExport={(format) => downloadList(listAgents, { params: { customerId }, query: agentsQueryOf(screen.rows) }, format)}
      filters={
        <>
          <FilterSearch label={words.search} {...screen.text('q')} />
          <FilterSelect
            label={words.condition}
            {...screen.choices('condition')}
            options={agentConditions.map((value) => ({ value, label: words.conditions[value] }))}
          />
          <MoreFilters
            filters={[
              {
                key: 'silent',
                label: words.wasSilent,
                isSet: screen.search.silentFrom !== undefined || screen.search.silentTo !== undefined,
                filter: <PeriodFilter label={words.wasSilent} {...screen.period('silentFrom', 'silentTo')} />,
              },
            ]}
          >
            <FiltersOfLinks screen={screen} />
          </MoreFilters>
        </>
      }
      columns={columns}
      rowKey={({ agentId }) => agentId}
      words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
      empty={
        <EmptyState
          title={words.nothing}
          text={mayWrite ? words.nothingText : undefined}
          icon={<MonitorCheck size={28} strokeWidth={1.5} />}
        />
      }
      panel={
        <SidePanel label={words.details} isOpen={opened !== undefined} onClose={screen.close}>
          {opened ? (
            <AgentPanel key={opened.agentId} customerId={customerId} agent={opened} mayWrite={mayWrite} onClose={screen.close} />
          ) : null}
        </SidePanel>
      }
    />
  )
}
