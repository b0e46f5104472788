import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Checklist, ChecklistItem } from '@vakt/contract/customers/checklists.ts'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity, createIngestToken } from '#server/testing/factories.ts'
import { refusal, startMailSink } from '#server/testing/mail-sink.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { testIdentityProvider } from './test-identity-provider.ts'

async function open(t: TestContext, checklist: object = {}) {
  const vakt = await createTestApp({ checklist })
  t.after(() => vakt.close())
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }
  const run = async (sql: string) =>
    (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(sql))).rows
  const read = async () => (await vakt.call(staff, 'GET', '/admin/checklist')).json().result as Checklist
  const change = async (method: string, path: string, body: object) => (await vakt.call(staff, method, path, body)).json().result
  return {
    vakt,
    staff,
    run,
    read,
    change,
    stateOf: async (item: ChecklistItem) => (await read()).items.find((one) => one.item === item)?.state,
    testItem: (item: ChecklistItem) => change('POST', '/admin/checklist/test', { item, language: 'sv' }),
  }
}

test('an item is done when it is proven, and the list disappears when all are', async (t) => {
  const sink = await startMailSink()
  t.after(() => sink.close())
  const { vakt, run, read, stateOf, testItem, change } = await open(t, { mail: { from: sink.settings.from, server: sink.settings } })
  const states = async () => Object.fromEntries((await read()).items.map(({ item, state }) => [item, state]))
  assert.deepEqual(await states(), {
    'identity-provider': 'done',
    mail: 'waiting',
    branding: 'todo',
    customer: 'todo',
    'monitoring-source': 'todo',
    entity: 'todo',
    backup: 'todo',
    restore: 'todo',
  })
  assert.deepEqual(await testItem('customer'), { passed: false, reason: 'none', detail: '' })

  const { customerId } = await createCustomer(vakt.database)
  assert.deepEqual(await testItem('customer'), { passed: true, reason: 'ok', detail: '' })
  await createIngestToken(vakt.database, customerId)
  assert.deepEqual(await testItem('monitoring-source'), { passed: false, reason: 'no_signal', detail: '' })
  await run('update monitoring_source set last_signal_at = now()')
  assert.equal((await testItem('monitoring-source')).passed, true)
  await createEntity(vakt.database, customerId)
  assert.equal(await stateOf('entity'), 'done')
  const sent = await testItem('mail')
  assert.equal(sent.passed, true)
  assert.match(sent.detail, /^250 /)
  assert.equal((await read()).isShown, true)
  assert.deepEqual(await testItem('backup'), { passed: false, reason: 'no_backup', detail: '' })
  assert.deepEqual(await testItem('branding'), { passed: false, reason: 'none', detail: '' })
  await run("insert into installation_branding (name) values ('Nordan')")
  await run("insert into installation_note (name) values ('backup-made')")
  await change('POST', '/admin/checklist/restore', { date: '2026-11-01' })
  const { isComplete, isShown } = await read()
  assert.deepEqual({ isComplete, isShown }, { isComplete: true, isShown: false })
  const actions = await run("select action from recorded_action where action like 'installation.%' order by action_id")
  assert.equal(actions.at(-1)?.action, 'installation.restore')
})

test('the restore command’s note counts, a day to come does not', async (t) => {
  const { vakt, staff, run, read, stateOf, change } = await open(t)
  const refused = await vakt.call(staff, 'POST', '/admin/checklist/restore', { date: '2999-01-01' })
  assert.deepEqual([refused.statusCode, refused.json().errors[0].message_translation_key], [400, 'checklist.date_future'])
  assert.equal(await stateOf('restore'), 'todo')
  const commands = (await read()).items.flatMap(({ command }) => command ?? [])
  assert.deepEqual(commands, [
    'npm run backup -- --to-folder FOLDER --keep-daily 7 --keep-weekly 4',
    'npm run restore -- --from FILE --database-url URL_OF_EMPTY_DATABASE',
  ])
  await run("insert into installation_note (name, noted_at) values ('backup-restored', '2026-01-10T08:00:00Z')")
  assert.equal(await stateOf('restore'), 'done')
  // A drill after it is the newer one.
  await change('POST', '/admin/checklist/restore', { date: '2026-11-01' })
  assert.match((await read()).items.find(({ item }) => item === 'restore')?.at ?? '', /^2026-(10-31|11-01)/)
})

