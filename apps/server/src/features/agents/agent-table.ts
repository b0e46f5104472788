import type { Transaction } from '#server/platform/database/transaction.ts'

/** What it was; undefined when there is no such agent, or it was revoked already. */
export async function markAgentRevoked(
  transaction: Transaction,
  customerId: string,
  agentId: string,
  now: Date,
): Promise<Pick<KnownAgent, 'hostname' | 'entityId'> | undefined> {
  const { rows } = await transaction.query<Pick<KnownAgent, 'hostname' | 'entityId'>>(
    `update agent set revoked_at = $3 where customer_id = $1 and agent_id = $2 and revoked_at is null
     returning hostname, entity_id as "entityId"`,
    [customerId, agentId, now],
  )
  return rows[0]
}

export type KnownAgent = {
  agentId: string
  customerId: string
  entityId: string | null
  publicKey: Buffer
  machine: string
  hostname: string
  version: string
  clockAheadSeconds: number
  isRevoked: boolean
  isClosed: boolean
  /** Its key was seen on two machines. */
  isCopied: boolean
  /** It knows another key of Vakt. */
  refusesCommands: boolean
}

const knownColumns = `agent_id as "agentId", customer_id as "customerId", entity_id as "entityId", public_key as "publicKey", machine, hostname,
  version, clock_ahead_seconds as "clockAheadSeconds", revoked_at is not null as "isRevoked", copied_since is not null as "isCopied",
  foreign_command_key_since is not null as "refusesCommands", is_closed(customer_id) as "isClosed"`

/** The transaction must present `agent_id`. */
export async function findPresentedAgent(transaction: Transaction, agentId: string): Promise<KnownAgent | undefined> {
  const { rows } = await transaction.query<KnownAgent>({
    name: 'find-presented-agent',
    text: `select ${knownColumns} from agent where agent_id = $1`,
    values: [agentId],
  })
  return rows[0]
}

export async function findAgent(transaction: Transaction, customerId: string, agentId: string): Promise<KnownAgent | undefined> {
  const { rows } = await transaction.query<KnownAgent>({
    name: 'find-agent',
    text: `select ${knownColumns} from agent where customer_id = $1 and agent_id = $2`,
    values: [customerId, agentId],
  })
  return rows[0]
}

/** The transaction must present `agent_key`. */
export async function findAgentByKey(transaction: Transaction, publicKey: Buffer): Promise<KnownAgent | undefined> {
  const { rows } = await transaction.query<KnownAgent>(`select ${knownColumns} from agent where public_key = $1`, [publicKey])
  return rows[0]
}

type NewAgent = Pick<KnownAgent, 'entityId' | 'publicKey' | 'machine' | 'hostname' | 'version'> & {
  platform: 'linux' | 'windows'
  enrolledWith: string
  now: Date
}

export async function insertAgent(transaction: Transaction, customerId: string, agent: NewAgent): Promise<string> {
  const { entityId, publicKey, machine, hostname, platform, version, enrolledWith, now } = agent
  const { rows } = await transaction.query<{ agentId: string }>(
    `with created as (
       insert into agent (customer_id, entity_id, public_key, machine, hostname, platform, version, enrolled_with, enrolled_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning agent_id
     )
     select agent_id as "agentId" from created`,
    [customerId, entityId, publicKey, machine, hostname, platform, version, enrolledWith, now],
  )
  if (!rows[0]) throw new Error('The agent was not stored.')
  await transaction.query(
    `insert into agent_contact (agent_id, customer_id, last_seen_at, chain, former_chain, last_nonce) values ($1, $2, $3, '', '', '')`,
    [rows[0].agentId, customerId, now],
  )
  return rows[0].agentId
}

export type AgentContact = { chain: string; formerChain: string; lastNonce: string }

