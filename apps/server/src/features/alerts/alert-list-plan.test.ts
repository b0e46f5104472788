import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { selectAlertPage } from './alert-list-table.ts'

const { database, owner, close } = await createTestDatabase()
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

test('what a text is part of is looked up in an index, customer by customer, by the owner as whom the search runs', async () => {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    // With few rows it costs as much to read them all.
    await client.query('set enable_seqscan = off')
    for (const [table, content, index] of [
      ['alert', "t.name || e'\\n' || coalesce(t.target_name, '')", 'alert_by_text'],
      ['incident', 't.title', 'incident_by_text'],
      ['entity', 't.name_key', 'entity_by_text'],
    ]) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (costs off) select from unnest(array['1', '2']) as c (id) cross join ${table} t
         where t.customer_id || '' = c.id and text_parts(t.customer_id, ${content}) @@ text_parts_query(c.id, 'nothing')`,
      )
      assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), new RegExp(`Bitmap Index Scan on ${index}`))
    }
  } finally {
    await client.end()
  }
})
