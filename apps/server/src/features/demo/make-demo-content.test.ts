import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import { nextStatuses } from '@vakt/domain/ticket-status.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createTestDatabase, silentLog, type TestDatabase } from '#server/testing/test-database.ts'
import { demoIngestToken } from './demo-ingest-token.ts'
import { makeDemoContent } from './make-demo-content.ts'
import { removeDemoContent } from './remove-demo-content.ts'

let testDatabase: TestDatabase
let token = ''
const told: string[] = []

const make = (masterSecrets = ['secret']) =>
  makeDemoContent({ database: testDatabase.database, log: silentLog, masterSecrets, progress: (text) => told.push(text) })

async function read(sql: string): Promise<Record<string, unknown>[]> {
  const { rows } = await workForAllCustomers({ pool: testDatabase.database.worker }, (transaction) =>
    transaction.query<Record<string, unknown>>(sql),
  )
  return rows
}

const tables = [
  'customer',
  'entity',
  'incident',
  'alert',
  'alert_trail',
  'ticket',
  'ticket_comment',
  'ticket_change',
  'ingest_token',
  'customer_role_feature',
]

async function countRows(): Promise<Record<string, unknown>> {
  const [counts] = await read(`select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`)
  return counts ?? {}
}

before(async () => {
  testDatabase = await createTestDatabase()
  // At once, as two processes of one installation start.
  const tokens = await Promise.all([make(), make()])
  token = tokens[0] ?? ''
  assert.equal(tokens[1], token)
})
after(() => testDatabase.close())

test('makes its content once, however often and at once it is asked to', async () => {
  assert.deepEqual(told, ['Making demo content'])
  const counts = await countRows()
  assert.equal(await make(), token)
  assert.equal(await make(['the secret of this release', 'secret']), token, 'which an earlier release made')
  assert.deepEqual(await countRows(), counts)
})

test('hands out a token whose hash is stored for customer 1001', async () => {
  assert.match(token, /^vakt_ing_[\w-]{43}$/)
  assert.equal(token, demoIngestToken('secret', '1001'))
  const rows = await read("select customer_id, is_provider, encode(token_hash, 'hex') as hash from ingest_token order by customer_id")
  const hashOf = (customerId: string) => createHash('sha256').update(demoIngestToken('secret', customerId)).digest('hex')
  assert.deepEqual(rows, [
    { customer_id: '1001', is_provider: false, hash: hashOf('1001') },
    { customer_id: '1002', is_provider: false, hash: hashOf('1002') },
    { customer_id: '1168', is_provider: true, hash: hashOf('1168') },
  ])
})

test('shows about as much as a real customer has', async () => {
  const [counts] = await read(`select
    (select count(*)::int from entity where customer_id = '1001') as entities,
    (select count(distinct type)::int from entity where customer_id = '1001') as types,
    (select count(*)::int from incident where customer_id = '1001') as incidents,
    (select count(*)::int from ticket where customer_id = '1001' and source = 'person') as written,
    (select count(*)::int from alert where customer_id = '1001' and entity_id is null and state = 'firing') as unmatched`)
  const { entities, types, incidents, written, unmatched } = counts as Record<string, number>
  assert.ok(entities! >= 55 && entities! <= 70, `${entities} entities`)
  assert.ok(types! >= 25, `${types} types`)
  assert.ok(incidents! >= 220 && incidents! <= 380, `${incidents} incidents`)
  assert.ok(written! >= 35, `${written} tickets by people`)
  assert.equal(unmatched, 1)
  const open = await read(`select severity, count(*)::int as count from incident
    where customer_id = '1001' and state <> 'resolved' and entity_id is not null group by severity order by severity`)
  assert.deepEqual(open, [
    { severity: 'critical', count: 1 },
    { severity: 'high', count: 2 },
    { severity: 'low', count: 1 },
    { severity: 'medium', count: 2 },
  ])
})

test('an open incident has alerts that fire and is as bad as the worst of them; a resolved one has none', async () => {
  const wrong = await read(`
    select i.incident_id from incident i left join alert a on a.incident_id = i.incident_id and a.state = 'firing'
    group by i.incident_id having (i.state = 'resolved') <> (count(a.alert_id) = 0)
      or (i.state <> 'resolved' and i.severity <> (array['critical', 'high', 'medium', 'low'])[min(array_position(array['critical', 'high', 'medium', 'low'], a.severity))])`)
  assert.deepEqual(wrong, [])
})

test('no ticket is less urgent than its open incident', async () => {
  const wrong = await read(`
    select t.ticket_id from ticket t join incident i using (customer_id, incident_id)
    where i.state <> 'resolved' and t.priority > array_position(array['critical', 'high', 'medium', 'low'], i.severity)`)
  assert.deepEqual(wrong, [])
})

test('each incident has one ticket, which is resolved only when the condition has cleared', async () => {
  const wrong = await read(`
    select i.incident_id from incident i left join ticket t on t.incident_id = i.incident_id
    where t.ticket_id is null or (i.state <> 'resolved' and t.status in ('resolved', 'closed')) or (i.state = 'resolved' and t.status not in ('resolved', 'closed'))`)
  assert.deepEqual(wrong, [])
})

