import type { Transaction } from '#server/platform/database/transaction.ts'

export type DemoAgent = {
  customerId: string
  agentId: string
  entityId: string
  hostname: string
  machine: string
  version: string
  publicKey: Buffer
  clockAheadSeconds: number
  /** What its last report was answered. */
  chain: string
  lastSeenAt: Date
}

/** The agents of these demo customers that may report. */
export async function readDemoAgentsForAllCustomers(transaction: Transaction, customerIds: readonly string[]): Promise<DemoAgent[]> {
  const { rows } = await transaction.query<DemoAgent>(
    `select a.customer_id as "customerId", a.agent_id as "agentId", a.entity_id as "entityId", a.hostname, a.machine, a.version,
       a.public_key as "publicKey", a.clock_ahead_seconds as "clockAheadSeconds", c.chain, c.last_seen_at as "lastSeenAt"
     from agent a join agent_contact c using (customer_id, agent_id) join customer cu using (customer_id)
     where cu.is_demo and a.customer_id = any($1) and a.machine like 'demo %' and a.entity_id is not null and a.revoked_at is null`,
    [customerIds],
  )
  return rows
}

/** Whether a demo customer is there and never had an agent; ended ones count. */
export async function lacksAgentsForAllCustomers(transaction: Transaction, customerId: string): Promise<boolean> {
  await transaction.query("select pg_advisory_xact_lock(hashtext('vakt demo agents'))")
  const { rows } = await transaction.query<{ lacks: boolean }>(
    `select not exists (select from agent where customer_id = $1) as lacks from customer where customer_id = $1 and is_demo`,
    [customerId],
  )
  return rows[0]?.lacks === true
}

export async function findDemoEntity(transaction: Transaction, customerId: string, name: string): Promise<string | undefined> {
  const { rows } = await transaction.query<{ entityId: string }>(
    'select entity_id as "entityId" from entity where customer_id = $1 and name = $2 and not stale limit 1',
    [customerId, name],
  )
  return rows[0]?.entityId
}
