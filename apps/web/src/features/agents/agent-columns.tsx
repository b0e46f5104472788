import type { Agent, AgentOfCustomer } from '@vakt/contract/agents/agents.ts'
import type { RowLink } from '#web/lists/use-list-screen.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { AgentConditionBadge } from './agent-condition.tsx'
import { agentListTexts } from './agent-list.texts.ts'
import styles from './agents.module.css'

/** Which version runs, and which one is wanted where that is another. */
export function useVersionText() {
  const words = useTexts(agentListTexts)
  return ({ desiredVersion, appliedVersion }: Agent): string => {
    if (desiredVersion === null || (desiredVersion === 0 && !appliedVersion)) return words.noConfiguration
    return desiredVersion === appliedVersion ? words.versionApplied(desiredVersion) : words.versionOf(appliedVersion ?? 0, desiredVersion)
  }
}

/** The columns of the list of a customer. */
export function useAgentColumns<Row extends Agent>(link: RowLink): Column<Row>[] {
  const words = useTexts(agentListTexts)
  const versionText = useVersionText()
  return [
    { key: 'host', label: words.machine, phone: 'first', cell: ({ agentId, hostname }) => link(agentId, <bdi>{hostname}</bdi>, hostname) },
    {
      key: 'condition',
      label: words.condition,
      width: '12rem',
      phone: 'second',
      cell: (agent) => <AgentConditionBadge agent={agent} />,
    },
    {
      key: 'contact',
      label: words.lastContact,
      width: '9rem',
      phone: 'first',
      cell: ({ lastContactAt }) => (
        <span className={styles.dim}>
          <RelativeTime iso={lastContactAt} />
        </span>
      ),
    },
    { key: 'configuration', label: words.configuration, width: '9.5rem', phone: 'hidden', cell: versionText },
    {
      key: 'resource',
      label: words.resource,
      width: '9.5rem',
      phone: 'hidden',
      cell: ({ entityName }) => (entityName ? <bdi>{entityName}</bdi> : <span className={styles.dim}>{words.noResource}</span>),
    },
    {
      key: 'version',
      label: words.version,
      width: '9rem',
      phone: 'hidden',
      cell: ({ version, platform }) => `${version} · ${words.platforms[platform]}`,
    },
  ]
}

/** The same with the customer of each. */
export function useAllAgentColumns(link: RowLink): Column<AgentOfCustomer>[] {
  const words = useTexts(agentListTexts)
  const [host, ...others] = useAgentColumns<AgentOfCustomer>(link)
  const customer: Column<AgentOfCustomer> = {
    key: 'customer',
    label: words.customer,
    width: '9rem',
    phone: 'second',
    cell: ({ customerName }) => <bdi>{customerName}</bdi>,
  }
  return [...(host ? [host] : []), customer, ...others]
}