test('with the embedded database the restore to try has a data folder of its own', async (t) => {
  const { read } = await open(t, { isEmbedded: true })
  assert.equal(
    (await read()).items.find(({ item }) => item === 'restore')?.command,
    'DATA_DIR=EMPTY_FOLDER npm run restore -- --from FILE --without-key',
  )
})

test('backups are a step that is done while they are young, copied and succeed, or made by others', async (t) => {
  const { run, read } = await open(t)
  const step = async () => {
    const { state, name, at } = (await read()).items.find(({ item }) => item === 'backup') ?? {}
    return [state, name, at !== null]
  }
  await run("insert into installation_note (name, noted_at) values ('backup-made', now() - interval '3 days')")
  assert.deepEqual(await step(), ['waiting', '', true])
  await run('insert into installation_note (name, details) values (\'backup-failed\', \'{"reason": "The disk is full."}\')')
  assert.deepEqual(await step(), ['waiting', 'The disk is full.', true])
  await run("update installation_note set noted_at = now() + interval '1 second' where name = 'backup-made'")
  assert.deepEqual(await step(), ['done', '', true])
  const others = await open(t, { backupMaxAgeDays: 0 })
  assert.equal(await others.stateOf('backup'), 'done')
})

test('is hidden and brought back, and never shown for the demo', async (t) => {
  const { read, change, run } = await open(t)
  assert.equal((await change('PUT', '/admin/checklist', { isHidden: true })).isShown, false)
  assert.equal((await change('PUT', '/admin/checklist', { isHidden: false })).isShown, true)
  await run('update customer set is_demo = true')
  assert.equal((await read()).isShown, false)
})

test('the mail test sends a real mail to who asks, and says what the mail server answers', async (t) => {
  const none = await open(t)
  assert.deepEqual(await none.testItem('mail'), { passed: false, reason: 'not_configured', detail: '' })
  const sink = await startMailSink()
  const { staff, testItem } = await open(t, { mail: { from: sink.settings.from, server: sink.settings } })
  await testItem('mail')
  assert.equal(sink.received[0]?.to, staff.email)
  await sink.close()
  assert.equal((await testItem('mail')).reason, 'unreachable')
  const strict = await startMailSink({
    onRecipient: () => {
      throw refusal(550, 'no such user here')
    },
  })
  t.after(() => strict.close())
  const { testItem: testStrict, stateOf } = await open(t, { mail: { from: strict.settings.from, server: strict.settings } })
  const { reason, detail } = await testStrict('mail')
  assert.equal(reason, 'refused')
  assert.match(detail, /no such user here/)
  assert.equal(await stateOf('mail'), 'waiting')
})

async function startIssuer(t: TestContext, documentOf: (origin: string) => object, keys: object[] = [{ kty: 'RSA' }]) {
  const server = createServer((request, response) => {
    const document = request.url === '/keys' ? { keys } : request.url?.startsWith('/.well-known/') ? documentOf(origin) : null
    response.statusCode = document ? 200 : 404
    response.end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  t.after(() => server.close())
  return origin
}

const good = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  jwks_uri: `${origin}/keys`,
})

test('the identity provider is asked for its document and keys, and what does not fit is said', async (t) => {
  assert.deepEqual(await testIdentityProvider(await startIssuer(t, good)), { passed: true, reason: 'ok', detail: '' })
  const reasonOf = async (issuer: string) => (await testIdentityProvider(issuer)).reason
  assert.equal(await reasonOf('http://127.0.0.1:9'), 'unreachable')
  const other = await testIdentityProvider(await startIssuer(t, (origin) => ({ ...good(origin), issuer: `${origin}/` })))
  assert.equal(other.reason, 'wrong_issuer')
  assert.match(other.detail, /^http:.*\/$/)
  assert.equal(await reasonOf(await startIssuer(t, (origin) => ({ ...good(origin), token_endpoint: undefined }))), 'no_endpoints')
  assert.equal(
    await reasonOf(await startIssuer(t, (origin) => ({ ...good(origin), code_challenge_methods_supported: ['plain'] }))),
    'no_pkce',
  )
  assert.equal(await reasonOf(await startIssuer(t, good, [])), 'no_keys')
  assert.equal(await reasonOf(await startIssuer(t, (origin) => ({ ...good(origin), jwks_uri: `${origin}/nowhere` }))), 'unreachable')
})

