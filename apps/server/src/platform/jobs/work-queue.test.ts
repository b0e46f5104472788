import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestDatabase, silentLog } from '#server/testing/test-database.ts'
import { countJobsForAllCustomers } from './job-counts.ts'
import {
  claimJobsForAllCustomers,
  enqueueJobs,
  extendLeases,
  failJob,
  finishJob,
  freeLostJobsForAllCustomers,
  type Job,
  LeaseLost,
  type NewJob,
  requeueFailedJobs,
} from './job-table.ts'
import { keepJobsForAllCustomers } from './standing-job-table.ts'
import { type JobRun, type Queue, startWorkQueue, workThrough } from './work-queue.ts'

const { database, close } = await createTestDatabase({ app: 4, worker: 8 })
after(close)
const { customerId: quiet } = await createCustomer(database)
const { customerId: busy } = await createCustomer(database)
const createContext = (): Context => ({
  actor: { type: 'system', job: 'test' },
  now: new Date(),
  pool: database.worker,
  log: silentLog,
  requestId: null,
  isStaff: false,
})
const asWorker = <T>(work: Parameters<typeof workForAllCustomers<T>>[1]) => workForAllCustomers({ pool: database.worker }, work)
const enqueue = (...jobs: NewJob[]) => asWorker((transaction) => enqueueJobs(transaction, jobs))
const many = (count: number, job: Omit<NewJob, 'rowId'>) =>
  enqueue(...Array.from({ length: count }, (_, index) => ({ ...job, rowId: String(index) })))
const readJobs = async (queue: string) =>
  (
    await asWorker((transaction) =>
      transaction.query<{ rowId: string; state: string; attempts: number; error: string | null; isLater: boolean }>(
        'select row_id as "rowId", state, attempts, error, due > now() as "isLater" from job where queue = $1 order by job_id',
        [queue],
      ),
    )
  ).rows
const queueOf = (run: Queue['run'], change: Partial<Queue> = {}): Queue => ({
  slots: 4,
  maxPerCustomer: 4,
  maxPerKey: 4,
  leaseSeconds: 30,
  maxAttempts: 3,
  run,
  ...change,
})
let queues = 0
const nameQueue = () => `test-${++queues}`
const room = (queue: string, change: object = {}) => ({ queue, free: 4, maxPerCustomer: 4, maxPerKey: 4, leaseSeconds: 30, ...change })
const claim = (queue: string, change: object = {}, dueBy: Date | null = null) =>
  asWorker((transaction) => claimJobsForAllCustomers(transaction, [room(queue, change)], dueBy))

test('a job is done once, and is gone then; work that is rolled back enqueues none', async () => {
  const queue = nameQueue()
  await enqueue({ queue, customerId: quiet, rowId: 'a' }, { queue, customerId: busy, rowId: 'a' })
  await asWorker(async (transaction) => {
    await enqueueJobs(transaction, [{ queue, customerId: quiet, rowId: 'b' }])
    throw new Error('rolled back')
  }).catch(() => {})
  const done: string[] = []
  const begun = await workThrough(
    { [queue]: queueOf(async ({ customerId, rowId }) => void done.push(`${customerId} ${rowId}`)) },
    createContext,
  )
  assert.equal(begun, 2)
  assert.deepEqual(done.toSorted(), [`${busy} a`, `${quiet} a`].toSorted())
  assert.deepEqual(await readJobs(queue), [])
})

test('a row that waits is not enqueued twice; one that is being worked at is worked at once more', async () => {
  const queue = nameQueue()
  const job = { queue, customerId: quiet, rowId: 'a' }
  await enqueue({ ...job, due: new Date(Date.now() + 60_000) })
  await enqueue(job)
  let runs = 0
  const run = async () => {
    if (++runs === 1) await enqueue(job)
  }
  assert.equal(await workThrough({ [queue]: queueOf(run) }, createContext), 2)
  assert.equal(runs, 2)
})

