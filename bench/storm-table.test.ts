import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawTable } from './figures.ts'
import type { Findings } from './storm-checks.ts'
import { describeFindings, drawStorm, type StormResults } from './storm-table.ts'

const findings = (count = 0): Findings => ({ count, examples: count > 0 ? ['one of them'] : [] })
const sent = () => ({ acknowledged: 10, repeated: 1, refused: new Map<number, number>() })
const delays = () => ({ undisturbed: [5], afterKills: [9], note: () => {} })

/** A storm in which all went well. */
const calm = (): StormResults => ({
  installation: { endings: [], comebacks: [{ name: 'web', seconds: 2 }] } as unknown as StormResults['installation'],
  alerts: 5,
  sent: sent(),
  sentPoints: sent(),
  checked: {
    alerts: { lost: findings(), doubled: findings(), open: findings(), unprocessed: findings() },
    rules: { missed: findings(), twice: findings(), unfired: findings(), evaluations: 100 },
    points: { lost: findings(), doubled: findings(), points: 1000 },
  },
  signals: { stored: 11, different: 10 },
  kills: { kills: 3, restarts: 1 },
  pages: { calm: 10, loaded: 11, storm: 12, unanswered: 0 },
  alertDelays: delays(),
  ruleDelays: delays(),
  members: new Map([['web', { memory: [100, 101], mostMemory: 101, held: 5, heldAtStart: 9, slowestLive: 20 }]]),
  database: { megabytes: [50], jobs: [3], mostConnections: 9, longestTransaction: 1, longestIdleTransaction: 0.1 },
  leftovers: findings(),
  failedJobs: [],
  errors: { kinds: {}, ofRestarts: 2, withStack: 0 },
  drained: 5,
  isDrained: true,
})

const missed = (results: StormResults) =>
  drawTable(drawStorm(results))
    .split('\n')
    .filter((row) => row.includes('MISSED'))
    .map((row) => row.split('|')[1]?.trim())

test('a storm in which all went well misses nothing', () => assert.deepEqual(missed(calm()), []))

test('whatever was lost, doubled, left out or left over is missed in the table', () => {
  const spoil = (change: (results: StormResults) => void) => {
    const results = calm()
    change(results)
    return missed(results)
  }
  const alerts = (of: object) => spoil(({ checked }) => Object.assign(checked.alerts, of))
  const rules = (of: object) => spoil(({ checked }) => Object.assign(checked.rules, of))
  const points = (of: object) => spoil(({ checked }) => Object.assign(checked.points, of))
  assert.deepEqual(alerts({ lost: findings(1) }), ['… lost: no alert, incident or ticket of it'])
  assert.deepEqual(alerts({ doubled: findings(1) }), ['… doubled: several incidents or tickets'])
  assert.deepEqual(alerts({ open: findings(1) }), ['… not over although their end was acknowledged'])
  assert.deepEqual(alerts({ unprocessed: findings(1) }), ['… stored and not processed'])
  // One that was stored twice does not stand in for another that is gone.
  assert.deepEqual(
    spoil((results) => Object.assign(results, { signals: { stored: 11, different: 9 } })),
    ['signals acknowledged and not stored'],
  )
  assert.deepEqual(
    spoil((results) => Object.assign(results, { signals: { stored: 12, different: 10 } })),
    ['… stored more often than sent'],
  )
  assert.deepEqual(rules({ missed: findings(1) }), ['… left out'])
  assert.deepEqual(rules({ twice: findings(1) }), ['… twice'])
  assert.deepEqual(rules({ unfired: findings(1) }), ['… rules that should have fired once and did not'])
  assert.deepEqual(points({ lost: findings(1) }), ['… lost; doubled'])
  assert.deepEqual(points({ doubled: findings(1) }), ['… lost; doubled'])
  assert.deepEqual(
    spoil(({ sentPoints }) => sentPoints.refused.set(400, 1).set(503, 7)),
    ['requests of senders that were refused as wrong'],
  )
  assert.deepEqual(
    spoil((results) => Object.assign(results, { leftovers: findings(1) })),
    ['left over after everything was worked through'],
  )
  assert.deepEqual(
    spoil((results) => Object.assign(results, { isDrained: false })),
    ['not worked through in time'],
  )
  const ending = { name: 'web', at: '', code: 1, signal: null, lastWords: 'Vakt did not start. TypeError: x' }
  assert.deepEqual(
    spoil(({ installation }) => installation.endings.push(ending)),
    ['processes that ended by themselves while the database answered'],
  )
  const [lost, cut] = ['no PostgreSQL answers at db.', 'the PostgreSQL at db cannot be used just now (write EPIPE).']
  const explained = [lost, cut].map((words) => ({ ...ending, lastWords: `Vakt did not start. DATABASE_URL: ${words}` }))
  assert.deepEqual(
    spoil(({ installation }) => installation.endings.push(...explained)),
    [],
  )
})

test('what a check found is said with examples', () => {
  assert.deepEqual(describeFindings({ lost: findings(), missed: findings(3) }), ['missed: 3, for example one of them'])
})
