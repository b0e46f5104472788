import type { AllowedNames } from '@vakt/contract/agents/agent-protocol.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Written where it is another than before. */
export async function writeAllowList(
  transaction: Transaction,
  customerId: string,
  { agentId, allowed, now }: { agentId: string; allowed: AllowedNames; now: Date },
): Promise<void> {
  await transaction.query({
    name: 'write-agent-allow-list',
    text: `insert into agent_allow_list as l (customer_id, agent_id, names, reported_at) values ($1, $2, $3, $4)
     on conflict (customer_id, agent_id) do update set names = excluded.names, reported_at = excluded.reported_at where l.names <> excluded.names`,
    values: [customerId, agentId, JSON.stringify(allowed), now],
  })
}

/** Undefined for an agent that has not said. */
export async function readAllowList(transaction: Transaction, customerId: string, agentId: string): Promise<AllowedNames | undefined> {
  const { rows } = await transaction.query<{ names: AllowedNames }>(
    'select names from agent_allow_list where customer_id = $1 and agent_id = $2',
    [customerId, agentId],
  )
  return rows[0]?.names
}
