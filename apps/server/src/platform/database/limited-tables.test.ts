import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { LimitedSight } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { makeRowInEachTable } from '#server/testing/row-in-each-table/make-row-in-each-table.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { limitedTables } from './limited-tables.ts'
import { prepareOwnerRoles } from './owner-roles.ts'

const vakt = await createTestDatabase()
const owner = new pg.Pool({ ...vakt.owner, max: 2 })
after(async () => {
  await owner.end()
  await vakt.close()
})

const policies = `select c.relname as name, p.oid::text as policy from pg_class c
  left join pg_policy p on p.polrelid = c.oid and p.polname ^@ 'resource_limit_' and not p.polpermissive
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity order by 1, 2`

test('every table says what people see who are limited to some resources, and is made to say so once', async () => {
  const read = async () => (await owner.query<{ name: string; policy: string | null }>(policies)).rows
  const before = await read()
  assert.deepEqual(
    before.filter(({ policy }) => policy === null),
    [],
  )
  const names = before.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(
    [...limitedTables.keys()].filter((name) => !names.includes(name)),
    [],
  )
  await prepareOwnerRoles(owner)
  assert.deepEqual(await read(), before)
})

test('who sees no resource sees no row of a table that is about resources, and none of a table that nobody has opened', async () => {
  const { customerId } = await makeRowInEachTable(vakt.database)
  const sight: LimitedSight = { userId: '00000000-0000-4000-8000-000000000000', tags: ['none=such'], resourceGroups: ['none'] }
  const tables = [...new Set((await owner.query<{ name: string }>(policies)).rows.map(({ name }) => name))]
  for (const onlyTicketsOf of [undefined, sight.userId])
    for (const table of tables.filter((name) => limitedTables.get(name) !== 'all')) {
      const count = await inTransaction(
        { pool: vakt.database.app, limitedSight: sight, ...(onlyTicketsOf && { onlyTicketsOf }) },
        customerId,
        async (transaction) => {
          const { rows } = await transaction.query<{ allowed: boolean }>(
            "select has_table_privilege(current_user, $1, 'select') as allowed",
            [table],
          )
          return rows[0]?.allowed ? (await transaction.query(`select from ${table} limit 1`)).rowCount : 0
        },
      )
      assert.equal(count, 0, table)
    }
})