test('a customer with one job does not wait for the 10,000 of another', async () => {
  const queue = nameQueue()
  await many(10_000, { queue, customerId: busy })
  await enqueue({ queue, customerId: quiet, rowId: 'only' })
  const first = await claim(queue, { free: 2 })
  assert.deepEqual(first.map(({ customerId }) => customerId).toSorted(), [busy, quiet].toSorted())
  await asWorker((transaction) => transaction.query('delete from job where queue = $1', [queue]))
})

test('limits for a customer and for a key hold over workers that claim at the same moment', async () => {
  const queue = nameQueue()
  await many(50, { queue, customerId: busy, key: 'a' })
  await enqueue(...Array.from({ length: 50 }, (_, index) => ({ queue, customerId: busy, key: 'b', rowId: `b${index}` })))
  const claimed = (await Promise.all(Array.from({ length: 8 }, () => claim(queue, { maxPerCustomer: 3, maxPerKey: 2 })))).flat()
  assert.equal(claimed.length, 3)
  assert.ok(claimed.filter(({ key }) => key === 'a').length <= 2)
  assert.ok(claimed.filter(({ key }) => key === 'b').length <= 2)
  await asWorker((transaction) => transaction.query('delete from job where queue = $1', [queue]))
})

test('a job that throws is tried later, and has failed for good after its attempts; enqueued again it starts over', async () => {
  const queue = nameQueue()
  await enqueue({ queue, customerId: quiet, rowId: 'a' })
  const failing = { [queue]: queueOf(() => Promise.reject(new Error('no answer'))) }
  await workThrough(failing, createContext)
  assert.deepEqual(await readJobs(queue), [{ rowId: 'a', state: 'waiting', attempts: 1, error: 'no answer', isLater: true }])
  const tomorrow = new Date(Date.now() + 86_400_000)
  await workThrough(failing, createContext, tomorrow)
  assert.deepEqual(
    (await readJobs(queue)).map(({ state, attempts }) => [state, attempts]),
    [['failed', 3]],
  )
  await enqueue({ queue, customerId: quiet, rowId: 'a' })
  assert.equal(await workThrough({ [queue]: queueOf(async () => {}) }, createContext), 1)
  assert.deepEqual(await readJobs(queue), [])
})

test('what a worker wrote after its lease was lost is rolled back', async () => {
  const queue = nameQueue()
  await enqueue({ queue, customerId: quiet, rowId: 'a' })
  const [lost] = (await claim(queue, { leaseSeconds: 0 })) as [Job]
  const stopped = startWorkQueue({ [queue]: queueOf(async () => {}, { leaseSeconds: 1 }) }, createContext, { pollMilliseconds: 50 })
  while ((await readJobs(queue)).length > 0) await new Promise((resolve) => setImmediate(resolve))
  await stopped.stop()
  await assert.rejects(
    asWorker(async (transaction) => {
      await transaction.query("update customer set name = 'never' where customer_id = $1", [quiet])
      await finishJob(transaction, lost, null)
    }),
    LeaseLost,
  )
  const { rows } = await asWorker((transaction) => transaction.query('select name from customer where customer_id = $1', [quiet]))
  assert.notEqual(rows[0].name, 'never')
})

test('what is enqueued while the queue rests is begun when it is woken; stopping waits for what runs', async () => {
  const queue = nameQueue()
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  const running = startWorkQueue(
    {
      [queue]: queueOf(async () => {
        begin()
        await held
      }),
    },
    createContext,
    { pollMilliseconds: 60_000 },
  )
  await enqueue({ queue, customerId: quiet, rowId: 'a' })
  running.wake()
  await begun
  const stopped = running.stop()
  end()
  await stopped
  assert.deepEqual(await readJobs(queue), [])
})

test('jobs are counted by queue and state, with the age of the oldest that is due', async () => {
  const queue = nameQueue()
  await enqueue(
    { queue, customerId: quiet, rowId: 'late', due: new Date(Date.now() - 120_000) },
    { queue, customerId: busy, rowId: 'now' },
    { queue, customerId: busy, rowId: 'later', due: new Date(Date.now() + 60_000) },
  )
  const count = async () => (await countJobsForAllCustomers({ pool: database.worker })).find((each) => each.queue === queue)
  const { oldestSeconds = 0, ...counts } = (await count()) ?? {}
  assert.deepEqual(counts, { queue, due: 2, later: 1, running: 0, failed: 0 })
  assert.ok(oldestSeconds >= 120 && oldestSeconds < 200)
  await workThrough({ [queue]: queueOf(() => Promise.reject(new Error('no')), { maxAttempts: 1 }) }, createContext)
  assert.deepEqual(await count(), { queue, due: 0, later: 1, running: 0, failed: 2, oldestSeconds: 0 })
})

