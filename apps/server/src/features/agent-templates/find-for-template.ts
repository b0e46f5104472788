import type { AgentFindings } from '@vakt/contract/agents/agent-configurations.ts'
import type { AgentTemplateFindings, NewAgentTemplate } from '@vakt/contract/agents/agent-templates.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readFoundByFilter } from './template-table.ts'

const mostEvents = 50
const mostNames = 1000

/** What a template with this filter would be about, from machines of the customer that the user looks at. */
export function findForTemplate(
  context: CallContext,
  customerId: string,
  filter: NewAgentTemplate['filter'],
): Promise<AgentTemplateFindings> {
  return inTransaction(context, customerId, async (transaction) => {
    const rows = await readFoundByFilter(transaction, customerId, filter)
    const all = rows.flatMap(({ found }) => (found ? [found] : []))
    const named = (kind: 'services' | 'websites' | 'appPools') => firstOfEach(all.flatMap((found) => found[kind]))
    const events = all.flatMap((found) => found.events ?? []).toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    return {
      machines: rows[0]?.machines ?? 0,
      found: { services: named('services'), websites: named('websites'), appPools: named('appPools'), events: events.slice(-mostEvents) },
    }
  })
}

/** A service that is stopped somewhere is shown so. */
function firstOfEach(all: AgentFindings['services']): AgentFindings['services'] {
  const byName = new Map<string, AgentFindings['services'][number]>()
  for (const one of all) if (byName.get(one.name)?.state !== 'stopped') byName.set(one.name, one)
  return [...byName.values()].slice(0, mostNames)
}
