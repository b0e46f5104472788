import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { selectAlertPage } from './alert-list-table.ts'

const { database, close } = await createTestDatabase()
after(close)

const indexes = { changed: 'alert_of_all_by_change', started: 'alert_of_all_by_start', severity: 'alert_of_all_by_severity' } as const

test('each order of the alerts of all customers is read from an index, on the first page and on the next', async () => {
  const now = new Date().toISOString()
  const after = { changed: [now, '1'], started: [now, '1'], severity: ['3', now, '1'] }
  for (const sort of ['changed', 'started', 'severity'] as const)
    for (const from of [null, after[sort]]) {
      const { text, values } = selectAlertPage(null, { filter: {}, sort, after: from, limit: 50 })
      const plan = await workForAllCustomers({ pool: database.worker }, async (transaction) => {
        // With few rows it costs as much to sort them all.
        await transaction.query('set local enable_sort = off')
        const { rows } = await transaction.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
      assert.match(plan, new RegExp(`Index Scan using ${indexes[sort]}`), `${sort} ${from}`)
    }
})
