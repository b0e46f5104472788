import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { ports } from '#server/roles/ports.ts'
import { createCustomer, createIngestToken } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { createSignalProcessor } from './process-signals.ts'
import { readFromSender } from './read-pending-signals.ts'

const vakt = await createTestApp()
const owner = new pg.Pool({ ...vakt.owner, max: 2 })
after(async () => {
  await owner.end()
  await vakt.close()
})

const createContext = () => ({
  ...{ actor: { type: 'system' as const, job: 'test' }, now: new Date(), pool: vakt.database.worker },
  ...{ log: silentLog, ports, requestId: null, isStaff: false },
})
const orderedSignals = '(select * from signal order by signal_id) as signal'
const startsAt = new Date().toISOString()
const body = (name: string, count = 1) => ({
  version: '4',
  alerts: Array.from({ length: count }, (_, number) => ({
    status: 'firing',
    fingerprint: `${name}-${number}`,
    labels: { alertname: name, instance: 'one.example' },
    startsAt,
  })),
})

async function createSender() {
  const { customerId } = await createCustomer(vakt.database)
  const token = await createIngestToken(vakt.database, customerId)
  return {
    customerId,
    token,
    send: async (name: string, count = 1) => {
      const answer = await vakt.send('alertmanager', token, body(name, count))
      assert.equal(answer.statusCode, 202, answer.body)
    },
    read: async <Row extends pg.QueryResultRow>(columns: string, table = 'signal'): Promise<Row[]> =>
      (await owner.query<Row>(`select ${columns} from ${table} where customer_id = $1`, [customerId])).rows,
  }
}

/** Answers how many alerts of a customer were recorded before the first of another, by the order in which transactions began to write. */
async function countBefore(customerId: string, otherId: string): Promise<number> {
  const { rows } = await owner.query<{ alerts: number }>(
    `select count(*)::int as alerts from alert where customer_id = $1
     and xmin::text::bigint < (select min(xmin::text::bigint) from alert where customer_id = $2)`,
    [customerId, otherId],
  )
  return rows[0]?.alerts ?? 0
}

test("what arrives while a customer's large signal is recorded is recorded before the next slice of that", async () => {
  const [large, other] = [await createSender(), await createSender()]
  await large.send('Large', 2200)
  // It arrives together with the first slice, whatever the speed of the machine.
  await owner.query(
    `create function arrive() returns trigger language plpgsql security definer as $$ begin
       if not exists (select from signal where customer_id = '${other.customerId}') then
         insert into signal (customer_id, token_id, format, body)
         select '${other.customerId}', token_id, 'alertmanager', '${JSON.stringify(body('Other'))}'
         from ingest_token where customer_id = '${other.customerId}';
       end if;
       return null;
     end $$;
     create trigger arrive after insert on alert for each statement execute function arrive();`,
  )
  try {
    while (await createSignalProcessor({ lanes: 1 })(createContext)) {
      // Until nothing waits any more.
    }
  } finally {
    await owner.query('drop trigger arrive on alert; drop function arrive()')
  }
  assert.equal(await countBefore(large.customerId, other.customerId), 500)
  assert.deepEqual(await large.read('state, recorded_events as recorded'), [{ state: 'done', recorded: 2000 }])
  assert.deepEqual(await large.read('count(*)::int as alerts, max(count)::int as seen', 'alert'), [{ alerts: 2200, seen: 1 }])
  assert.deepEqual(await large.read('signal_count::int as signals', 'monitoring_source'), [{ signals: 1 }])
})

test('a small body of one customer goes by while large ones of others are read, in each lane', { timeout: 60_000 }, async () => {
  const [first, second, small] = [await createSender(), await createSender(), await createSender()]
  await first.send('Large')
  await second.send('Large')
  const isRead = Promise.withResolvers<void>()
  let reading = 0
  const process = createSignalProcessor({
    async read(customerId, ...given) {
      if (customerId === small.customerId) isRead.resolve()
      else {
        reading += 1
        // It arrives when no lane is free any more.
        if (reading === 2) await small.send('Small')
        await isRead.promise
      }
      return readFromSender(customerId, ...given)
    },
  })
  while (await process(createContext)) {
    // Until nothing waits any more.
  }
  for (const sender of [first, second, small]) assert.deepEqual(await sender.read('state'), [{ state: 'done' }])
})

