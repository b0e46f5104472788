import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import pg from 'pg'
import { finishAnnouncements, sendAnnouncements } from '#server/platform/database/announcer.ts'
import {
  inOneStatement,
  inTransaction,
  inTransactionEndedBy,
  inTwoStatements,
  type Transaction,
  workForAllCustomers,
} from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'

const { database, close } = await createTestDatabase()
after(close)
const pool = database.app
const { customerId } = await createCustomer(database)
const { customerId: another } = await createCustomer(database)

const insert = (format: string) => (transaction: Transaction) =>
  transaction.query(
    `insert into signal (customer_id, token_id, format, body, state) values ($1, gen_random_uuid(), $2, '', 'done') returning signal_id`,
    [customerId, format],
  )

async function countSignals(format: string): Promise<number> {
  const read = (transaction: Transaction) => transaction.query('select from signal where format = $1', [format])
  return (await inOneStatement({ pool }, customerId, read)).rowCount ?? 0
}

test('a statement that is sent at once commits', async () => {
  await inOneStatement({ pool }, customerId, insert('kept'))
  assert.equal(await countSignals('kept'), 1)
})

test('a statement that fails is told as it failed, and its connection goes on', async () => {
  const fail = (transaction: Transaction) => transaction.query('select 1 / 0')
  for (let round = 0; round < 10; round += 1) await assert.rejects(inOneStatement({ pool }, customerId, fail), /division by zero/)
  assert.equal(await countSignals('kept'), 1)
})

test('work that throws before its first statement gives its connection back', async () => {
  const refuse = (): Promise<never> => {
    throw new Error('refused')
  }
  for (let round = 0; round < 10; round += 1) await assert.rejects(inOneStatement({ pool }, customerId, refuse), /refused/)
  assert.equal(pool.idleCount, pool.totalCount)
  assert.equal(await countSignals('kept'), 1)
})

test('a second statement is refused', async () => {
  const twice = async (transaction: Transaction) => {
    await insert('first')(transaction)
    return insert('second')(transaction)
  }
  await assert.rejects(inOneStatement({ pool }, customerId, twice), /holds one statement/)
  assert.equal(await countSignals('second'), 0)
})

test('two that are sent at once commit together or not at all, and a third is refused', async () => {
  const both = (...work: ((transaction: Transaction) => Promise<unknown>)[]) =>
    inTwoStatements({ pool }, customerId, (transaction) => Promise.all(work.map((one) => one(transaction))))
  await both(insert('pair'), insert('pair'))
  assert.equal(await countSignals('pair'), 2)
  const fail = (transaction: Transaction) => transaction.query('select 1 / 0')
  await assert.rejects(both(insert('half'), fail), /division by zero/)
  await assert.rejects(both(fail, insert('half')), /division by zero/)
  assert.equal(await countSignals('half'), 0)
  const third = async (transaction: Transaction) => {
    await Promise.all([insert('third')(transaction), insert('third')(transaction)])
    return insert('third')(transaction)
  }
  await assert.rejects(inTwoStatements({ pool }, customerId, third), /sent before anything is awaited/)
})

test('a statement that comes late is refused', async () => {
  const late = async (transaction: Transaction) => {
    await Promise.resolve()
    return insert('late')(transaction)
  }
  await assert.rejects(inOneStatement({ pool }, customerId, late), /sent before anything is awaited/)
  assert.equal(await countSignals('late'), 0)
})

test('many at once on few connections keep their customers apart', async () => {
  const own = (transaction: Transaction) => transaction.query<{ customer_id: string }>('select customer_id from customer')
  const wanted = Array.from({ length: 200 }, (_, index) => (index % 2 ? customerId : another))
  const read = await Promise.all(wanted.map((id, index) => (index % 3 ? inOneStatement : inTransaction)({ pool }, id, own)))
  assert.deepEqual(
    read.map(({ rows }) => rows),
    wanted.map((id) => [{ customer_id: id }]),
  )
})

test('a statement of the worker leaves no plan behind, unlike one of the door', async () => {
  const plansOf = (run: typeof workForAllCustomers) =>
    run({ pool: database.worker }, async (transaction) => {
      await transaction.query({ name: 'kept-plan', text: 'select $1::int', values: [1] })
      const { rows } = await transaction.query("select name from pg_prepared_statements where name <> ''")
      return rows
    })
  assert.deepEqual(await plansOf(workForAllCustomers), [])
  assert.deepEqual(await plansOf((_, work) => inTransaction({ pool }, customerId, work)), [{ name: 'kept-plan' }])
})

test('a transaction whose opening fails writes and reads nothing, over either pool, and its connection goes on', async () => {
  const unspeakable = `${customerId}\u0000`
  for (const each of [database.app, database.worker]) {
    let seen: unknown = 'nothing was asked'
    const look = async (transaction: Transaction) => {
      seen = await transaction.query('select from signal').then(
        ({ rowCount }) => rowCount,
        () => 'refused',
      )
      throw new Error('not to be kept')
    }
    await assert.rejects(inTransaction({ pool: each }, unspeakable, look))
    assert.ok(seen === 'nothing was asked' || seen === 'refused' || seen === 0, `it saw ${seen}`)
    assert.equal((await inTransaction({ pool: each }, customerId, insert('after'))).rowCount, 1)
  }
})