test('jobs that wait for a customer that is closed are not counted', async () => {
  const queue = nameQueue()
  const { customerId: closed } = await createCustomer(database)
  await enqueue(
    { queue, customerId: closed, rowId: 'a' },
    { queue, customerId: quiet, rowId: 'a' },
    { queue, customerId: null, rowId: 'a' },
  )
  const setClosed = "insert into closed_customer (customer_id, closed_at, closed_by) values ($1, now() - interval '1 day', 'x')"
  await asWorker((transaction) => transaction.query(setClosed, [closed]))
  const counted = (await countJobsForAllCustomers({ pool: database.worker })).find((each) => each.queue === queue)
  assert.equal(counted?.due, 2)
  await asWorker((transaction) => transaction.query('delete from job where queue = $1', [queue]))
})

test('a customer’s login neither sees nor enqueues the jobs of another', async () => {
  const queue = nameQueue()
  await enqueue({ queue, customerId: busy, rowId: 'a' })
  const asQuiet = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction({ pool: database.app }, quiet, work)
  const seen = await asQuiet((transaction) => transaction.query('select from job where queue = $1', [queue]))
  assert.equal(seen.rowCount, 0)
  await assert.rejects(
    asQuiet((transaction) => enqueueJobs(transaction, [{ queue, customerId: busy, rowId: 'b' }])),
    /row-level security/,
  )
  await asQuiet((transaction) => enqueueJobs(transaction, [{ queue, customerId: quiet, rowId: 'mine' }]))
  assert.equal((await readJobs(queue)).length, 2)
})

test('jobs that were claimed at once are done together, up to a size; where that fails, each by itself', async () => {
  const queue = nameQueue()
  await many(10, { queue, customerId: busy })
  const sizes: number[] = []
  const alone: string[] = []
  const later = new Date(Date.now() + 60_000)
  const change: Partial<Queue> = {
    ...{ slots: 8, maxPerCustomer: 8, maxPerKey: 8 },
    together: {
      size: 4,
      run: async (jobs, { finish }) => {
        sizes.push(jobs.length)
        if (jobs.some(({ rowId }) => rowId === '0')) throw new Error('together')
        await asWorker((transaction) =>
          finish(
            transaction,
            jobs.map((job) => ({ job, due: job.rowId === '9' ? later : null })),
          ),
        )
      },
    },
  }
  await workThrough({ [queue]: queueOf(async ({ rowId }) => void alone.push(rowId), change) }, createContext)
  assert.deepEqual([sizes.toSorted(), alone.length], [[2, 4, 4], 4])
  assert.ok(alone.includes('0'))
  assert.deepEqual(
    (await readJobs(queue)).map(({ rowId, state, attempts, isLater }) => [rowId, state, attempts, isLater]),
    [['9', 'waiting', 0, true]],
  )
})

test('a job that hangs is aborted, fails with words and gives its slot back; what it does later is rolled back', async () => {
  const queue = nameQueue()
  await enqueue({ queue, customerId: busy, rowId: 'hangs' }, { queue, customerId: busy, rowId: 'waits' })
  const begun: string[] = []
  let hung: (JobRun & { job: Job }) | undefined
  const run: Queue['run'] = async (job, at) => {
    begun.push(job.rowId)
    if (job.rowId !== 'hangs') return
    hung = { ...at, job }
    await new Promise(() => {})
  }
  const queueWithLimit = { [queue]: queueOf(run, { slots: 1, maxSeconds: 0.1 }) }
  const running = startWorkQueue(queueWithLimit, createContext, { pollMilliseconds: 20 })
  while (begun.length < 2 || (await readJobs(queue)).length > 1) await new Promise((resolve) => setImmediate(resolve))
  await running.stop()
  const [left] = await readJobs(queue)
  assert.deepEqual([left?.rowId, left?.state, left?.attempts], ['hangs', 'waiting', 1])
  assert.match(left?.error ?? '', /aborted after 0.1 s/)
  assert.ok(hung?.signal.aborted)
  await assert.rejects(
    asWorker((transaction) => (hung as JobRun).finish(transaction)),
    LeaseLost,
  )
})