test('a new customer has a list of its own until it is complete or dismissed', async (t) => {
  const { vakt, staff, run } = await open(t)
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const path = `/admin/customer/${customerId}/checklist`
  const read = async () => (await vakt.call(staff, 'GET', path)).json().result
  const save = async (body: object) => (await vakt.call(staff, 'PUT', path, body)).json().result
  const states = async () => (await read()).items.map(({ state }: { state: string }) => state).join(' ')
  assert.equal(await states(), 'todo todo todo todo todo')
  await vakt.call(staff, 'POST', `/admin/customer/${customerId}/invitation`, { email: `anna@${emailDomain}`, name: 'Anna', roles: [] })
  assert.equal(await states(), 'waiting todo todo todo todo')
  await vakt.call({ email: `anna@${emailDomain}`, roles: [] }, 'POST', '/authentication/usercontext', {})
  assert.equal((await save({ permissionsConfirmed: true })).isShown, true)
  await createIngestToken(vakt.database, customerId)
  assert.equal(await states(), 'done done todo waiting todo')
  assert.deepEqual([(await save({ isDismissed: true })).isShown, (await save({ isDismissed: false })).isShown], [false, true])
  await run('update monitoring_source set last_signal_at = now()')
  await createEntity(vakt.database, customerId)
  const keep = async (address: string, version: number) => {
    const contact = { userId: '', address, fromSeverity: 'high', hours: 'always', language: 'en' }
    const contacts = await vakt.call(staff, 'PUT', `/customer/${customerId}/incident-contact`, { contacts: [contact], version })
    assert.equal(contacts.statusCode, 200, contacts.body)
  }
  await keep('unconfirmed@elsewhere.example', 0)
  assert.equal(await states(), 'done done waiting done done')
  await keep(`night@${emailDomain}`, 1)
  assert.deepEqual([await states(), (await read()).isComplete, (await read()).isShown], ['done done done done done', true, false])
  assert.equal((await vakt.call(staff, 'GET', '/admin/customer/none/checklist')).statusCode, 404)
  const recorded = await run(`select details from recorded_action where action = 'customer.checklist' and customer_id = '${customerId}'`)
  assert.equal(recorded.length, 3)
})

test('many users of one address are a warning, which is gone once they have addresses of their own', async (t) => {
  const { vakt, read, run, testItem } = await open(t)
  const warning = async () => (await read()).items.find(({ item }) => item === 'client-addresses')
  const signIn = async (emailDomain: string, names: string[]) => {
    for (const name of names) await vakt.call({ email: `${name}@${emailDomain}`, roles: [] }, 'POST', '/authentication/usercontext', {})
  }
  const [one, two, three] = await Promise.all(Array.from({ length: 3 }, () => createCustomer(vakt.database)))
  await signIn(one?.emailDomain ?? '', ['a', 'b', 'c'])
  await run("update user_session set address = '203.0.113.7'")
  assert.equal(await warning(), undefined)
  assert.equal((await testItem('client-addresses')).passed, true)
  // An office of one customer, seen through the internet, is no proxy.
  await signIn(one?.emailDomain ?? '', ['d', 'e', 'f'])
  await run("update user_session set address = '203.0.113.7'")
  assert.equal(await warning(), undefined)
  await signIn(two?.emailDomain ?? '', ['a'])
  await signIn(three?.emailDomain ?? '', ['a'])
  await run("update user_session set address = '203.0.113.7'")
  const { state, name } = (await warning()) ?? {}
  assert.deepEqual([state, name], ['todo', '203.0.113.7'])
  assert.equal((await testItem('client-addresses')).reason, 'shared_address')
  await run(
    "update user_session set address = '203.0.113.' || (row_number % 250) from (select session_id as id, row_number() over () from user_session) n where id = session_id",
  )
  assert.equal(await warning(), undefined)
  await run("update user_session set address = '10.0.0.5'")
  assert.equal((await warning())?.name, '10.0.0.5')
})
