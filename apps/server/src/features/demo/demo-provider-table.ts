import type { Transaction } from '#server/platform/database/transaction.ts'
import { demoCustomers, signInRuleRows } from './demo-customers.ts'
import { demoStandardName } from './demo-operation-rules.ts'
import { demoScheduleNames } from './demo-rota.ts'
import { demoSubjects } from './demo-staff.ts'

const demoDomains = signInRuleRows.map(({ value }) => value)
const demoTokenNames = demoCustomers.map(({ tokenName }) => tokenName)

export type DemoProvider = { customerId: string; name: string }

const isUsedBy = (tables: string[], table: string, column: string) =>
  tables
    .map((other) => `exists (select from ${other} o where o.customer_id = ${table}.customer_id and o.${column} = ${table}.${column})`)
    .join(' or ')

/** The history of the demo lies before its customers were made. What later rows refer to stays. */
const demoHistory = {
  ticket: 'created_at <= made_at',
  alert: 'started_at <= made_at',
  incident: `opened_at <= made_at and not (${isUsedBy(['alert', 'ticket'], 'incident', 'incident_id')})`,
  entity: `created_at <= made_at and not (${isUsedBy(['alert', 'incident', 'ticket'], 'entity', 'entity_id')})`,
}

/** Makes the demo provider an ordinary one: without the demo's history, sign-in rule, ingest token, rota, standard and accounts. */
export async function keepDemoProvider(transaction: Transaction, { customerId }: DemoProvider, now: Date): Promise<void> {
  for (const [table, isDemoContent] of Object.entries(demoHistory))
    await transaction.query(
      `delete from ${table} using (select created_at as made_at from customer where customer_id = $1) as demo
       where customer_id = $1 and ${isDemoContent.replaceAll(/^(\w+_at)/g, `${table}.$1`)}`,
      [customerId],
    )
  await transaction.query(`delete from customer_sign_in_rule where customer_id = $1 and kind = 'email-domain' and value = any($2)`, [
    customerId,
    demoDomains,
  ])
  await transaction.query('update ingest_token set revoked_at = coalesce(revoked_at, $3) where customer_id = $1 and name = any($2)', [
    customerId,
    demoTokenNames,
    now,
  ])
  await transaction.query(
    `update monitoring_source s set revoked_at = coalesce(revoked_at, $2) where customer_id = $1
       and not exists (select from ingest_token t where t.source_id = s.source_id and t.revoked_at is null)`,
    [customerId, now],
  )
  await transaction.query('delete from on_call_schedule where customer_id = $1 and name = any($2)', [customerId, demoScheduleNames])
  await transaction.query('delete from rule_standard where customer_id = $1 and name = $2', [customerId, demoStandardName])
  await transaction.query('update app_user set disabled_at = coalesce(disabled_at, $3) where customer_id = $1 and subject = any($2)', [
    customerId,
    demoSubjects,
    now,
  ])
  await transaction.query('update customer set is_demo = false where customer_id = $1', [customerId])
}
