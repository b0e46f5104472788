import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg, { type Pool } from 'pg'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { openObjectStorage } from '#server/platform/object-storage.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { startObjectStorage } from '#server/testing/object-storage-server.ts'
import { makeRowInEachTable } from '#server/testing/row-in-each-table/make-row-in-each-table.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { beginDueErasing, erasingQueues } from './erase-customers.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
await vakt.call(staff, 'POST', '/authentication/usercontext', {})

const work = <T>(run: (transaction: Transaction) => Promise<T>) => workForAllCustomers({ pool: vakt.database.worker }, run)
const query = async (text: string, values: unknown[] = []) => (await work((transaction) => transaction.query(text, values))).rows
const contextOf = (pool: Pool = vakt.database.worker, now = new Date()) => ({
  ...{ actor: { type: 'system' as const, job: 'erase-customer' }, now, pool, log: silentLog },
  ...{ requestId: null, isStaff: false },
})
const runJobs = () => workThrough(erasingQueues(null), () => contextOf())
const keyOf = (answer: { json(): { errors: { message_translation_key: string }[] } }) => answer.json().errors[0]?.message_translation_key
const closingPath = (customerId: string) => `/admin/customer/${customerId}/closing`
const close = (customerId: string, body: object = {}) =>
  vakt.call(staff, 'PUT', closingPath(customerId), { confirmation: `Customer ${customerId}`, ...body })
const askToErase = (customerId: string, confirmation = `Customer ${customerId}`) =>
  vakt.call(staff, 'PUT', `/admin/customer/${customerId}/erasing`, { confirmation })
const failed = () => query("select customer_id, error from job where queue = 'erase-customer' and state = 'failed'")

const keptColumns = ['erased_customer.customer_id', 'recorded_action.customer_id']

async function asOwner(...statements: string[]): Promise<void> {
  const client = new pg.Client(vakt.owner)
  await client.connect()
  await client.query(statements.join('\n'))
  await client.end()
}

/** A closed customer with a row in each table. */
async function makeClosed(): Promise<string> {
  const { customerId } = await makeRowInEachTable(vakt.database)
  // As it is made: a customer that was erased before.
  await query('delete from erased_customer where customer_id = $1', [customerId])
  return customerId
}

