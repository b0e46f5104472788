import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

test('administrators see how many secrets each key encrypts, and which key is missing', async () => {
  const vakt = await createTestApp()
  after(() => vakt.close())
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
  const lost = createSecretBox({ keys: [{ id: 'lost', secret: randomBytes(32) }], legacyPasswords: [] }, 'webhook secrets')
  const id = randomUUID()
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query(
      `insert into webhook (customer_id, webhook_id, name, url, kinds, sealed_secret, created_at, secret_unreadable_since)
       values ($1, $2, 'n', 'https://x.example', '{}', $3, now(), now())`,
      [provider.customerId, id, lost.seal(id, Buffer.from('secret'))],
    ),
  )
  const { keys } = (await vakt.call(staff, 'GET', '/admin/secret-key')).json().result
  assert.deepEqual(
    keys.map(({ secretCount, ...key }: { secretCount: number }) => ({ ...key, isUsed: secretCount > 0 })),
    [
      { id: 'test', isFirst: true, isMissing: false, unreadableCount: 0, isUsed: true },
      { id: 'lost', isFirst: false, isMissing: true, unreadableCount: 1, isUsed: true },
    ],
  )
})