test('a signal that failed amid its slices goes on where it was, and counts none of its alerts twice', async () => {
  const sender = await createSender()
  await sender.send('Cut', 1200)
  await owner.query(
    `create function fail() returns trigger language plpgsql security definer as $$ begin
       if exists (select from alert where fingerprint = 'Cut-0') then raise exception 'no more'; end if;
       return null;
     end $$;
     create trigger fail before insert on alert for each statement execute function fail();`,
  )
  try {
    await vakt.work()
  } finally {
    await owner.query('drop trigger fail on alert; drop function fail()')
  }
  assert.deepEqual(await sender.read('state, recorded_events as recorded, attempts > 0 as failed'), [
    { state: 'pending', recorded: 500, failed: true },
  ])
  await owner.query("update signal set next_at = now() where state = 'pending'")
  await vakt.work()
  assert.deepEqual(await sender.read('state'), [{ state: 'done' }])
  assert.deepEqual(await sender.read('count(*)::int as alerts, max(count)::int as seen', 'alert'), [{ alerts: 1200, seen: 1 }])
  assert.deepEqual(await sender.read('signal_count::int as signals', 'monitoring_source'), [{ signals: 1 }])
})

test('a signal that cannot be recorded waits longer each time and ends among the failed, and the others of the batch go through', async () => {
  const [poisoned, other] = [await createSender(), await createSender()]
  for (const name of ['Before', 'Poison', 'Behind']) await poisoned.send(name)
  await other.send('Elsewhere')
  await owner.query(
    `create function refuse() returns trigger language plpgsql security definer as $$ begin
       if new.name = 'Poison' then raise exception 'cannot be recorded'; end if;
       return new;
     end $$;
     create trigger refuse before insert on alert for each row execute function refuse();
     create table waited (seconds float8);
     create function note_wait() returns trigger language plpgsql security definer as $$ begin
       insert into waited values (extract(epoch from new.next_at - now()));
       return null;
     end $$;
     create trigger note_wait after update of attempts on signal for each row when (new.attempts > old.attempts) execute function note_wait();`,
  )
  const states = async () => (await poisoned.read<{ state: string }>('state', orderedSignals)).map(({ state }) => state)
  try {
    await vakt.work()
    assert.deepEqual([await states(), await other.read('state')], [['done', 'pending', 'done'], [{ state: 'done' }]])
    for (let more = 0; more < 8; more += 1) {
      await owner.query("update signal set next_at = now() where state = 'pending'")
      await vakt.work()
    }
  } finally {
    await owner.query('drop trigger refuse on alert; drop function refuse(); drop trigger note_wait on signal; drop function note_wait()')
  }
  assert.deepEqual(await states(), ['done', 'failed', 'done'])
  const { rows } = await owner.query<{ seconds: number }>('select seconds from waited order by seconds')
  assert.deepEqual(
    rows.map(({ seconds }) => seconds),
    [1, 2, 4, 8, 16, 32, 64, 128],
  )
  assert.deepEqual(await poisoned.read('note', "(select * from signal where state = 'failed') as signal"), [{ note: 'cannot be recorded' }])
})

test('nothing is recorded by a process whose turn became that of another', async () => {
  const sender = await createSender()
  await sender.send('Contested')
  const slow = createSignalProcessor({
    lanes: 1,
    read: async (...given) => {
      // Another takes over while this one reads.
      await owner.query("update signal_turn set holder = gen_random_uuid(), leased_until = now() - interval '1 second'")
      return readFromSender(...given)
    },
  })
  await slow(createContext)
  assert.deepEqual(await sender.read('state, unended'), [{ state: 'pending', unended: 0 }])
  await vakt.work()
  assert.deepEqual(await sender.read('state, unended'), [{ state: 'done', unended: 1 }])
  assert.deepEqual(await sender.read('count::int as seen', 'alert'), [{ seen: 1 }])
})

test('while another process is at the signals of a customer they are left to it', async () => {
  const sender = await createSender()
  await sender.send('Elsewhere')
  await owner.query(
    "insert into signal_turn select customer_id, gen_random_uuid(), '{}', now() + interval '1 day' from signal where customer_id = $1",
    [sender.customerId],
  )
  await vakt.work()
  assert.deepEqual(await sender.read('state'), [{ state: 'pending' }])
})
