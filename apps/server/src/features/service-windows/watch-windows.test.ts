import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { FailedJob } from '@vakt/contract/failed-jobs.ts'
import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import pg from 'pg'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { openWindowDesk } from '#server/testing/window-desk.ts'
import { serviceWindowQueues } from './advance-windows.ts'
import { createOverdueStatus } from './overdue-status.ts'
import { watchWindows } from './watch-windows.ts'

const vakt = await createTestApp()
const owner = new pg.Client(vakt.owner)
await owner.connect()
after(async () => {
  await owner.end()
  await vakt.close()
})
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const contextAt = (now: Date) => ({
  ...{ actor: { type: 'system' as const, job: 'service-window' }, now, pool: vakt.database.worker },
  ...{ log: silentLog, ports, requestId: null, isStaff: false },
})
const watch = () => watchWindows(contextAt(new Date()))
/** As the worker does, by the clock of the database; `until` is how far ahead jobs count as due. */
const work = (until: Date | null = null) => workThrough(serviceWindowQueues(), () => contextAt(new Date()), until)
const tomorrow = () => new Date(Date.now() + 86_400_000)

/** A customer with a window that holds an alert and has ended some minutes ago, which no worker has seen. */
async function openLateDesk(minutesAgo = 1) {
  const desk = await openWindowDesk(vakt)
  const entity = await desk.entity()
  const window = await desk.window({ entityIds: [entity.entityId] })
  await desk.tell('firing', entity)
  await owner.query(
    `update service_window_occurrence set starts_at = now() - interval '2 hours', ends_at = now() - make_interval(mins => $2),
       settles_at = now() - make_interval(mins => $2), planned_ends_at = now() - make_interval(mins => $2) where customer_id = $1`,
    [desk.customerId, minutesAgo],
  )
  await owner.query("update job set due = now() where customer_id = $1 and queue = 'service-window'", [desk.customerId])
  return { ...desk, window, jobs: () => jobsOf(desk.customerId) }
}
type Desk = Awaited<ReturnType<typeof openLateDesk>>

const jobsOf = async (customerId: string) =>
  (await owner.query("select state from job where customer_id = $1 and queue = 'service-window'", [customerId])).rows.map(
    ({ state }) => state,
  )

/** Whatever settles a window of this customer fails until what this returns is called. */
async function breakSettling({ customerId }: Pick<Desk, 'customerId'>): Promise<() => Promise<unknown>> {
  const name = `broken_${customerId.replaceAll(/\W/g, '_')}`
  await owner.query(`create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'cannot be settled'; end $$`)
  await owner.query(`create trigger ${name} before update of outcome on service_window_hold for each row
    when (old.customer_id = '${customerId}') execute function ${name}()`)
  return () => owner.query(`drop trigger ${name} on service_window_hold`)
}

const failedJobs = async ({ customerId }: Desk): Promise<FailedJob[]> =>
  (await vakt.call(staff, 'GET', '/admin/failed-job')).json().result.filter((job: FailedJob) => job.customerId === customerId)

test('a window that cannot be settled fails after eight attempts, raises an alert to staff and warns the operator, until it is settled', async () => {
  const desk = await openLateDesk(10)
  const fix = await breakSettling(desk)
  assert.equal(await work(tomorrow()), 8)
  const [failed] = await failedJobs(desk)
  assert.deepEqual([failed?.queue, failed?.attempts, failed?.error], ['service-window', 8, 'cannot be settled'])

  const shown = async () => {
    const { unsettled } = await desk.read<ServiceWindow>(`service-window/${desk.window.serviceWindowId}`)
    const held = (await desk.alerts()).filter(({ source }) => source !== 'vakt').map(({ heldBy }) => heldBy?.hasFailed)
    return [unsettled?.hasFailed, unsettled?.heldAlerts, held]
  }
  assert.deepEqual(await shown(), [true, 1, [true]])
  await watch()
  await watch()
  const own = (await desk.alerts()).filter(({ source }) => source === 'vakt')
  assert.deepEqual(
    own.map(({ state, severity, heldBy }) => [state, severity, heldBy]),
    [['firing', 'critical', null]],
  )
  assert.equal((await desk.incidents()).length, 1, 'the alert about the window')
  const status = createOverdueStatus({ pool: vakt.database.worker })
  await status.count()
  assert.deepEqual(status.warnings(), ['service windows that ended and could not be settled: 1; alerts held longer than planned: 1'])

  // Someone removes it instead of trying it again, and the fault lasts.
  const path = `/admin/customer/${desk.customerId}/failed-job/${failed?.jobId}`
  assert.equal((await vakt.call(staff, 'DELETE', path)).statusCode, 204)
  await watch()
  assert.deepEqual(await desk.jobs(), ['waiting'])
  await fix()
  await work(tomorrow())
  await watch()
  assert.deepEqual(await desk.held(desk.window), ['raised'])
  assert.deepEqual(await shown(), [undefined, undefined, [undefined]])
  const all = (await desk.alerts()).map(({ source, state, incidentId }) => [source, state, incidentId !== null])
  assert.deepEqual(all.toSorted(), [
    ['alertmanager', 'firing', true],
    ['vakt', 'resolved', true],
  ])
  await status.count()
  assert.deepEqual(status.warnings(), [])
})