const endWith = (last: (transaction: Transaction) => Promise<unknown>) =>
  inTransactionEndedBy({ pool }, customerId, insert('begun'), (transaction) => last(transaction))

test('what ends a transaction is committed with what was done before', async () => {
  const added = await endWith((transaction) => Promise.all([insert('ended')(transaction), insert('ended')(transaction)]))
  assert.equal((added as unknown[]).length, 2)
  assert.deepEqual([await countSignals('begun'), await countSignals('ended')], [1, 2])
})

test('nothing stays where the end fails, in the database or before it was sent', async () => {
  const divide = (transaction: Transaction) => transaction.query('select 1 / 0')
  const forget = async () => {
    throw new Error('not sent')
  }
  const cases = [
    [divide, insert('half end')],
    [insert('half end'), divide],
    [insert('half end'), forget],
    [forget, insert('half end')],
  ]
  for (const both of cases) {
    await assert.rejects(
      endWith((transaction) => Promise.all(both.map((one) => one(transaction)))),
      /division by zero|not sent/,
    )
  }
  assert.deepEqual([await countSignals('begun'), await countSignals('half end')], [1, 0])
})

test('what ends a transaction does not wait for itself', async () => {
  const late = async (transaction: Transaction) => {
    await insert('late end')(transaction)
    await insert('late end')(transaction)
  }
  await assert.rejects(endWith(late), /sent before anything is awaited/)
})

test('what a transaction announces is heard once it is committed, the same once, and nothing of one that fails', async () => {
  const listener = await database.connect()
  const heard: string[] = []
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  await listener.query('listen test_channel')
  const fail = async (transaction: Transaction) => {
    transaction.announceOnCommit('test_channel', 'failed')
    throw new Error('failed')
  }
  await assert.rejects(inTransaction({ pool }, customerId, fail), /failed/)
  await inTransaction({ pool }, customerId, async (transaction) => {
    for (const payload of ['first', 'same', 'same']) transaction.announceOnCommit('test_channel', payload)
  })
  await inOneStatement({ pool }, customerId, (transaction) => {
    transaction.announceOnCommit('test_channel', 'last')
    return insert('announced')(transaction)
  })
  // As anyone who closes the pool does.
  await finishAnnouncements(pool)
  while (!heard.includes('last')) await once(listener, 'notification')
  assert.deepEqual(heard, ['first', 'same', 'last'])
  await listener.end()
})

/** A pool whose only connection is taken; what waits for it is refused at once. */
async function createFullPool() {
  const { password } = pool.options
  const full = new pg.Pool({ ...pool.options, ...(password && { password }), max: 1 })
  const held = await full.connect()
  full.options.connectionTimeoutMillis = 10
  return { full, held }
}

test('what is announced waits until there is a connection for it, however many attempts fail', async () => {
  const { full, held } = await createFullPool()
  const connect = full.connect.bind(full)
  let attempts = 0
  full.query = (async (statement: pg.QueryConfig) => {
    attempts += 1
    const client = await connect()
    return client.query(statement).finally(() => client.release())
  }) as typeof full.query
  const listener = await database.connect()
  await listener.query('listen test_channel')
  const heard = once(listener, 'notification')
  sendAnnouncements(full, [{ channel: 'test_channel', payload: 'patient' }])
  while (attempts < 6) await new Promise((resolve) => setImmediate(resolve))
  held.release()
  assert.equal((await heard)[0].payload, 'patient')
  await Promise.all([finishAnnouncements(full), listener.end()])
  await full.end()
})

test('while nothing can be announced, so many that wait are merged into one of their kind', async () => {
  const { full, held } = await createFullPool()
  const listener = await database.connect()
  await listener.query('listen test_channel')
  const heard: string[] = []
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  for (let number = 0; number < 5000; number += 1)
    sendAnnouncements(full, [{ channel: 'test_channel', payload: `row ${number}`, merged: number % 2 ? 'odd' : 'even' }])
  sendAnnouncements(full, [{ channel: 'test_channel', payload: 'x'.repeat(9000), merged: 'too long' }])
  sendAnnouncements(full, [{ channel: 'test_channel', payload: 'last' }])
  held.release()
  while (!heard.includes('last')) await once(listener, 'notification')
  assert.ok(heard.length < 1100, `${heard.length} announced`)
  for (const payload of ['odd', 'even', 'too long']) assert.ok(heard.includes(payload), payload)
  await Promise.all([finishAnnouncements(full), listener.end()])
  await full.end()
})

test('a transaction whose failed statement was passed over is not taken for committed', async () => {
  const careless = async (transaction: Transaction) => {
    await insert('careless')(transaction)
    await transaction.query('select 1 / 0').catch(() => {})
  }
  await assert.rejects(inTransaction({ pool }, customerId, careless), /was rolled back/)
  assert.equal(await countSignals('careless'), 0)
})
