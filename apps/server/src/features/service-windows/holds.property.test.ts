import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import pg from 'pg'
import { type Queue, workThrough } from '#server/platform/jobs/work-queue.ts'
import { ports } from '#server/roles/ports.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createRandom } from '#server/testing/malformed-requests.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { serviceWindowQueues } from './advance-windows.ts'
import { watchWindows } from './watch-windows.ts'

const sequences = Number(process.env.WINDOW_SEQUENCES) || 20
const stepsOfSequence = 24
const firstSeed = Number(process.env.WINDOW_SEED) || 1

const vakt = await createTestApp()
const owner = new pg.Client(vakt.owner)
await owner.connect()
after(async () => {
  await owner.end()
  await vakt.close()
})
const provider = await createCustomer(vakt.database, { isProvider: true })
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
await vakt.call(karin, 'POST', '/authentication/usercontext', {})

const minute = 60_000
const createContext = () => ({
  ...{ actor: { type: 'system' as const, job: 'service-window' }, now: new Date(), pool: vakt.database.worker },
  ...{ log: silentLog, ports, requestId: null, isStaff: false },
})

/** The queue of windows; each pass is stopped with this probability when all of its work is done but not committed. */
function queuesThatStop(random: () => number, probability: number): Record<string, Queue> {
  return Object.fromEntries(
    Object.entries(serviceWindowQueues()).map(([name, queue]) => [
      name,
      {
        ...queue,
        run: (job, at) =>
          queue.run(job, {
            ...at,
            async finish(transaction, due) {
              if (random() < probability) throw new Error('stopped')
              await at.finish(transaction, due)
            },
          }),
      } satisfies Queue,
    ]),
  )
}

type Open = Record<string, string | null>

async function openScene(random: () => number) {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  await vakt.call(anna, 'POST', '/authentication/usercontext', {})
  const token = await createIngestToken(vakt.database, customerId)
  const entities = await Promise.all([0, 1, 2].map(() => createEntity(vakt.database, customerId, { tags: { env: 'prod' } })))
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const base = `/customer/${customerId}/service-window`
  const person = () => pick([anna, karin])
  const firing: Open = {}

  const schedule = (startsIn: number) => ({
    ...{ timeZone: 'UTC', startsAt: new Date(Date.now() + startsIn * minute).toISOString().slice(0, 16) },
    ...{ repeats: pick(['once', 'once', 'once', 'once', 'daily']), weekdays: [], monthDay: null, cron: '', endsOn: null, endsAfter: null },
  })
  const scope = () =>
    pick([
      { everything: true },
      { entityIds: [pick(entities).entityId] },
      { tags: [pick(['env=prod', 'env=test'])] },
      { everything: true, metrics: [pick(['cpu', 'disk'])] },
    ])
  const duration = () => 60 * pick([5, 20, 60, 90])
  const windows = async (): Promise<ServiceWindow[]> => (await vakt.call(anna, 'GET', base)).json().result

  /** Does it to some window; what is refused is refused. */
  async function act(verb: string, body: (window: ServiceWindow) => object, by = person()): Promise<void> {
    const all = await windows()
    if (all.length === 0) return
    const window = pick(all)
    const path = `${base}/${window.serviceWindowId}`
    const answer = await vakt.call(by, verb === '' ? 'PUT' : 'POST', verb === '' ? path : `${path}/${verb}`, body(window))
    assert.ok(answer.statusCode < 500, `${verb}: ${answer.body}`)
  }

  async function send(state: 'firing' | 'resolved'): Promise<void> {
    const entity = pick(entities)
    const rule = pick(['HighCpu', 'DiskFull'])
    const fingerprint = `${rule} ${entity.name}`
    if (state === 'resolved' && !firing[fingerprint]) return
    if (state === 'firing') firing[fingerprint] ??= new Date().toISOString()
    const labels = { alertname: rule, severity: pick(['warning', 'critical']), instance: entity.name, metric_name: pick(['cpu', 'disk']) }
    const endsAt = state === 'resolved' ? new Date().toISOString() : '0001-01-01T00:00:00Z'
    const alert = { status: state, fingerprint, labels, annotations: {}, startsAt: firing[fingerprint], endsAt }
    if (state === 'resolved') firing[fingerprint] = null
    const answer = await vakt.send('alertmanager', token, { version: '4', status: state, alerts: [alert] })
    assert.equal(answer.statusCode, 202)
    await vakt.work()
  }

  const work = async (probability: number) => {
    await owner.query("update job set due = now() where queue = 'service-window' and customer_id = $1 and state = 'waiting'", [customerId])
    await workThrough(queuesThatStop(random, probability), createContext)
  }
  /** Time passes: what was planned comes nearer. */
  const pass = async (minutes: number) => {
    await owner.query(
      `update service_window_occurrence set starts_at = starts_at - g, ends_at = ends_at - g, planned_ends_at = planned_ends_at - g,
         settles_at = settles_at - g, approved_ends_at = approved_ends_at - g from make_interval(secs => $2) g where customer_id = $1`,
      // No whole minutes: no occurrence of a window comes to stand where another one stood.
      [customerId, minutes * 60 + 1 + Math.floor(random() * 58) / 7],
    )
  }
  const watch = () => watchWindows(createContext())
  const raiseNow = () => random() < 0.5
  const steps: Record<string, () => Promise<unknown>> = {
    create: () =>
      vakt.call(random() < 0.4 ? karin : anna, 'POST', base, {
        ...{ reason: 'Patching', schedule: schedule(pick([-1, -1, 10])), durationInSeconds: duration(), scope: scope() },
      }),
    createToApprove: () =>
      vakt.call(karin, 'POST', base, {
        ...{ reason: 'To approve', schedule: schedule(pick([-1, 10])), durationInSeconds: duration(), scope: scope(), needsApproval: true },
      }),
    fire: () => send('firing'),
    resolve: () => send('resolved'),
    pass: () => pass(pick([3, 10, 30, 70])),
    end: () => act('end', () => ({ raiseNow: raiseNow() })),
    disable: () => act('disable', () => ({ raiseNow: raiseNow() })),
    enable: () => act('enable', () => ({})),
    extend: () => act('extend', () => ({ endsAt: new Date(Date.now() + pick([5, 40, 120]) * minute).toISOString() })),
    approve: () => act('approve', ({ version }) => ({ version }), anna),
    refuse: () => act('refuse', ({ version }) => ({ version, reason: 'No' }), anna),
    change: () =>
      act('', ({ reason, schedule: times, durationInSeconds, scope: covered, version, approval }) => ({
        ...{ reason, version, needsApproval: approval !== null && random() < 0.8 },
        schedule: random() < 0.3 ? schedule(pick([-1, 30])) : times,
        durationInSeconds: random() < 0.5 ? duration() : durationInSeconds,
        scope: random() < 0.5 ? scope() : covered,
      })),
    regroup: () =>
      owner.query('update entity set tags = $3 where customer_id = $1 and entity_id = $2', [
        ...[customerId, pick(entities).entityId, { env: pick(['prod', 'test']) }],
      ]),
    work: () => work(0.3),
    loseJob: () => owner.query("delete from job where queue = 'service-window' and customer_id = $1", [customerId]),
    watch,
  }
  const weights = { fire: 6, resolve: 3, pass: 4, create: 3, createToApprove: 2, approve: 4, change: 3, work: 4 } as Record<string, number>
  const names = Object.keys(steps).flatMap((name) => Array.from({ length: weights[name] ?? 1 }, () => name))
  return { customerId, pick, steps, names, work, watch, pass }
}