test('a window without a job is found and settled, whatever became of the job', async () => {
  const desk = await openLateDesk()
  await owner.query('delete from job where customer_id = $1', [desk.customerId])
  await watch()
  await work()
  assert.deepEqual([await desk.held(desk.window), (await desk.incidents()).length, await desk.jobs()], [['raised'], 1, []])
  await watch()
  assert.deepEqual(await desk.jobs(), [], 'nothing of it is to come')
})

test('the windows of a closed customer rest: no one is told of them, and they hide none of the others', async () => {
  const closed = await openLateDesk(60)
  await owner.query("insert into closed_customer (customer_id, closed_at, closed_by) values ($1, now(), 'Karin')", [closed.customerId])
  await owner.query(
    `insert into service_window_occurrence
     select (jsonb_populate_record(o, jsonb_build_object('occurrence_id', o.occurrence_id + 1000000 + n, 'starts_at', o.starts_at - n * interval '1 day',
       'ends_at', o.ends_at - n * interval '1 day', 'settles_at', o.settles_at - n * interval '1 day',
       'planned_ends_at', o.planned_ends_at - n * interval '1 day'))).*
     from service_window_occurrence o, generate_series(1, 1000) n where o.customer_id = $1`,
    [closed.customerId],
  )
  const status = createOverdueStatus({ pool: vakt.database.worker })
  await status.count()
  assert.deepEqual(status.warnings(), [])
  await openLateDesk(10)
  await status.count()
  assert.match(status.warnings().join(), /could not be settled: 1;/)
  await watch()
  const { rows } = await owner.query("select 1 from alert where customer_id = $1 and source = 'vakt'", [closed.customerId])
  assert.deepEqual(rows, [])
  await work()
})

test('a job that failed before the window ended is tried again at its end', async () => {
  const desk = await openLateDesk()
  await owner.query(
    "update job set state = 'failed', attempts = 8, failed_at = now() - interval '1 hour', error = 'x' where customer_id = $1",
    [desk.customerId],
  )
  await watch()
  await work()
  assert.deepEqual(await desk.held(desk.window), ['raised'])
})

test('a window ends by the clock of the database, in one pass, although that of the worker is behind or ahead', async () => {
  for (const skewMinutes of [-30, 30]) {
    const desk = await openLateDesk()
    const given = new AbortController()
    let passes = 0
    const createContext = () => {
      passes += 1
      if (passes > 10) given.abort()
      return contextAt(new Date(Date.now() + skewMinutes * 60_000))
    }
    assert.equal(await workThrough(serviceWindowQueues(), createContext, null, given.signal), 1, String(skewMinutes))
    assert.deepEqual([await desk.held(desk.window), await desk.jobs()], [['raised'], []])
  }
  const open = await openWindowDesk(vakt)
  const window: ServiceWindow = await open.window({ everything: true })
  await workThrough(serviceWindowQueues(), () => contextAt(new Date(Date.now() + 120 * 60_000)))
  assert.equal((await open.read<ServiceWindow>(`service-window/${window.serviceWindowId}`)).state, 'ongoing')
  assert.deepEqual(await jobsOf(open.customerId), ['waiting'])
})
