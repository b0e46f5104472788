import type { Transaction } from '#server/platform/database/transaction.ts'
import { demoCustomers, signInRuleRows } from './demo-customers.ts'
import { demoScheduleNames } from './demo-rota.ts'
import { demoSubjects } from './demo-staff.ts'

const demoDomains = signInRuleRows.map(({ value }) => value)
const demoTokenNames = demoCustomers.map(({ tokenName }) => tokenName)
const demoNames = demoCustomers.map(({ name }) => name)

/** What a demo customer has that the demo did not make, in words, and the condition on the customer `c` for it. */
const uses = {
  'a name of its own': 'c.name <> all($4)',
  people: 'exists (select from app_user where customer_id = c.customer_id and subject <> all($1))',
  'sign-in rules':
    "exists (select from customer_sign_in_rule where customer_id = c.customer_id and (kind <> 'email-domain' or value <> all($2)))",
  invitations: 'exists (select from invitation where customer_id = c.customer_id and revoked_at is null)',
  'monitoring sources': 'exists (select from ingest_token where customer_id = c.customer_id and name <> all($3))',
  'service tokens': 'exists (select from service_token where customer_id = c.customer_id)',
  webhooks: 'exists (select from webhook where customer_id = c.customer_id)',
  connectors: 'exists (select from connector where customer_id = c.customer_id)',
  'chat destinations': 'exists (select from chat_destination where customer_id = c.customer_id)',
  'on-call schedules': 'exists (select from on_call_schedule where customer_id = c.customer_id and name <> all($5))',
  tickets: "exists (select from ticket where customer_id = c.customer_id and source = 'person' and created_at > c.created_at)",
}

export type DemoCustomerUse = { customerId: string; name: string; isProvider: boolean; uses: string[] }

/** The demo customers that are there, the provider last, and what each has of its own. */
export async function readDemoUse(transaction: Transaction): Promise<DemoCustomerUse[]> {
  const cases = Object.entries(uses).map(([what, condition]) => `case when ${condition} then '${what}' end`)
  const { rows } = await transaction.query<DemoCustomerUse>(
    `select c.customer_id as "customerId", c.name, c.is_provider as "isProvider",
       array_remove(array[${cases.join(',\n')}], null) as uses
     from customer c where c.is_demo order by c.is_provider, c.customer_id`,
    [demoSubjects, demoDomains, demoTokenNames, demoNames, demoScheduleNames],
  )
  return rows
}

/** Whether there are customers that the demo did not make. */
export async function hasRealCustomers(transaction: Transaction): Promise<boolean> {
  const { rowCount } = await transaction.query('select from customer where not is_demo limit 1')
  return rowCount !== 0
}
