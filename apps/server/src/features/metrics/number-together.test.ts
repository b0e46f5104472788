import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createCustomer } from '#server/testing/factories.ts'
import { until } from '#server/testing/real-program.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { createSeriesDictionary } from './series-dictionary.ts'
import { noFaults } from './wire/request-bounds.ts'
import type { SentPoints } from './wire/sent-points.ts'
import { createTurns } from './wire/turns.ts'

let vakt: TestDatabase
before(async () => {
  vakt = await createTestDatabase()
})
after(() => vakt.close())

/** A request with one point of each series. */
function request(names: readonly string[]): SentPoints {
  return {
    count: names.length,
    keys: [...names],
    series: Uint32Array.from(names.keys()),
    at: new Float64Array(names.length),
    value: new Float64Array(names.length),
    describe: (index) => ({ labels: [['__name__', names[index] as string]], kind: null, unit: null }),
    metadata: [],
    passedOver: 0,
    faults: noFaults(),
  }
}

test('new label sets that come at the same time are numbered together, by one connection of a customer', async () => {
  const [busy, other] = [await createCustomer(vakt.database), await createCustomer(vakt.database)]
  const dictionary = createSeriesDictionary(vakt.database.app)
  const numbersOf = (customerId: string, names: string[]) => dictionary.numbersOf(customerId, request(names), createTurns())
  await numbersOf(busy.customerId, ['first'])
  const holder = new pg.Client(vakt.owner)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from metric_customer where customer_id = $1 for update', [busy.customerId])
    const asked = Array.from({ length: 30 }, (_, machine) => numbersOf(busy.customerId, ['shared', `of-${machine}`]))
    const countWaiting = async () =>
      (await holder.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount ?? 0
    await until(async () => (await countWaiting()) > 0)
    // The connections that are left serve others.
    await numbersOf(other.customerId, ['theirs'])
    assert.equal(await countWaiting(), 1)
    await holder.query('rollback')
    const numbers = (await Promise.all(asked)).map(([shared, own]) => ({ shared, own }))
    assert.equal(new Set(numbers.map(({ shared }) => shared)).size, 1)
    assert.equal(new Set(numbers.map(({ own }) => own)).size, 30)
  } finally {
    await holder.end()
  }
})

test('a statement that fails is tried for each request alone', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const dictionary = createSeriesDictionary(vakt.database.app)
  const holder = new pg.Client(vakt.owner)
  await holder.connect()
  try {
    await dictionary.numbersOf(customerId, request(['first']), createTurns())
    await holder.query("alter table metric_series add constraint without_poison check (metric <> 'poison')")
    await holder.query('begin')
    await holder.query('select from metric_customer where customer_id = $1 for update', [customerId])
    const numbersOf = (name: string) => dictionary.numbersOf(customerId, request([name]), createTurns())
    // The first one is under way while the others come.
    const asked = ['second', 'poison', 'third'].map(numbersOf)
    await holder.query('rollback')
    const outcomes = await Promise.allSettled(asked)
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
  } finally {
    await holder.query('alter table metric_series drop constraint without_poison')
    await holder.end()
  }
})
