import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findForeignWrites, findTables, findTableWrites } from './table-writers.ts'

const tables = findTables([
  { path: '0001.sql', text: 'create table ticket (id int);\nCREATE UNLOGGED TABLE if not exists alert (id int);' },
])
const file = (feature: string, text: string) => ({ path: `apps/server/src/features/${feature}/x-table.ts`, text })
const writersOf = (...files: { path: string; text: string }[]) => findTableWrites(files, tables)

test('finds the tables of the migrations', () => {
  assert.deepEqual([...tables], ['ticket', 'alert'])
})

for (const sql of [
  'insert into alert (id) values ($1)',
  'with gone as (DELETE FROM alert where id = $1) select 1',
  'update alert a set id = $1',
  'update only alert set id = $1',
  'merge into alert using x on true',
  'truncate alert',
])
  test(`takes for a write: ${sql}`, () => {
    assert.deepEqual(writersOf(file('alerts', `\nquery('${sql}')`)), [
      { table: 'alert', owner: 'alerts', path: 'apps/server/src/features/alerts/x-table.ts', line: 2 },
    ])
  })

for (const sql of [
  'select id from alert for update',
  'select id from alert for no key update of alert',
  'insert into other (id) values (1) on conflict do update set id = 2',
  'update other set alert = 1',
])
  test(`takes for no write of a table: ${sql}`, () => assert.deepEqual(writersOf(file('alerts', sql)), []))

test('tests may write what they like', () => {
  assert.deepEqual(writersOf({ path: 'apps/server/src/features/alerts/x.test.ts', text: 'delete from alert' }), [])
})

const twoWriters = writersOf(
  file('alerts', 'insert into alert; delete from alert'),
  file('incidents', 'update alert set x = 1'),
  file('demo', 'delete from alert'),
)

test('a table with one writer is in order', () => {
  const writes = writersOf(file('alerts', 'insert into alert; delete from alert'), file('demo', 'delete from alert'))
  assert.deepEqual(findForeignWrites(writes, {}, ['demo']), [])
})

test('names the statements of all but the one with most', () => {
  assert.deepEqual(findForeignWrites(twoWriters, {}, ['demo']), [
    'apps/server/src/features/incidents/x-table.ts:1: incidents writes alert, which is a table of alerts: call a verb of it',
  ])
})

test('lets pass whom the list of shared tables names, and no one else', () => {
  assert.deepEqual(findForeignWrites(twoWriters, { alert: ['alerts', 'incidents'] }, ['demo']), [])
  assert.equal(findForeignWrites(twoWriters, { alert: ['alerts', 'incidents'] }, []).length, 1)
})

test('a name in the list that writes no more is taken out', () => {
  assert.deepEqual(findForeignWrites(twoWriters, { alert: ['alerts', 'incidents', 'tickets'] }, ['demo']), [
    'feature-map.ts: tickets does not write alert: take it out of sharedTables',
  ])
})