test('the history of every ticket follows the rules of statuses and ends at the status that it has', async () => {
  const changes = await read("select ticket_id, before, after from ticket_change where field = 'status' order by change_id")
  for (const { before: from, after: to } of changes)
    assert.ok(nextStatuses(from as TicketStatus).includes(to as TicketStatus), `${from} → ${to}`)
  const broken = await read(`
    with change as (
      select ticket_id, before, after, lag(after, 1, 'new') over (partition by ticket_id order by change_id) as expected,
        last_value(after) over (partition by ticket_id order by change_id rows between unbounded preceding and unbounded following) as final
      from ticket_change where field = 'status'
    )
    select t.ticket_id from ticket t left join change c using (ticket_id)
    where c.before <> c.expected or coalesce(c.final, 'new') <> t.status`)
  assert.deepEqual(broken, [])
})

test('nothing lies in the future or ends before it began', async () => {
  const wrong = await read(`
    select 'incident' from incident where opened_at > now() or changed_at > now() or resolved_at < opened_at
    union all select 'alert' from alert where last_seen_at > now() or (state = 'resolved' and ended_at < started_at)
    union all select 'trail' from alert_trail where at > now()
    union all select 'ticket' from ticket where modified_at > now() or modified_at < created_at
    union all select 'comment' from ticket_comment join ticket t using (ticket_id) where ticket_comment.created_at < t.created_at or ticket_comment.created_at > t.modified_at`)
  assert.deepEqual(wrong, [])
})

test('ids follow the order of time', async () => {
  const wrong = await read(`
    select ticket_id from (select ticket_id, created_at, lag(created_at) over (order by ticket_id) as earlier from ticket) t where created_at < earlier`)
  assert.deepEqual(wrong, [])
})

test('a signal that comes afterwards finds the entity by its host name', async () => {
  const doubled = await read('select customer_id, host_name from entity group by customer_id, host_name having count(*) > 1')
  assert.deepEqual(doubled, [])
})

test('time is registered by the provider’s staff, on its day, and kept apart by what is billed', async () => {
  const [hours] = await read(`select count(*)::int as entries, count(distinct hour_type)::int as types,
    count(*) filter (where h.billable = (t.type = 'incident'))::int as wrong, count(*) filter (where worked_on > now())::int as ahead
    from ticket_hours h join ticket t using (ticket_id)`)
  const { entries, ...rest } = hours as Record<string, number>
  assert.ok(entries! >= 60, `${entries} entries`)
  assert.deepEqual(rest, { types: 3, wrong: 0, ahead: 0 })
})

test('files are as long as they say, and of who wrote what they hang on', async () => {
  const files =
    await read(`select a.file_name, a.size = length(c.content) as whole, coalesce(m.author_name, t.requester_name) = a.author_name as own
    from ticket_attachment a join ticket_attachment_content c on c.attachment_id = a.attachment_id and c.variant = 'whole' join ticket t on t.ticket_id = a.ticket_id
    left join ticket_comment m on m.comment_id = a.comment_id`)
  assert.equal(files.length, 7)
  assert.deepEqual(
    files.filter(({ whole, own }) => !whole || !own),
    [],
  )
})

/** Every column of every table that names a customer. */
async function findRowsOfDemoCustomers(): Promise<string[]> {
  const columns = await read(`select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attname like '%customer_id' and not a.attisdropped`)
  const left = await read(
    columns
      .map((one) => `select '${one.table}.${one.column}' as place from "${one.table}" where "${one.column}" in ('1001', '1002', '1168')`)
      .join(' union '),
  )
  return left.map(({ place }) => String(place))
}

test('resources belong together: every disk in use to a machine, every database to a server, and nothing across customers', async () => {
  const [counts] = await read(`select count(*)::int as relations, count(distinct r.kind)::int as kinds,
      count(distinct r.entity_id) filter (where t.type like '%/virtualmachines' and e.type like '%/disks')::int as disks
    from entity_relation r join entity e using (customer_id, entity_id)
    join entity t on t.customer_id = r.customer_id and t.external_key = r.target_key`)
  const { relations, kinds, disks } = counts as Record<string, number>
  assert.ok(relations! >= 50, `${relations} relations`)
  assert.ok(kinds! >= 7, `${kinds} kinds`)
  assert.equal(disks, 2)
})

test('removes what it made', async () => {
  const { database } = testDatabase
  assert.ok((await findRowsOfDemoCustomers()).length > 20)
  assert.deepEqual(await removeDemoContent(database.worker), { removed: 3, kept: null })
  const counts = await countRows()
  assert.deepEqual(counts, Object.fromEntries(tables.map((table) => [table, 0])))
  assert.deepEqual(await findRowsOfDemoCustomers(), [])
  assert.deepEqual(await removeDemoContent(database.worker), { removed: 0, kept: null })
  assert.equal(await make(), null, 'what someone removed is not made again')
  assert.deepEqual(await countRows(), counts)
})

test('adds none to an installation that was restored from a backup', async () => {
  const { database, close } = await createTestDatabase()
  try {
    await database.worker.query("insert into installation_note (name) values ('backup-restored')")
    assert.equal(await makeDemoContent({ database, log: silentLog, masterSecrets: ['secret'], progress: assert.fail }), null)
    assert.equal((await database.worker.query('select from customer')).rowCount, 0)
  } finally {
    await close()
  }
})
