// A worker that closes buckets and evaluates alert rules as fast as it can, up to the slot `last`, for tests that kill it. The time is always the
// one at which the next bucket can be evaluated, so that each bucket is evaluated in a transaction of its own.
import { setTimeout as wait } from 'node:timers/promises'
import { bucketEnd, gracePeriodMilliseconds } from '@vakt/domain/metrics/bucket.ts'
import { evaluateRules, noteClosedBucket } from '#server/features/alert-rules/evaluate-rules.ts'
import { closeBuckets } from '#server/features/metrics/close-buckets.ts'
import { ownMetricStore } from '#server/features/metrics/own-metric-store.ts'
import type { Context } from '#server/platform/context.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createLog } from '#server/platform/log.ts'
import { ports } from '#server/roles/ports.ts'

const { owner, root, customerId, last } = JSON.parse(process.env.RULE_WORKER ?? '{}')
const log = createLog('error')
const database = await openDatabase(owner, { root: Buffer.from(root, 'hex') }, log, { app: 1, worker: 3 })
const contextAt = (now: Date) => (): Context => ({
  actor: { type: 'system', job: 'test' },
  now,
  pool: database.worker,
  log,
  ports,
  requestId: null,
  isStaff: false,
})

async function readNextSlot(): Promise<number> {
  const { rows } = await workForAllCustomers({ pool: database.worker }, (transaction) =>
    transaction.query<{ slot: number }>('select evaluated_to + 1 as slot from alert_rule_clock where customer_id = $1', [customerId]),
  )
  return rows[0]?.slot ?? 0
}

async function close() {
  for (;;) if (!(await closeBuckets(contextAt(new Date(Date.now() + 600_000)), [noteClosedBucket]))) await wait(20)
}

async function evaluate() {
  const evaluation = { store: ownMetricStore, cache: new Map() }
  for (;;) {
    const next = await readNextSlot()
    if (next <= last) await evaluateRules(contextAt(new Date(bucketEnd(next) + gracePeriodMilliseconds)), evaluation)
    await wait(5)
  }
}

process.stdout.write('ready\n')
await Promise.all([close(), evaluate()])
