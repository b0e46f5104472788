import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import pg from 'pg'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createKills } from '#server/testing/kill-workers.ts'
import { createProcess } from '#server/testing/process-desk.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const runCount = Number(process.env.KILL_RUNS) || 60
const killCount = Number(process.env.KILLS) || 8
const longestLifeMs = 400

const vakt = await createTestApp()
const owner = new pg.Client(vakt.owner)
await owner.connect()
const kills = createKills(vakt, 'processes')
after(async () => {
  kills.end()
  await owner.end()
  await vakt.close()
})

const actions: ProcessAction[] = [
  { type: 'update_ticket_priority', ticketPriority: 2, ticketNote: 'Looked at by Vakt' },
  { type: 'delay', delayInMinutes: 1, completeActionIfIncidentIsResolved: false },
  { type: 'check_alerting' },
  { type: 'sms', phoneNumber: '+46701234567', message: '{resource}' },
  { type: 'tag_ticket', tag: 'night', ticketNote: '' },
]

test('runs whose worker is killed again and again take each of their steps once, and all end', async (t) => {
  t.diagnostic(`KILL_SEED=${kills.seed}`)
  const { customerId } = await createCustomer(vakt.database)
  const token = await createIngestToken(vakt.database, customerId)
  const entities = await Promise.all(Array.from({ length: runCount }, () => createEntity(vakt.database, customerId)))
  await createProcess(vakt.database, customerId, { actions })
  const alerts = entities.map(({ name }) => ({
    ...{ status: 'firing', fingerprint: name, labels: { alertname: 'DiskFull', severity: 'high', instance: name }, annotations: {} },
    ...{ startsAt: new Date().toISOString(), endsAt: '0001-01-01T00:00:00Z' },
  }))
  await vakt.send('alertmanager', token, { version: '4', status: 'firing', alerts })
  await vakt.work()

  const count = async (sql: string) => Number((await owner.query(`select count(*) from ${sql}`, [customerId])).rows[0].count)
  assert.equal(await count('process_run where customer_id = $1'), runCount)
  /** What a killed worker held is waited for no longer than this test lasts. */
  const makeDue = () =>
    owner.query(
      "update job set due = least(due, now()), state = 'waiting', lease_token = null, lease_until = null where queue = 'process-run' and customer_id = $1",
      [customerId],
    )
  const isDone = async () => (await count('process_run where customer_id = $1 and outcome is not null')) === runCount
  const now = new Date(Date.now() + 2 * 60_000)
  const killsAtWork = await kills.run({ now, kills: killCount, longestLifeMs, makeDue, isDone })
  t.diagnostic(`${killsAtWork} kills at work`)
  assert.ok(killsAtWork > 0)
  // The delay counts from the step before it.
  if (!(await isDone())) await kills.run({ now: new Date(now.getTime() + 2 * 60_000), kills: killCount, longestLifeMs, makeDue, isDone })
  assert.deepEqual(
    {
      finished: await count("process_run where customer_id = $1 and outcome = 'finished'"),
      // Those with an effect; all but the first SMS to the number are held back by its cap, which is an effect too.
      steps: await count('process_run_step where customer_id = $1 and step in (0, 3, 4)'),
      uneven: await count(
        '(select run_id from process_run_step where customer_id = $1 and step in (0, 3, 4) group by run_id having count(*) <> 3) uneven',
      ),
      messages: await count("mail_delivery where customer_id = $1 and kind = 'process'"),
      notes: await count("ticket_comment where customer_id = $1 and body like '%Looked at by Vakt%'"),
      recorded: await count("recorded_action where customer_id = $1 and action = 'process-run.step'"),
    },
    { finished: runCount, steps: runCount * 3, uneven: 0, messages: runCount, notes: runCount, recorded: runCount * 3 },
  )
})
