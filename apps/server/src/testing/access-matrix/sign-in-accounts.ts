import assert from 'node:assert/strict'
import { customerRows, roleRows, signInRuleRows } from '#server/features/demo/demo-customers.ts'
import { insertRows } from '#server/features/demo/insert-rows.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { signToken } from '#server/testing/test-app.ts'
import { accounts, ownRole, staff } from './matrix-accounts.ts'
import type { MatrixApp } from './matrix-app.ts'

/** Makes the customers of the matrix, and a token for each of its accounts. */
export async function signInAccounts({ vakt, tokens, request }: MatrixApp): Promise<void> {
  await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    await insertRows(transaction, 'customer', customerRows)
    await insertRows(transaction, 'customer_role_feature', roleRows)
    await insertRows(transaction, 'customer_sign_in_rule', signInRuleRows)
    await insertRows(transaction, 'staff_role', [{ ...ownRole, customer_id: staff.customerId, name_en: 'Matrix' }])
  })
  for (const account of accounts) {
    if (!account.user || account.isServiceToken) continue
    tokens.set(account, await signToken(account.user))
    const { json } = await request(account, 'POST', '/api/v1/authentication/usercontext', {})
    assert.equal(json.result.customer_id, account.customerId)
  }
  for (const { limitedTo, user } of accounts.filter(({ limitedTo }) => limitedTo)) {
    const path = `/api/v1/admin/customer/${staff.customerId}/user`
    const [found] = (await request(staff, 'GET', `${path}?q=${user?.email}`)).json.result
    const { status } = await request(staff, 'PUT', `${path}/${found.userId}`, { staffCustomers: limitedTo })
    assert.equal(status, 200)
  }
  for (const { user, customerId } of accounts.filter(({ isLimited }) => isLimited)) {
    const path = `/api/v1/admin/customer/${customerId}/user`
    const [found] = (await request(staff, 'GET', `${path}?q=${user?.email}`)).json.result
    const { status } = await request(staff, 'PUT', `${path}/${found.userId}`, {
      resourceLimit: { tags: ['matrix=none'], resourceGroups: [] },
    })
    assert.equal(status, 200)
  }
  for (const account of accounts.filter(({ isServiceToken }) => isServiceToken)) {
    const body = { name: 'Matrix', scope: account.holds }
    const { json } = await request(staff, 'POST', `/api/v1/customer/${account.customerId}/service-token`, body)
    tokens.set(account, json.result.secret)
    // The first use is noted, and the next a minute later.
    await request(account, 'GET', `/api/v1/customer/${account.customerId}`)
  }
}