test('jobs that are begun together and hang fail each by itself, and are not waited for one after the other', async () => {
  const queue = nameQueue()
  await many(3, { queue, customerId: busy })
  const hang = () => new Promise<never>(() => {})
  const change: Partial<Queue> = { maxSeconds: 0.1, together: { size: 4, run: hang } }
  let atOnce = 0
  const run = async () => {
    atOnce += 1
    await hang()
  }
  await workThrough({ [queue]: queueOf(run, change) }, createContext)
  assert.equal(atOnce, 3)
  assert.deepEqual(
    (await readJobs(queue)).map(({ state, attempts }) => [state, attempts]),
    Array.from({ length: 3 }, () => ['waiting', 1]),
  )
})

test('what was enqueued during the last attempt that fails is not lost with it: it waits for a first attempt', async () => {
  const queue = nameQueue()
  const job = { queue, customerId: quiet, rowId: 'a' }
  await enqueue(job)
  let isReady = false
  const run = async () => {
    if (isReady) return
    isReady = true
    await enqueue(job)
    throw new Error('no answer')
  }
  assert.equal(await workThrough({ [queue]: queueOf(run, { maxAttempts: 1 }) }, createContext), 2)
  assert.deepEqual(await readJobs(queue), [])
})

const standing = (queue: string, rowId = 'a') =>
  asWorker((transaction) => keepJobsForAllCustomers(transaction, queue, [{ customerId: quiet, rowId }]))
const letPass = (queue: string) =>
  asWorker((transaction) => transaction.query("update job set failed_at = failed_at - interval '1 hour' where queue = $1", [queue]))
const tomorrow = () => new Date(Date.now() + 86_400_000)
/** Its worker dies at it, and meanwhile it is found once more. */
async function loseWorker(queue: string): Promise<void> {
  assert.equal((await claim(queue, { leaseSeconds: 0 }, tomorrow())).length, 1)
  await standing(queue)
  await asWorker((transaction) => freeLostJobsForAllCustomers(transaction, [{ queue, maxAttempts: 8 }]))
}
const statesOf = async (queue: string) => (await readJobs(queue)).map(({ state, attempts, error }) => [state, attempts, error])

test('a standing job that kills its worker three times is set aside, and comes back when somebody tries it again', async () => {
  const queue = nameQueue()
  await standing(queue)
  await loseWorker(queue)
  await loseWorker(queue)
  assert.deepEqual(await statesOf(queue), [['waiting', 2, 'worker_lost']])
  await loseWorker(queue)
  assert.deepEqual(await statesOf(queue), [['failed', 3, 'worker_lost']])
  await letPass(queue)
  await standing(queue)
  assert.deepEqual(await statesOf(queue), [['failed', 3, 'worker_lost']], 'it would kill the next worker')
  const { rows } = await asWorker((transaction) => transaction.query('select job_id as "jobId" from job where queue = $1', [queue]))
  await asWorker((transaction) => requeueFailedJobs(transaction, quiet, [rows[0].jobId]))
  assert.equal(await workThrough({ [queue]: queueOf(async () => {}) }, createContext), 1)
  assert.deepEqual(await readJobs(queue), [])
})

test('a job that is enqueued again after it killed three workers has one attempt', async () => {
  const queue = nameQueue()
  await standing(queue)
  for (let time = 0; time < 3; time += 1) await loseWorker(queue)
  await enqueue({ queue, customerId: quiet, rowId: 'a' })
  await loseWorker(queue)
  assert.deepEqual(await statesOf(queue), [['failed', 1, 'worker_lost']])
  await asWorker((transaction) => transaction.query('delete from job where queue = $1', [queue]))
})

