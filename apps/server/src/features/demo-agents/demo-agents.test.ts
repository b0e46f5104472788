import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { advanceTemplates } from '#server/features/agent-templates/advance-templates.ts'
import { makeDemoContent } from '#server/features/demo/make-demo-content.ts'
import { removeDemoContent } from '#server/features/demo/remove-demo-content.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#server/testing/test-database.ts'
import { keepDemoAgents } from './keep-demo-agents.ts'

let vakt: TestDatabase
before(async () => {
  vakt = await createTestDatabase()
  await makeDemoContent({ database: vakt.database, log: silentLog, masterSecrets: ['secret'], progress: () => {} })
})
after(() => vakt.close())

const began = Date.now()
const contextAt = (minutes: number): Context => ({
  ...{ actor: { type: 'system', job: 'keep-demo-agents' }, now: new Date(began + minutes * 60_000), log: silentLog },
  ...{ pool: vakt.database.worker, requestId: null, isStaff: false },
})

type Row = { hostname: string; minutes: number; applied: number; desired: number; services: number; isCopied: boolean }
const agents = async () =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    const { rows } = await transaction.query<Row>(
      `select a.hostname, round(extract(epoch from c.last_seen_at - $1) / 60)::int as minutes, r.applied_version as applied, d.version as desired,
         jsonb_array_length(r.found -> 'services') as services, a.copied_since is not null as "isCopied"
       from agent a join agent_contact c using (customer_id, agent_id) join agent_configuration d using (customer_id, entity_id)
       join agent_configuration_report r using (customer_id, entity_id) order by a.hostname`,
      [new Date(began)],
    )
    return rows
  })

test('the machines of the demo have agents that report, one silent and one that waits, until the demo is removed', async () => {
  await keepDemoAgents(contextAt(0))
  for (const minutes of [1, 5, 10, 15]) {
    await advanceTemplates(contextAt(minutes))
    await keepDemoAgents(contextAt(minutes))
  }
  const rows = await agents()
  assert.deepEqual(
    rows.map(({ hostname, minutes, isCopied }) => [hostname, minutes, isCopied]),
    [
      ['scada-gw-01', 0, false],
      ['vm-historian-01', 15, false],
      ['vm-pos-01', 15, false],
      ['vm-web-01', 15, false],
      ['vm-web-02', 15, false],
      ['vm-wms-01', 15, false],
    ],
  )
  assert.ok(rows.every(({ services }) => services > 5))
  const waiting = rows.filter(({ applied, desired }) => applied !== desired).map(({ hostname }) => hostname)
  assert.deepEqual(waiting, ['vm-wms-01'])
  await removeDemoContent(vakt.database.worker)
  assert.deepEqual(await agents(), [])
  await keepDemoAgents(contextAt(20))
  assert.deepEqual(await agents(), [])
})
