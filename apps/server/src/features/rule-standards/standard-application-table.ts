import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type StandardTask = {
  task: 'apply' | 'stop'
  /** The resources that no rule covers from then on; null: as before. */
  excludedEntityIds: readonly string[] | null
}

type Wanted = StandardTask & { standardId: string; customerIds: readonly string[]; actor: Actor; ofGroup: boolean }

/**
 * What came of earlier ones is shown until there is another task, when nothing of it waits any more; what failed stays until it is tried again, and
 * with it what else came of that time. The last task of a customer counts; resources that wait to be excluded, or could not be, stay so when it is
 * applied again, and what was for its group stays for it.
 */
export async function writeApplications(
  transaction: Transaction,
  provider: string,
  { standardId, customerIds, actor, task, excludedEntityIds, ofGroup }: Wanted,
): Promise<void> {
  await transaction.query(
    `delete from rule_standard_application where customer_id = $1 and standard_id = $2 and state = 'done'
       and not exists (select from rule_standard_application where customer_id = $1 and standard_id = $2
         and (state = 'waiting' or state = 'failed' and target_customer_id = any ($3)))`,
    [provider, standardId, customerIds],
  )
  await transaction.query(
    `insert into rule_standard_application as a (customer_id, standard_id, target_customer_id, actor, task, excluded_entity_ids, of_group)
     select $1, $2, unnest($3::text[]), $4, $5, $6::uuid[], $7
     on conflict (standard_id, target_customer_id) do update set state = 'waiting', reason = null, reason_key = null, actor = excluded.actor,
       task = excluded.task, of_group = excluded.of_group or (a.of_group and a.state <> 'done' and a.task = 'apply' and excluded.task = 'apply'),
       excluded_entity_ids = coalesce(excluded.excluded_entity_ids,
         case when a.state <> 'done' and a.task = 'apply' and excluded.task = 'apply' then a.excluded_entity_ids end)`,
    [provider, standardId, customerIds, JSON.stringify(actor), task, excludedEntityIds, ofGroup],
  )
}

export async function isCustomer(transaction: Transaction, customerId: string): Promise<boolean> {
  return (await transaction.query('select from customer where customer_id = $1', [customerId])).rows.length > 0
}

type WaitingTask = StandardTask & { actor: Actor; ofGroup: boolean }

/** What waits to be done at a customer, and for whom; it is locked. */
export async function lockApplicationForAllCustomers(
  transaction: Transaction,
  { standardId, targetId }: { standardId: string; targetId: string },
): Promise<WaitingTask | undefined> {
  const { rows } = await transaction.query<WaitingTask>(
    `select actor, task, of_group as "ofGroup", excluded_entity_ids as "excludedEntityIds" from rule_standard_application
     where standard_id = $1 and target_customer_id = $2 and state = 'waiting' for update`,
    [standardId, targetId],
  )
  return rows[0]
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

export async function isInGroup(transaction: Transaction, customerId: string, groupKeys: readonly string[]): Promise<boolean> {
  const { rows } = await transaction.query('select from customer where customer_id = $1 and label_keys && $2::text[]', [
    customerId,
    groupKeys,
  ])
  return rows.length > 0
}
