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

test('entities of a place, and the types and groups that begin with a text, are looked up in an index', async () => {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    // With few rows it costs as much to read them all.
    await client.query('set enable_seqscan = off')
    const planOf = async (text: string) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const found = "select from entity e where entity_marks(e.type, e.resource_group, e.tags) && '{1}'::bigint[]"
    assert.match(
      await planOf(`${found} and e.customer_id || '' in (select customers_in_sight(null)) limit 5`),
      /Bitmap Index Scan on entity_by_marks/,
    )
    const next = (column: string, where = '') =>
      `select lower(e.${column}) from entity e where lower(e.${column}) collate "C" >= 'a' ${where} order by lower(e.${column}) collate "C" limit 1`
    assert.match(await planOf(next('type')), /Index Scan using entity_of_all_by_type/)
    assert.match(await planOf(next('resource_group', 'and e.resource_group is not null')), /Index Scan using entity_of_all_by_group/)
  } finally {
    await client.end()
  }
})