/** What the last report left, locked until the transaction ends. */
export async function lockAgentContact(transaction: Transaction, customerId: string, agentId: string): Promise<AgentContact | undefined> {
  const { rows } = await transaction.query<AgentContact>({
    name: 'lock-agent-contact',
    text: `select chain, former_chain as "formerChain", last_nonce as "lastNonce" from agent_contact
           where customer_id = $1 and agent_id = $2 for update`,
    values: [customerId, agentId],
  })
  return rows[0]
}

export async function writeAgentContact(
  transaction: Transaction,
  customerId: string,
  agentId: string,
  { chain, formerChain, lastNonce }: AgentContact,
  now: Date,
): Promise<void> {
  await transaction.query({
    name: 'write-agent-contact',
    text: `update agent_contact set chain = $3, former_chain = $4, last_nonce = $5, last_seen_at = $6 where customer_id = $1 and agent_id = $2`,
    values: [customerId, agentId, chain, formerChain, lastNonce, now],
  })
}

/** Copies report in turn, so that their chains break again within minutes; that of an agent breaks once when an older backup is restored. */
const copiesWithin = '15 minutes'

type AgentFacts = Pick<KnownAgent, 'hostname' | 'version' | 'clockAheadSeconds' | 'entityId'> & {
  lost: number
  /** Its chain was not the one that the last answers said. */
  isChainBroken: boolean
  refusesCommands: boolean
}

/** What a report said that differs from what is known. */
export async function writeAgentFacts(
  transaction: Transaction,
  customerId: string,
  agentId: string,
  { hostname, version, clockAheadSeconds, entityId, lost, isChainBroken, refusesCommands }: AgentFacts,
  now: Date,
): Promise<void> {
  await transaction.query(
    `update agent set hostname = $3, version = $4, clock_ahead_seconds = $5, entity_id = $6, lost_reports = lost_reports + $7,
       copied_since = coalesce(copied_since, case when $8 and chain_broken_at > $10::timestamptz - interval '${copiesWithin}' then $10::timestamptz end),
       chain_broken_at = case when $8 then $10::timestamptz else chain_broken_at end,
       foreign_command_key_since = case when $9 then coalesce(foreign_command_key_since, $10::timestamptz) end
     where customer_id = $1 and agent_id = $2`,
    [customerId, agentId, hostname, version, clockAheadSeconds, entityId, lost, isChainBroken, refusesCommands, now],
  )
}

/** Counts on where the last ones were less than an hour ago; answers whether it began anew, or for another reason. */
export async function writeDroppedPoints(
  transaction: Transaction,
  customerId: string,
  agentId: string,
  { count, why, now }: { count: number; why: string; now: Date },
): Promise<boolean> {
  const { rows } = await transaction.query<{ isNew: boolean }>(
    `with before as (
       select agent_id, coalesce(points_dropped_at > $5::timestamptz - interval '1 hour', false) as goes_on, points_dropped_why as why
       from agent where customer_id = $1 and agent_id = $2 for update
     )
     update agent a set points_dropped = least(case when b.goes_on then a.points_dropped else 0 end + $3::bigint, 2147483647),
       points_dropped_since = case when b.goes_on then a.points_dropped_since else $5 end, points_dropped_at = $5, points_dropped_why = $4
     from before b where a.customer_id = $1 and a.agent_id = b.agent_id
     returning not b.goes_on or b.why is distinct from $4 as "isNew"`,
    [customerId, agentId, count, why, now],
  )
  return rows[0]?.isNew ?? false
}

/** False where the key is not the former one any more. The new one must be nobody's; see `findAgentByKey`. */
export async function replaceAgentKey(
  transaction: Transaction,
  customerId: string,
  agentId: string,
  { formerKey, publicKey, now }: { formerKey: Buffer; publicKey: Buffer; now: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update agent set public_key = $4, key_changed_at = $5
     where customer_id = $1 and agent_id = $2 and public_key = $3`,
    [customerId, agentId, formerKey, publicKey, now],
  )
  return rowCount === 1
}