/** Columns that name a customer, of all tables. */
const readColumns = () =>
  query(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
       and a.attname ~ '(^|_)customer_id$' and not a.attisdropped order by 1, 2`,
  )

/** How many rows name the customer, by column of each table. */
async function countRows(customerId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, column } of await readColumns()) {
    const [row] = await query(`select count(*)::int as count from "${table}" where "${column}" = $1`, [customerId])
    if (row?.count) counts.set(`${table}.${column}`, row.count)
  }
  return counts
}

test('every table with rows of customers is emptied of the one that is erased, and keeps those of all others', async () => {
  const [erased, other] = [await makeClosed(), await makeClosed()]
  await query(
    `insert into incident (customer_id, subject, rule, title, severity, state, opened_at, changed_at, resolved_at, merged_into)
     select customer_id, 's', 'r', 't', 'low', 'resolved', now(), now(), now(), incident_id from incident where customer_id = $1 limit 1`,
    [erased],
  )
  const before = await countRows(erased)
  const without = (await readColumns()).map(({ table, column }) => `${table}.${column}`).filter((column) => !before.has(column))
  assert.deepEqual(without, ['erased_customer.customer_id'], 'there was a row in each')
  const [ofOther, series] = [await countRows(other), await query('select count(*) from metric_day')]
  assert.notDeepEqual(series, [{ count: '0' }])
  assert.equal((await askToErase(erased)).statusCode, 200)

  await runJobs()

  assert.deepEqual(await failed(), [])
  assert.deepEqual([...(await countRows(erased)).keys()], keptColumns)
  assert.deepEqual(await countRows(other), ofOther)
})

test('cut off in the middle again and again it goes on where it was, and ends in the same state', async () => {
  const erased = await makeClosed()
  assert.equal((await askToErase(erased)).statusCode, 200)
  // Every seventh row that is removed ends the transaction, as the death of the process would.
  const tables = new Set((await readColumns()).map(({ table }) => table).filter((table) => table !== 'job'))
  await asOwner(
    `create sequence removed; create function cut_off() returns trigger language plpgsql security definer as $$
       begin if nextval('removed') % 7 = 0 then raise exception 'cut off'; end if; return null; end $$;`,
    ...[...tables].map((table) => `create trigger cut_off after delete on "${table}" for each row execute function cut_off();`),
  )
  let runs = 0
  for (; runs < 200 && (await query('select from customer where customer_id = $1', [erased])).length > 0; runs += 1) {
    await query("update job set state = 'waiting', attempts = 0, failed_at = null, due = now() where queue = 'erase-customer'")
    await runJobs()
  }
  await asOwner('drop function cut_off() cascade; drop sequence removed')
  assert.ok(runs > 10, `${runs} runs`)
  assert.deepEqual([...(await countRows(erased)).keys()], keptColumns)
})

test('what cannot be removed fails in the list of failed jobs, and a new attempt goes on', async () => {
  const erased = await makeClosed()
  await asOwner(`create function refuse_delete() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
    create trigger refuse_delete before delete on incident for each row execute function refuse_delete()`)
  await askToErase(erased)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await query("update job set due = now() where queue = 'erase-customer'")
    await runJobs()
  }
  await asOwner('drop trigger refuse_delete on incident; drop function refuse_delete()')
  const { result } = (await vakt.call(staff, 'GET', '/admin/failed-job')).json()
  const [job] = result.filter(({ queue }: { queue: string }) => queue === 'erase-customer')
  assert.deepEqual([job?.customerId, job?.error], [erased, 'the disk is full'])
  assert.equal((await vakt.call(staff, 'POST', `/admin/customer/${erased}/failed-job/${job?.jobId}/retry`, {})).statusCode, 204)
  await runJobs()
  assert.deepEqual([...(await countRows(erased)).keys()], keptColumns)
})

test('one line stays, and the number is never given again', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  assert.equal((await vakt.call(anna, 'GET', `/customer/${customerId}`)).statusCode, 200)
  await close(customerId)
  await askToErase(customerId)
  await runJobs()

  const { result } = (await vakt.call(staff, 'GET', `/admin/customer?closed=true&q=${customerId}`)).json()
  assert.deepEqual(
    result.map((row: { name: string; closing: { by: string }; erased: { by: string } }) => [row.name, row.closing.by, row.erased.by]),
    [[`Customer ${customerId}`, 'karin', 'karin']],
  )
  assert.equal((await vakt.call(staff, 'GET', closingPath(customerId))).statusCode, 404)
  assert.ok((await vakt.call(anna, 'GET', `/customer/${customerId}`)).statusCode >= 401, 'who was there is not let in')
  const again = await vakt.call(staff, 'POST', '/admin/customer', { customerId, name: 'Another', emailDomains: [], tenants: [] })
  assert.deepEqual([again.statusCode, keyOf(again)], [409, 'customers.id_taken'])
  await assert.rejects(query("insert into customer (customer_id, name) values ($1, 'Another')", [customerId]), /erased/)
})

test('of the audit log stays what staff did, without names of people or things of the customer', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin', 'api-permission-global-admin'] }
  const name = 'Åsa O’Brien-Lind'
  const invitation = { email: `asa@${emailDomain}`, name, roles: ['reader'] }
  const invited = await vakt.call(staff, 'POST', `/admin/customer/${customerId}/invitation`, invitation)
  assert.ok(invited.statusCode < 300, invited.body)
  const scope = ['@feature.tickets.read']
  const token = await vakt.call(anna, 'POST', '/authentication/api-token', { name: 'Script', scope })
  assert.ok(token.statusCode < 300, token.body)
  await close(customerId)
  await askToErase(customerId)
  await runJobs()

  const { result } = (await vakt.call(staff, 'GET', `/admin/recorded-action?customerId=${customerId}`)).json()
  const actions = result.map(({ action, actor }: { action: string; actor: { name: string } }) => `${actor.name}: ${action}`)
  assert.deepEqual(
    actions.filter((action: string) => !action.endsWith('customer.look')),
    ['Vakt: customer.erased', 'karin: customer.erase', 'karin: customer.close', 'karin: user.invite'],
  )
  const texts = JSON.stringify(result)
  assert.doesNotMatch(texts, /Åsa|asa@|anna/i)
  for (const { customerName, customerIsClosed } of result)
    assert.deepEqual([customerName, customerIsClosed], [`Customer ${customerId}`, true])
})

test('a customer that is open, the provider and a wrong name are refused', async () => {
  const { customerId } = await createCustomer(vakt.database)
  assert.equal(keyOf(await askToErase(customerId)), 'customer_erasing.not_closed')
  assert.equal(keyOf(await askToErase(provider.customerId)), 'customer_erasing.provider')
  await close(customerId)
  assert.equal(keyOf(await askToErase(customerId, 'Customer')), 'customer_erasing.name_differs')
  assert.equal((await vakt.call(staff, 'GET', `/admin/customer/${customerId}/erasing`)).json().result.since, null)
  assert.deepEqual(await query("select from job where queue = 'erase-customer' and customer_id = $1", [customerId]), [])
})

const day = 86_400_000
const erasesAfter = async (customerId: string) => {
  const { closing } = (await vakt.call(staff, 'GET', closingPath(customerId))).json().result
  return closing.erasesAt && (new Date(closing.erasesAt).getTime() - new Date(closing.at).getTime()) / day
}

test('the term is 90 days, or as given, and can be changed or lifted with a reason', async () => {
  const [{ customerId }, { customerId: kept }] = [await createCustomer(vakt.database), await createCustomer(vakt.database)]
  await close(customerId)
  assert.equal(await erasesAfter(customerId), 90)
  const term = (body: object) => vakt.call(staff, 'PUT', `${closingPath(customerId)}/term`, body)
  assert.equal(keyOf(await term({ eraseAfterDays: 30, reason: ' ' })), 'customer_closing.reason_missing')
  assert.equal(keyOf(await term({ eraseAfterDays: 0, reason: 'Now' })), 'customer_closing.term_passed')
  assert.equal((await term({ eraseAfterDays: 3651, reason: 'Long' })).statusCode, 400)
  assert.equal((await term({ eraseAfterDays: 30, reason: 'They asked for it.' })).statusCode, 200)
  assert.equal(await erasesAfter(customerId), 30)
  assert.equal(keyOf(await close(kept, { eraseAfterDays: null })), 'customer_closing.reason_missing')
  assert.equal((await close(kept, { eraseAfterDays: null, reason: 'A lawsuit' })).statusCode, 200)
  assert.equal(await erasesAfter(kept), null)
})

test('who was closed is erased when the term is over, unless opened again before; nothing stops it then', async () => {
  const made = await Promise.all([0, 1, 2].map(() => createCustomer(vakt.database)))
  const [due, opened, kept] = made.map(({ customerId }) => customerId) as [string, string, string]
  await close(due, { eraseAfterDays: 10 })
  await close(opened, { eraseAfterDays: 10 })
  await close(kept, { eraseAfterDays: null, reason: 'A lawsuit' })
  const begin = (days: number) => beginDueErasing(contextOf(vakt.database.worker, new Date(Date.now() + days * day)))
  await begin(9)
  assert.equal((await vakt.call(staff, 'DELETE', closingPath(opened))).statusCode, 200)
  await begin(11)
  assert.equal(keyOf(await vakt.call(staff, 'DELETE', closingPath(due))), 'customer_closing.erasing')
  assert.equal(
    keyOf(await vakt.call(staff, 'PUT', `${closingPath(due)}/term`, { eraseAfterDays: 300, reason: 'Wait' })),
    'customer_closing.erasing',
  )
  await runJobs()
  const left = await query('select customer_id from customer where customer_id = any($1)', [[due, opened, kept]])
  assert.deepEqual(new Set(left.map(({ customer_id }) => customer_id)), new Set([opened, kept]))
})

test('one that is being erased and lost its job is taken up again', async () => {
  const { customerId } = await createCustomer(vakt.database)
  await close(customerId)
  await askToErase(customerId)
  await query('delete from job where customer_id = $1', [customerId])
  await beginDueErasing(contextOf())
  await runJobs()
  assert.deepEqual(await query('select from customer where customer_id = $1', [customerId]), [])
})

test('attachments go from the object storage as well, those of others stay', async (t) => {
  const { config, stop } = await startObjectStorage()
  t.after(stop)
  const storage = openObjectStorage(config)
  const [erased, other] = [await makeClosed(), await makeClosed()]
  const idsOf = async (customerId: string): Promise<string[]> =>
    (await query('select attachment_id as id from ticket_attachment where customer_id = $1', [customerId])).map(({ id }) => id)
  const [gone, stays] = [await idsOf(erased), await idsOf(other)]
  for (const id of [...gone, ...stays]) await storage.put(`attachments/${id}/whole`, Buffer.from('x'))
  await askToErase(erased)
  await workThrough(erasingQueues(storage), () => contextOf())
  const keys: string[] = []
  for await (const objects of storage.list('attachments/')) keys.push(...objects.map(({ key }) => key))
  assert.deepEqual(
    keys,
    stays.map((id) => `attachments/${id}/whole`),
  )
})
