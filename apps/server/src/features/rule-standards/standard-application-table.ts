import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Wanted = { standardId: string; customerIds: readonly string[]; actor: Actor }

/** What came of earlier ones is shown until the standard is applied again, when nothing of it waits any more. */
export async function writeApplications(
  transaction: Transaction,
  provider: string,
  { standardId, customerIds, actor }: Wanted,
): Promise<void> {
  await transaction.query(
    `delete from rule_standard_application where customer_id = $1 and standard_id = $2
       and not exists (select from rule_standard_application where customer_id = $1 and standard_id = $2 and state = 'waiting')`,
    [provider, standardId],
  )
  await transaction.query(
    `insert into rule_standard_application (customer_id, standard_id, target_customer_id, actor) select $1, $2, unnest($3::text[]), $4
     on conflict (standard_id, target_customer_id) do update set state = 'waiting', reason = null, reason_key = null, actor = excluded.actor`,
    [provider, standardId, customerIds, JSON.stringify(actor)],
  )
}

/** The standard is no longer to be applied to these customers. */
export async function deleteApplications(
  transaction: Transaction,
  provider: string,
  { standardId, customerIds }: Omit<Wanted, 'actor'>,
): Promise<void> {
  await transaction.query(
    'delete from rule_standard_application where customer_id = $1 and standard_id = $2 and target_customer_id = any ($3::text[])',
    [provider, standardId, customerIds],
  )
}

export async function isCustomer(transaction: Transaction, customerId: string): Promise<boolean> {
  return (await transaction.query('select from customer where customer_id = $1', [customerId])).rows.length > 0
}

/** Who applies it, where that waits; it is locked. */
export async function lockApplicationForAllCustomers(
  transaction: Transaction,
  { standardId, targetId }: { standardId: string; targetId: string },
): Promise<Actor | undefined> {
  const { rows } = await transaction.query<{ actor: Actor }>(
    `select actor from rule_standard_application
     where standard_id = $1 and target_customer_id = $2 and state = 'waiting' for update`,
    [standardId, targetId],
  )
  return rows[0]?.actor
}

export async function endApplicationForAllCustomers(
  transaction: Transaction,
  { standardId, targetId }: { standardId: string; targetId: string },
  failure: { reason: string; key: string | null } | null,
): Promise<void> {
  await transaction.query(
    `update rule_standard_application set state = $3, reason = $4, reason_key = $5
     where standard_id = $1 and target_customer_id = $2 and state = 'waiting'`,
    [standardId, targetId, failure ? 'failed' : 'done', failure?.reason ?? null, failure?.key ?? null],
  )
}
