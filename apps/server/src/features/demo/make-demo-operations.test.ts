import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#server/testing/test-database.ts'
import { makeDemoContent } from './make-demo-content.ts'
import { makeDemoOperations } from './make-demo-operations.ts'
import { planDemoRemoval, removeDemoContent } from './remove-demo-content.ts'

let vakt: TestDatabase
before(async () => {
  vakt = await createTestDatabase()
  await makeDemoContent({ database: vakt.database, log: silentLog, masterSecrets: ['secret'], progress: () => {} })
  const createContext = (): Context => ({
    ...{ actor: { type: 'system', job: 'test' }, now: new Date(), log: silentLog, pool: vakt.database.worker },
    ...{ requestId: null, isStaff: false },
  })
  await makeDemoOperations(createContext, 'https://idp.example')
})
after(() => vakt.close())

const read = async (sql: string) =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query<Record<string, unknown>>(sql))).rows

test('people of the provider are users, two rotas are planned, one of them by four', async () => {
  assert.deepEqual(await read("select name from app_user where customer_id = '1168' order by name"), [
    { name: 'Daniel Rosén' },
    { name: 'Karin Lindqvist' },
    { name: 'Linnea Åkesson' },
    { name: 'Oskar Bergström' },
  ])
  assert.deepEqual(
    await read("select jsonb_array_length(layers -> 0 -> 'people') as people from on_call_schedule_version order by people"),
    [{ people: 2 }, { people: 4 }],
  )
})

test('one window is ongoing, one repeats each week, and one waits for the customer, whose administrator is notified', async () => {
  const windows = await read(`select w.repeats, w.approval, exists (select from service_window_occurrence o
      where o.window_id = w.window_id and o.starts_at <= now() and o.ends_at > now()) as ongoing
    from service_window w order by w.reason`)
  assert.deepEqual(windows, [
    { repeats: 'never', approval: null, ongoing: true },
    { repeats: 'never', approval: 'waiting', ongoing: false },
    { repeats: 'weekly', approval: null, ongoing: false },
  ])
  assert.equal((await read("select from event where topic = 'service_window' and kind = 'to_approve'")).length, 1)
})

test('a standard differs at one of its two customers', async () => {
  assert.deepEqual(
    await read("select customer_id, threshold from alert_rule where standard_id is not null and name like 'CPU%' order by 1"),
    [
      { customer_id: '1001', threshold: 98 },
      { customer_id: '1002', threshold: 90 },
    ],
  )
})

test('a process has a run for each incident of its rule, none of which goes on after its incident', async () => {
  const [runs] = await read(`select count(*)::int as runs, count(distinct r.outcome)::int as outcomes,
      count(*) filter (where i.resolved_at is null)::int as open, count(*) filter (where r.ended_at > i.resolved_at + interval '2 minutes')::int as late
    from process_run r join incident i using (customer_id, incident_id)`)
  const { runs: count, ...rest } = runs as Record<string, number>
  assert.ok(count! > 3, `${count} runs`)
  assert.deepEqual(rest, { outcomes: 2, open: 1, late: 0 })
})

test('all of it is removed with the demo, and is no reason to keep the provider', async () => {
  assert.deepEqual(
    (await planDemoRemoval(vakt.database.worker)).flatMap(({ uses, stays }) => (stays ? ['stays'] : uses)),
    [],
  )
  assert.deepEqual(await removeDemoContent(vakt.database.worker), { removed: 3, kept: null })
  for (const table of ['app_user', 'on_call_schedule', 'service_window', 'rule_standard', 'alert_rule', 'process_run'])
    assert.deepEqual(await read(`select from ${table}`), [], table)
})
