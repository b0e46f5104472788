import type { FeatureKey } from '@vakt/contract/features.ts'
import type { CustomerRecord } from '@vakt/contract/users/administration.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { writeRoleFeatures } from './write-customer.ts'

type CustomerRecordRow = Omit<CustomerRecord, 'createdAt'> & { createdAt: Date }

/** With `lock`, another change of the customer waits until the transaction ends. */
export async function readCustomerRecord(
  transaction: Transaction,
  customerId: string,
  options: { lock: boolean },
): Promise<CustomerRecordRow | undefined> {
  const valuesOf = (kind: string) =>
    `array(select value from customer_sign_in_rule r where r.customer_id = c.customer_id and kind = '${kind}' order by value)`
  const { rows } = await transaction.query<CustomerRecordRow>(
    `select customer_id as "customerId", name, is_provider as "isProvider", created_at as "createdAt", details_version as version,
       ${valuesOf('email-domain')} as "emailDomains", ${valuesOf('tenant')} as tenants,
       welcome_role as "welcomeRole", labels
     from customer c where customer_id = $1 ${options.lock ? 'for no key update' : ''}`,
    [customerId],
  )
  return rows[0]
}

/** False when there is a customer with this id, or was one that was erased. */
export async function insertCustomer(
  transaction: Transaction,
  customerId: string,
  { name, createdAt, roles }: { name: string; createdAt: Date; roles: Readonly<Record<string, readonly FeatureKey[]>> },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `insert into customer (customer_id, name, created_at)
     select $1, $2, $3::timestamptz where not exists (select from erased_customer where customer_id = $1) on conflict (customer_id) do nothing`,
    [customerId, name, createdAt],
  )
  if (rowCount === 0) return false
  const mappings = Object.entries(roles).map(([role, features]) => ({ role, features }))
  await writeRoleFeatures(transaction, customerId, mappings)
  return true
}

export async function writeCustomerName(transaction: Transaction, customerId: string, name: string): Promise<void> {
  await transaction.query('update customer set name = $2, details_version = details_version + 1 where customer_id = $1', [customerId, name])
}

/** Gives back which of them belong to another customer; the transaction must then be given up. */
export async function writeSignInRules(
  transaction: Transaction,
  customerId: string,
  kind: 'email-domain' | 'tenant',
  values: string[],
): Promise<string[]> {
  await transaction.query('delete from customer_sign_in_rule where customer_id = $1 and kind = $2 and value <> all($3)', [
    customerId,
    kind,
    values,
  ])
  await transaction.query(
    'insert into customer_sign_in_rule (kind, value, customer_id) select $2, value, $1 from unnest($3::text[]) as value on conflict do nothing',
    [customerId, kind, values],
  )
  const { rows } = await transaction.query<{ value: string }>(
    `select value from unnest($3::text[]) as value
     except select value from customer_sign_in_rule where customer_id = $1 and kind = $2`,
    [customerId, kind, values],
  )
  return rows.map(({ value }) => value)
}
