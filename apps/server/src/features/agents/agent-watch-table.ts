import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type WatchedAgent = {
  agentId: string
  customerId: string
  hostname: string
  language: 'sv' | 'en'
  entityId: string | null
  entityName: string | null
  lastSeenAt: Date
  silentSince: Date | null
  isRevoked: boolean
}

const watched = `select a.agent_id as "agentId", a.customer_id as "customerId", a.hostname, c.mail_language as language, e.entity_id as "entityId",
    e.name as "entityName", t.last_seen_at as "lastSeenAt", a.silent_since as "silentSince", a.revoked_at is not null as "isRevoked"
  from agent a join agent_contact t on t.customer_id = a.customer_id and t.agent_id = a.agent_id
  join customer c on c.customer_id = a.customer_id
  left join entity e on e.customer_id = a.customer_id and e.entity_id = a.entity_id`

/** Every agent that may have become silent, and those of which an alert says so that may not hold any more. */
export async function readWatchedAgentsForAllCustomers(transaction: Transaction, silentBefore: Date): Promise<WatchedAgent[]> {
  const { rows } = await transaction.query<WatchedAgent>(
    `${watched} where ${ofOpenCustomer('a.customer_id')} and (a.silent_since is not null or (a.revoked_at is null and t.last_seen_at < $1))`,
    [silentBefore],
  )
  return rows
}

/** The agent, locked until the transaction ends; undefined while another transaction is at it. */
export async function lockWatchedAgent(transaction: Transaction, customerId: string, agentId: string): Promise<WatchedAgent | undefined> {
  const { rows } = await transaction.query<WatchedAgent>(
    `${watched} where a.customer_id = $1 and a.agent_id = $2 for update of a skip locked`,
    [customerId, agentId],
  )
  return rows[0]
}

/** With the silence itself, which began with the last report. */
export async function startSilence(
  transaction: Transaction,
  customerId: string,
  { agentId, lastSeenAt }: Pick<WatchedAgent, 'agentId' | 'lastSeenAt'>,
  now: Date,
): Promise<void> {
  await transaction.query('update agent set silent_since = $3 where customer_id = $1 and agent_id = $2', [customerId, agentId, now])
  await transaction.query(
    `insert into agent_silence (customer_id, agent_id, silent_from) values ($1, $2, $3)
     on conflict (customer_id, agent_id, silent_from) do update set silent_to = null`,
    [customerId, agentId, lastSeenAt],
  )
}

export async function endSilence(transaction: Transaction, customerId: string, agentId: string, now: Date): Promise<void> {
  await transaction.query('update agent set silent_since = null where customer_id = $1 and agent_id = $2', [customerId, agentId])
  await transaction.query(
    'update agent_silence set silent_to = greatest(silent_from, $3) where customer_id = $1 and agent_id = $2 and silent_to is null',
    [customerId, agentId, now],
  )
}
