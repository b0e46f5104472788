import type { Pool } from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { DemoAccount } from '#server/platform/sign-in/demo-account.ts'
import { demoAccounts } from './demo-accounts.ts'

/** The accounts of those demo customers that are there; none without demo content. The pool must log in as vakt_worker. */
export function listDemoAccounts(pool: Pool): Promise<DemoAccount[]> {
  return workForAllCustomers({ pool }, async (transaction) => {
    const { rows } = await transaction.query<{ domain: string }>(
      `select value as domain from customer_sign_in_rule join customer using (customer_id) where is_demo and kind = 'email-domain'`,
    )
    return demoAccounts.filter(({ email }) => rows.some(({ domain }) => email.endsWith(`@${domain}`)))
  })
}
