import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { agentConditions } from '@vakt/contract/agents/agent-conditions.ts'
import { type AgentVersions, listAllAgents } from '@vakt/contract/agents/agents.ts'
import { customerChoiceAccess, environmentAccess } from '@vakt/contract/features.ts'
import { MonitorCheck } from 'lucide-react'
import { lazy } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useSession } from '#web/platform/session.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterSearch } from '#web/ui/filters/filter-search.tsx'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { useAllAgentColumns } from './agent-columns.tsx'
import { agentListTexts } from './agent-list.texts.ts'
import { agentCountsQuery, agentVersionsQuery, allAgentsQuery, customerNamesQuery } from './agent-list-queries.ts'
import { allAgentsSearch } from './agent-list-search.ts'
import { AgentPlaces } from './agent-places.tsx'

const AgentPanel = lazy(() => import('./agent-panel.tsx').then((module) => ({ default: module.AgentPanel })))

/** Also what is chosen and no longer runs anywhere. */
const versionOptions = (versions: AgentVersions, chosen: readonly string[]) => [
  ...versions.map(({ version, agents }) => ({ value: version, label: version, count: agents })),
  ...chosen.filter((one) => !versions.some(({ version }) => version === one)).map((one) => ({ value: one, label: one })),
]

/** The VM agents of every customer, those that need someone first. */
export function AllAgentsPage() {
  const words = useTexts(agentListTexts)
  const screen = useListScreen(allAgentsSearch)
  const list = useInfiniteQuery(allAgentsQuery(screen.rows))
  const counts = useQuery(agentCountsQuery)
  const versions = useQuery(agentVersionsQuery)
  const { can } = useSession()
  const mayChoose = can(customerChoiceAccess)
  const customers = useQuery({ ...customerNamesQuery, enabled: mayChoose })
  const columns = useAllAgentColumns(screen.link)
  const shown = useShownCustomer()
  const mayWrite = can('global-admin')
  const { customerId: chosen = [] } = screen.search
  // Templates of the provider itself are for many customers.
  const customerId = chosen.length === 1 && chosen[0] ? chosen[0] : shown.customerId
  const opened = useRows(list.data).find(({ agentId }) => agentId === screen.openKey)
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.allTitle}
      conclusion={counts.data && counts.data.length > 0 ? words.summary(counts.data) : null}
      action={
        customerId !== shown.customerId || shown.canHere(environmentAccess) ? (
          <AgentPlaces customerId={customerId} mayWrite={mayWrite} />
        ) : null
      }
      onExport={(format) => downloadList(listAllAgents, { query: screen.rows }, format)}
      filters={
        <>
          <FilterSearch label={words.search} {...screen.text('q')} />
          <FilterSelect
            label={words.condition}
            {...screen.choices('condition')}
            options={agentConditions.map((value) => ({ value, label: words.conditions[value] }))}
          />
          <FilterSelect
            label={words.version}
            {...screen.choices('version')}
            options={versionOptions(versions.data ?? [], screen.search.version ?? [])}
          />
          <FilterSelect
            label={words.customer}
            {...screen.choices('customerId')}
            options={(customers.data?.result ?? []).map(({ customerId, name }) => ({ value: customerId, label: name }))}
          />
        </>
      }
      columns={columns}
      rowKey={({ agentId }) => agentId}
      words={{ failed: words.listFailed, nothingMatches: words.nothingMatches }}
      empty={<EmptyState title={words.nothing} text={words.nothingAtAll} icon={<MonitorCheck size={28} strokeWidth={1.5} />} />}
      panel={
        <SidePanel label={words.details} isOpen={opened !== undefined} onClose={screen.close}>
          {opened ? (
            <AgentPanel
              key={opened.agentId}
              customerId={opened.customerId}
              customerName={opened.customerName}
              agent={opened}
              mayWrite={mayWrite}
              onClose={screen.close}
            />
          ) : null}
        </SidePanel>
      }
    />
  )
}
