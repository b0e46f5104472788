import type { EnrolmentToken } from '@vakt/contract/agents/agents.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type EnrolmentTokenRow = Omit<EnrolmentToken, 'createdAt' | 'expiresAt'> & { createdAt: Date; expiresAt: Date; createdKey: string }

const columns = `enrolment_token_id as "enrolmentTokenId", name, ending, entity_id as "entityId", uses, uses_left as "usesLeft",
  created_at as "createdAt", created_by as "createdBy", expires_at as "expiresAt", created_at::text as "createdKey"`
const usable = 'revoked_at is null and uses_left > 0'

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readEnrolmentTokenPage(
  transaction: Transaction,
  customerId: string,
  { after, limit, now }: { after: readonly string[] | null; limit: number; now: Date },
): Promise<EnrolmentTokenRow[]> {
  const { rows } = await transaction.query<EnrolmentTokenRow>(
    `select ${columns} from agent_enrolment_token
     where customer_id = $1 and ${usable} and expires_at > $5 and ($2::timestamptz is null or (created_at, enrolment_token_id) < ($2, $3::uuid))
     order by created_at desc, enrolment_token_id desc limit $4`,
    [customerId, after?.[0], after?.[1], limit + 1, now],
  )
  return rows
}

export async function countEnrolmentTokens(transaction: Transaction, customerId: string, now: Date): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    `select count(*)::int as count from agent_enrolment_token where customer_id = $1 and ${usable} and expires_at > $2`,
    [customerId, now],
  )
  return rows[0]?.count ?? 0
}

type NewToken = {
  name: string
  hash: Buffer
  ending: string
  entityId: string | null
  uses: number
  createdBy: string
  now: Date
  expiresAt: Date
}

export async function insertEnrolmentToken(transaction: Transaction, customerId: string, token: NewToken): Promise<EnrolmentTokenRow> {
  const { name, hash, ending, entityId, uses, createdBy, now, expiresAt } = token
  const { rows } = await transaction.query<EnrolmentTokenRow>(
    `insert into agent_enrolment_token (customer_id, name, token_hash, ending, entity_id, uses, uses_left, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9) returning ${columns}`,
    [customerId, name, hash, ending, entityId, uses, createdBy, now, expiresAt],
  )
  if (!rows[0]) throw new Error('The token was not stored.')
  return rows[0]
}

/** Its name; undefined when there is no such token, or it was revoked already. */
export async function markEnrolmentTokenRevoked(
  transaction: Transaction,
  customerId: string,
  enrolmentTokenId: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ name: string }>(
    `update agent_enrolment_token set revoked_at = $3 where customer_id = $1 and enrolment_token_id = $2 and revoked_at is null returning name`,
    [customerId, enrolmentTokenId, now],
  )
  return rows[0]?.name
}

/** The transaction must present `agent_enrolment_hash`. */
export async function findCustomerOfEnrolment(
  transaction: Transaction,
  hash: Buffer,
): Promise<{ customerId: string; isClosed: boolean } | undefined> {
  const { rows } = await transaction.query<{ customerId: string; isClosed: boolean }>(
    'select customer_id as "customerId", is_closed(customer_id) as "isClosed" from agent_enrolment_token where token_hash = $1',
    [hash],
  )
  return rows[0]
}

/** Uses the token up by one machine, in one statement, so that two at once do not share the last use; undefined when it cannot be used. */
export async function useEnrolmentToken(
  transaction: Transaction,
  customerId: string,
  hash: Buffer,
  now: Date,
): Promise<{ enrolmentTokenId: string; name: string; entityId: string | null } | undefined> {
  const { rows } = await transaction.query<{ enrolmentTokenId: string; name: string; entityId: string | null }>(
    `update agent_enrolment_token set uses_left = uses_left - 1
     where customer_id = $1 and token_hash = $2 and ${usable} and expires_at > $3
     returning enrolment_token_id as "enrolmentTokenId", name, entity_id as "entityId"`,
    [customerId, hash, now],
  )
  return rows[0]
}