type State = { name: string; state: string; incident: string | null; holds: { open: boolean; escalation: boolean }[] }

/** Every alert, and by which occurrences it is held: open ones, and those ended early that raise at the end that was planned. */
async function readStates(customerId: string): Promise<State[]> {
  const { rows } = await owner.query<State>(
    `select a.fingerprint as name, a.state, a.incident_id::text as incident, coalesce((
       select json_agg(json_build_object('escalation', h.escalated_from is not null, 'open', o.settled_at is null and o.starts_at <= now()
         and o.settles_at > now() and (o.ends_at <= now() or (w.enabled and (coalesce(w.approval, 'approved') = 'approved'
           or (w.approval = 'waiting' and o.approved_ends_at > now()))))))
       from service_window_hold h join service_window_occurrence o on o.occurrence_id = h.occurrence_id
       join service_window w on w.window_id = o.window_id where h.alert_id = a.alert_id and h.outcome = 'held'), '[]') as holds
     from alert a where a.customer_id = $1`,
    [customerId],
  )
  return rows
}

const swallowed = (states: readonly State[]) =>
  states.filter(
    ({ state, incident, holds }) =>
      holds.some(({ open }) => !open) || (state === 'firing' ? incident === null && holds.length === 0 : holds.length > 0),
  )

async function tryOne(seed: number): Promise<number> {
  const random = createRandom(seed)
  const scene = await openScene(random)
  const done: string[] = []
  const check = async (when: string) => {
    await scene.watch()
    await scene.work(0)
    const found = swallowed(await readStates(scene.customerId))
    assert.deepEqual(found, [], `WINDOW_SEED=${seed} WINDOW_SEQUENCES=1, ${when}: ${done.join(' ')}`)
  }
  for (let step = 0; step < stepsOfSequence; step++) {
    const name = scene.pick(scene.names)
    done.push(name)
    await scene.steps[name]?.()
    if (step % 8 === 7) await check(`after step ${step + 1}`)
  }
  // What ended early is raised at the end that was planned, and everything else at its own.
  await owner.query("update service_window set enabled = false, planned_to = 'infinity' where customer_id = $1", [scene.customerId])
  await scene.pass(40 * 1440)
  await check('when every window is over')
  const states = await readStates(scene.customerId)
  assert.deepEqual(
    states.filter(({ state, incident, holds }) => holds.length > 0 || (state === 'firing' && incident === null)),
    [],
    `WINDOW_SEED=${seed}: ${done.join(' ')}`,
  )
  return states.length
}

test('whatever happens to windows and their workers, each alert is held by a window that is open, or was raised, or had recovered', {
  timeout: Math.max(120_000, sequences * 20_000),
}, async (t) => {
  let alerts = 0
  for (let index = 0; index < sequences; index++) alerts += await tryOne(firstSeed + index)
  t.diagnostic(`${sequences} sequences, ${alerts} alerts`)
  assert.ok(alerts > sequences / 2, 'alerts were tried')
})
