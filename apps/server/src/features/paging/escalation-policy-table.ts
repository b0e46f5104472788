import type { NewEscalationPolicy, NewEscalationStep, PagingSetting } from '@vakt/contract/on-call/paging.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type StoredPolicy = NewEscalationPolicy & { policyId: string; version: number }

const columns = 'policy_id as "policyId", name, steps, repeats, is_default as "isDefault", version'

export async function readPolicies(transaction: Transaction, providerId: string): Promise<StoredPolicy[]> {
  const { rows } = await transaction.query<StoredPolicy>(
    `select ${columns} from escalation_policy where customer_id = $1 and removed_at is null order by name, policy_id`,
    [providerId],
  )
  return rows
}

/** The policy with this id, or the default one where there is none (any more). */
export async function readPolicyFor(
  transaction: Transaction,
  providerId: string,
  policyId: string | null,
): Promise<{ name: string; steps: NewEscalationStep[]; repeats: number } | undefined> {
  const { rows } = await transaction.query<{ name: string; steps: NewEscalationStep[]; repeats: number }>(
    `select name, steps, repeats from escalation_policy
     where customer_id = $1 and removed_at is null and (policy_id = $2 or is_default) order by policy_id = $2 desc nulls last limit 1`,
    [providerId, policyId],
  )
  return rows[0]
}

/** Locked until the transaction ends; those that were removed included. */
export async function lockPolicy(
  transaction: Transaction,
  providerId: string,
  policyId: string,
): Promise<(StoredPolicy & { isRemoved: boolean }) | undefined> {
  const { rows } = await transaction.query<StoredPolicy & { isRemoved: boolean }>(
    `select ${columns}, removed_at is not null as "isRemoved" from escalation_policy where customer_id = $1 and policy_id = $2 for update`,
    [providerId, policyId],
  )
  return rows[0]
}

/** Held until the transaction ends: one change of the policies at a time, so that one of them is the default. */
export async function lockPolicies(transaction: Transaction, providerId: string): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtext('vakt escalation policies'), hashtext($1))", [providerId])
}

export async function clearDefault(transaction: Transaction, providerId: string): Promise<void> {
  await transaction.query('update escalation_policy set is_default = false where customer_id = $1 and is_default and removed_at is null', [
    providerId,
  ])
}

export async function insertPolicy(
  transaction: Transaction,
  providerId: string,
  { name, steps, repeats, isDefault }: NewEscalationPolicy,
  now: Date,
): Promise<string> {
  const { rows } = await transaction.query<{ policyId: string }>(
    `insert into escalation_policy (customer_id, name, steps, repeats, is_default, created_at) values ($1, $2, $3, $4, $5, $6)
     returning policy_id as "policyId"`,
    [providerId, name, JSON.stringify(steps), repeats, isDefault, now],
  )
  return rows[0]?.policyId ?? ''
}

export async function updatePolicy(
  transaction: Transaction,
  providerId: string,
  { policyId, name, steps, repeats, isDefault }: NewEscalationPolicy & { policyId: string },
): Promise<void> {
  await transaction.query(
    `update escalation_policy set name = $3, steps = $4, repeats = $5, is_default = $6, version = version + 1
     where customer_id = $1 and policy_id = $2`,
    [providerId, policyId, name, JSON.stringify(steps), repeats, isDefault],
  )
}

/** One that comes back is the default again as long as no other has become it. */
export async function setPolicyRemoved(transaction: Transaction, providerId: string, policyId: string, at: Date | null): Promise<void> {
  await transaction.query(
    `update escalation_policy set removed_at = $3, is_default = is_default and ($3::timestamptz is not null or not exists (
       select from escalation_policy other where other.customer_id = $1 and other.is_default and other.removed_at is null))
     where customer_id = $1 and policy_id = $2`,
    [providerId, policyId, at],
  )
}

export async function readSettingsForAllCustomers(transaction: Transaction): Promise<PagingSetting[]> {
  const { rows } = await transaction.query<PagingSetting>(
    `select c.customer_id as "customerId", c.name as "customerName", s.from_severity as "fromSeverity", s.policy_id as "policyId",
       coalesce(s.pages_cloudops, true) as "pagesCloudOps", coalesce(s.version, 0) as version
     from customer c left join paging_setting s on s.customer_id = c.customer_id order by c.name, c.customer_id`,
  )
  return rows
}

export type StoredSetting = Omit<PagingSetting, 'customerId' | 'customerName'>

export async function readSetting(transaction: Transaction, customerId: string): Promise<StoredSetting | undefined> {
  const { rows } = await transaction.query<StoredSetting>({
    name: 'read-paging-setting',
    text: `select from_severity as "fromSeverity", pages_cloudops as "pagesCloudOps", policy_id as "policyId", version
           from paging_setting where customer_id = $1`,
    values: [customerId],
  })
  return rows[0]
}

/** False when it is not at this version any more. */
export async function writeSetting(
  transaction: Transaction,
  customerId: string,
  { fromSeverity, pagesCloudOps, policyId, version, now }: StoredSetting & { now: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `insert into paging_setting as s (customer_id, from_severity, policy_id, version, changed_at, pages_cloudops)
     select $1, $2, $3, 1, $5, $6 where $4 = 0 or exists (select from paging_setting where customer_id = $1)
     on conflict (customer_id) do update
     set from_severity = $2, policy_id = $3, version = s.version + 1, changed_at = $5, pages_cloudops = $6 where s.version = $4`,
    [customerId, fromSeverity, policyId, version, now, pagesCloudOps],
  )
  return rowCount === 1
}
