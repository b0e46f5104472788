import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { createCustomer, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const program = path.resolve(import.meta.dirname, '..', '..', 'testing', 'signal-worker.ts')
const vakt = await createTestApp()
const owner = new pg.Pool({ ...vakt.owner, max: 2 })
after(async () => {
  await owner.end()
  await vakt.close()
})

/** Has a process work until nothing is due; answers whether it lived that long. */
async function work(): Promise<boolean> {
  // What waits for a while, and the lease of what was killed, are over.
  await owner.query("update signal set next_at = now() where state = 'pending'")
  await owner.query("update signal_turn set leased_until = now() - interval '1 second'")
  const SIGNAL_WORKER = JSON.stringify({ owner: vakt.owner, root: vakt.keyring.root.toString('hex') })
  const child = spawn(process.execPath, [program], { env: { ...process.env, SIGNAL_WORKER }, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'close')
  return code === 0
}

/** Starts processes until nothing waits any more; answers how many of them were ended by a signal. */
async function countDeaths(): Promise<number> {
  let deaths = 0
  for (let start = 0; start < 8; start += 1) {
    if (!(await work())) deaths += 1
    const { rows } = await owner.query("select from signal where state = 'pending' limit 1")
    if (rows.length === 0) break
  }
  return deaths
}

const alert = (name: string) => ({
  version: '4',
  alerts: [{ status: 'firing', fingerprint: name, labels: { alertname: name }, startsAt: new Date().toISOString() }],
})
const statesOf = async (customerId: string) =>
  (
    await owner.query<{ state: string; unended: number; note: string | null }>(
      'select state, unended, note from signal where customer_id = $1 order by signal_id',
      [customerId],
    )
  ).rows

test('a signal that ends the process is set aside after three attempts, and none that was worked on beside it', async () => {
  const [{ customerId }, other] = [await createCustomer(vakt.database), await createCustomer(vakt.database)]
  const token = await createIngestToken(vakt.database, customerId)
  const otherToken = await createIngestToken(vakt.database, other.customerId)
  for (const name of ['before', 'ends the process', 'behind']) await vakt.send('alertmanager', token, alert(name))
  await vakt.send('alertmanager', otherToken, alert('elsewhere'))

  assert.equal(await countDeaths(), 3)
  const states = await statesOf(customerId)
  assert.deepEqual(
    states.map(({ state }) => state),
    ['done', 'failed', 'done'],
  )
  assert.match(states[1]?.note ?? '', /^Work on it was begun three times and never ended/)
  // Once with the other, at most once beside it.
  assert.ok(states.every(({ unended }, index) => unended === (index === 1 ? 3 : 1)))
  const [elsewhere] = await statesOf(other.customerId)
  assert.deepEqual(elsewhere?.state, 'done')
  const { rows } = await owner.query("select count(*)::int as alerts from alert where fingerprint in ('before', 'behind', 'elsewhere')")
  assert.deepEqual(rows, [{ alerts: 3 }])
})

test('read again by staff, it is tried again, and set aside again', async () => {
  const { rows } = await owner.query<{ signal_id: string; customer_id: string }>(
    "select signal_id, customer_id from signal where state = 'failed'",
  )
  const [failed] = rows
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
  const answer = await vakt.call(staff, 'POST', `/admin/customer/${failed?.customer_id}/set-aside-signal/${failed?.signal_id}/retry`)
  assert.equal(answer.statusCode, 204, answer.body)
  assert.equal(await countDeaths(), 3)
})