test('an attempt that ends, well or not, is none that lost its worker', async () => {
  const queue = nameQueue()
  await standing(queue)
  await loseWorker(queue)
  await loseWorker(queue)
  const [job] = (await claim(queue, {}, tomorrow())) as [Job]
  await asWorker((transaction) => failJob(transaction, job, { error: 'no answer', maxAttempts: 8, isStanding: true }))
  await loseWorker(queue)
  assert.deepEqual(
    (await statesOf(queue)).map(([state]) => state),
    ['waiting'],
  )
  await asWorker((transaction) => transaction.query('delete from job where queue = $1', [queue]))
})

test('a standing job that is found again during each attempt that fails has failed in the end, and is tried once more later', async () => {
  const queue = nameQueue()
  await standing(queue)
  let isReady = false
  let runs = 0
  const run = async () => {
    runs += 1
    await standing(queue)
    if (!isReady) throw new Error('no answer')
  }
  const work = () => workThrough({ [queue]: queueOf(run, { isStanding: true }) }, createContext, tomorrow())
  await work()
  assert.deepEqual([runs, await statesOf(queue)], [3, [['failed', 3, 'no answer']]])
  await letPass(queue)
  await standing(queue)
  assert.equal(await work(), 1)
  await letPass(queue)
  isReady = true
  await standing(queue)
  runs = 0
  const once = queueOf(async () => void (await (runs++ === 0 ? standing(queue) : null)), { isStanding: true })
  assert.equal(await workThrough({ [queue]: once }, createContext), 2, 'what was found while it ran well is worked at')
  assert.deepEqual(await readJobs(queue), [])
})

test('a job that is locked keeps no other from being enqueued, and no lease of another from being extended', async () => {
  const queue = nameQueue()
  await enqueue({ queue, customerId: quiet, rowId: 'a' }, { queue, customerId: busy, rowId: 'a' })
  const jobs = await claim(queue)
  await asWorker((transaction) => transaction.query("update job set lease_until = now() - interval '1 second' where queue = $1", [queue]))
  const [finished, other] = jobs as [Job, Job]
  const later = { customerId: other.customerId, rowId: 'b' }
  await asWorker(async (finishing) => {
    await finishJob(finishing, finished, null)
    await asWorker(async (transaction) => {
      await transaction.query("set local lock_timeout = '1s'")
      const all = [...jobs, later].map(({ customerId, rowId }) => ({ customerId, rowId }))
      await keepJobsForAllCustomers(transaction, queue, all)
      const kept = await extendLeases(
        transaction,
        jobs.map((job) => ({ ...job, leaseSeconds: 30 })),
      )
      assert.deepEqual([...kept].toSorted(), jobs.map(({ jobId }) => jobId).toSorted())
    })
    assert.equal(await asWorker((transaction) => freeLostJobsForAllCustomers(transaction, [{ queue, maxAttempts: 3 }])), 0)
  })
  const left = await asWorker((transaction) =>
    transaction.query<{ row: string; state: string; runsAgain: boolean; isHeld: boolean | null }>(
      `select customer_id || row_id as row, state, runs_again as "runsAgain", lease_until > now() as "isHeld" from job where queue = $1 order by row_id`,
      [queue],
    ),
  )
  assert.deepEqual(left.rows, [
    { row: `${other.customerId}a`, state: 'running', runsAgain: true, isHeld: true },
    { row: `${other.customerId}b`, state: 'waiting', runsAgain: false, isHeld: null },
  ])
})

test('two workers that enqueue the same rows at once, in another order, do not wait for each other', async () => {
  const queue = nameQueue()
  const rows = Array.from({ length: 300 }, (_, index) => ({ customerId: index % 2 === 0 ? quiet : busy, rowId: String(index) }))
  for (let round = 0; round < 10; round++) {
    const name = `${queue}-${round}`
    const orders = [rows, rows.toReversed(), rows, rows.toReversed()]
    await Promise.all(
      orders.map((order, index) =>
        asWorker((transaction) =>
          index < 2
            ? keepJobsForAllCustomers(transaction, name, order)
            : enqueueJobs(
                transaction,
                order.map((row) => ({ ...row, queue: name })),
              ),
        ),
      ),
    )
    assert.equal((await readJobs(name)).length, rows.length)
  }
})
