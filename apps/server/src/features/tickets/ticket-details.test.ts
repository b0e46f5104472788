import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const own = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, { isProvider: true })
const anna: TestUser = { email: `anna@${own.emailDomain}`, roles: ['admin'] }
const bo: TestUser = { email: `bo@${own.emailDomain}`, roles: ['admin'] }
const karin: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const oskar: TestUser = { email: `oskar@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
const idOf = new Map<TestUser, string>()
const base = `/customer/${own.customerId}/ticket`

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
type Json = Record<string, any>
async function call(user: TestUser, method: string, path: string, body?: unknown): Promise<{ status: number; json: Json; text: string }> {
  const answer = await vakt.call(user, method, `${base}${path}`, body)
  return { status: answer.statusCode, json: answer.body.startsWith('{') ? answer.json() : {}, text: answer.body }
}
async function done(user: TestUser, method: string, path: string, body?: unknown): Promise<Json> {
  const { status, json } = await call(user, method, path, body)
  assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(json)}`)
  return json.result
}
const create = async (subject = 'The till is slow') =>
  (await done(anna, 'POST', '', { subject, description: 'Since this morning.', email: anna.email })).ticketId as string
const read = (user: TestUser, ticketId: string) => done(user, 'GET', `/${ticketId}`)
const keyOf = ({ json }: { json: Json }) => json.errors[0].message_translation_key

before(async () => {
  for (const person of [anna, bo, karin, oskar]) {
    await vakt.call(person, 'POST', '/authentication/usercontext', {})
  }
  const ticketId = await create()
  const { people } = await done(karin, 'GET', `/${ticketId}/person`)
  for (const person of [anna, bo, karin, oskar]) {
    const found = people.find(({ name }: { name: string }) => person.email.startsWith(`${name}@`))
    idOf.set(person, found.userId)
  }
})

test('an edit keeps what the comment said before; only its author may edit, and only the version that is there', async () => {
  const ticketId = await create()
  const { commentId } = await done(anna, 'POST', `/${ticketId}/comment`, { body: 'It is the left one.' })
  const path = `/${ticketId}/comment/${commentId}`
  for (const other of [bo, karin]) assert.equal((await call(other, 'PUT', path, { body: 'Mine', version: 1 })).status, 403)
  await done(anna, 'PUT', path, { body: 'It is the right one.', version: 1 })
  const stale = await call(anna, 'PUT', path, { body: 'It is both.', version: 1 })
  assert.deepEqual([stale.status, stale.json.current], [409, { version: 2, body: 'It is the right one.' }])
  const { comments } = await read(bo, ticketId)
  assert.deepEqual([comments[0].body, comments[0].version, comments[0].isOwn], ['It is the right one.', 2, false])
  const { versions } = await done(bo, 'GET', `${path}/version`)
  assert.deepEqual(
    versions.map(({ body }: { body: string }) => body),
    ['It is the left one.', 'It is the right one.'],
  )
})

test('a customer receives nothing of what is private: no comment, mention, version, change, count, hour, time or state', async () => {
  const ticketId = await create()
  const secret = `secret-${randomUUID()}`
  const { commentId } = await done(karin, 'POST', `/${ticketId}/comment`, {
    body: `${secret} @oskar`,
    private: true,
    mentions: [idOf.get(oskar)],
  })
  const { modified, version } = await read(anna, ticketId)
  await done(karin, 'PUT', `/${ticketId}/comment/${commentId}`, { body: `${secret} again`, version: 1 })
  const { entryId } = await done(karin, 'POST', `/${ticketId}/hours`, { note: secret, minutes: 90, date: '2026-11-20' })
  await done(karin, 'PUT', `/${ticketId}/hours/${entryId}`, { note: secret, minutes: 60, date: '2026-11-20', billable: false, version: 1 })
  const tab = randomUUID()
  await done(karin, 'PUT', `/${ticketId}/presence/${tab}`, { doing: 'writing_privately' })

  const seen = await read(anna, ticketId)
  assert.deepEqual([seen.comments, seen.earlierComments, seen.hours, seen.history], [[], 0, null, []])
  assert.deepEqual([seen.modified, seen.version], [modified, version])
  assert.deepEqual(
    (await done(anna, 'PUT', `/${ticketId}/presence/${randomUUID()}`, { doing: 'reading' })).others.map(({ doing }: Json) => doing),
    ['reading'],
  )
  for (const path of ['', '/comment', '/comment?format=json', '/comment?format=csv', '/person', '/person?q=oskar'])
    assert.ok(!new RegExp(`${secret}|oskar`).test((await call(anna, 'GET', `/${ticketId}${path}`)).text), path)
  assert.equal((await call(anna, 'GET', `/${ticketId}/comment/${commentId}/version`)).status, 404)
  assert.equal((await call(anna, 'PUT', `/${ticketId}/comment/${commentId}`, { body: 'x', version: 2 })).status, 404)

  const bystaff = await read(karin, ticketId)
  assert.equal(bystaff.comments.length, 1)
  assert.deepEqual(bystaff.hours.totals, { billable: 0, nonBillable: 60, byType: [{ hourType: 'normal', billable: 0, nonBillable: 60 }] })
  assert.deepEqual(
    bystaff.history.map(({ field, private: isPrivate }: Json) => [field, isPrivate]),
    [
      ['hours', true],
      ['hours', true],
    ],
  )
  assert.deepEqual(
    (await done(oskar, 'PUT', `/${ticketId}/presence/${randomUUID()}`, { doing: 'reading' })).others.find(
      ({ name }: Json) => name === 'karin',
    ).doing,
    'writing_privately',
  )
})

test('registered time is the staff’s to write, whatever rights a customer has', async () => {
  const ticketId = await create()
  const entry = { note: 'Looked at it', minutes: 30, date: '2026-11-20', hourType: 'overtime' }
  assert.equal((await call(anna, 'POST', `/${ticketId}/hours`, entry)).status, 403)
  const { entryId } = await done(karin, 'POST', `/${ticketId}/hours`, entry)
  assert.equal((await call(anna, 'DELETE', `/${ticketId}/hours/${entryId}`)).status, 403)
  assert.equal((await call(oskar, 'PUT', `/${ticketId}/hours/${entryId}`, { ...entry, minutes: 45, version: 7 })).status, 409)
  await done(oskar, 'DELETE', `/${ticketId}/hours/${entryId}`)
  assert.deepEqual((await read(karin, ticketId)).hours.entries, [])
  for (const wrong of [
    { minutes: 0 },
    { minutes: 1.5 },
    { minutes: 20_000 },
    { date: '2026-13-01' },
    { note: ' ' },
    { hourType: 'triple' },
  ])
    assert.equal((await call(karin, 'POST', `/${ticketId}/hours`, { ...entry, ...wrong })).status, 400, JSON.stringify(wrong))
})

test('a mention names whom its author may see, and in private only staff', async () => {
  const ticketId = await create()
  const comment = (user: TestUser, named: TestUser, isPrivate = false) =>
    call(user, 'POST', `/${ticketId}/comment`, { body: 'Hello @you', private: isPrivate, mentions: [idOf.get(named)] })
  assert.equal(keyOf(await comment(anna, oskar)), 'ticket.mention_unknown')
  assert.equal(keyOf(await comment(karin, bo, true)), 'ticket.mention_private')
  assert.equal((await comment(karin, oskar, true)).status, 200)
  assert.equal(keyOf(await comment(anna, oskar)), 'ticket.mention_unknown')
  assert.equal((await comment(anna, bo)).status, 200)
  await done(oskar, 'POST', `/${ticketId}/comment`, { body: 'I am on it.' })
  assert.equal((await comment(anna, oskar)).status, 200)
  const { comments } = await read(anna, ticketId)
  assert.deepEqual(comments.at(-1).mentions, [{ userId: idOf.get(oskar), name: 'oskar' }])
})

test('facts change with the version that was seen; each change stands in the history', async () => {
  const ticketId = await create()
  const entity = await createEntity(vakt.database, own.customerId)
  const change = {
    version: 1,
    subject: 'The till is very slow',
    priority: 2,
    impact: 2,
    tags: [' till ', 'TILL', 'Umeå'],
    assigneeId: idOf.get(oskar),
    assigneeGroup: 'Network',
    entityId: entity.entityId,
    externalId: 'INC-7',
    externalUrl: 'https://desk.example/INC-7',
    requesterId: idOf.get(bo),
  }
  const { version } = await done(karin, 'PUT', `/${ticketId}`, change)
  const now = await read(anna, ticketId)
  assert.equal(now.version, version)
  assert.deepEqual(
    [now.subject, now.priority, now.tags, now.assignee, now.entity.name, now.requester.name, now.externalUrl],
    ['The till is very slow', 2, ['TILL', 'Umeå'], 'oskar', entity.name, 'bo', 'https://desk.example/INC-7'],
  )
  assert.deepEqual(now.history.map(({ field }: Json) => field).sort(), [
    'assignee',
    'assigneeGroup',
    'entity',
    'externalId',
    'externalUrl',
    'impact',
    'priority',
    'requester',
    'subject',
    'tags',
  ])
  const stale = await call(anna, 'PUT', `/${ticketId}`, { version: 1, priority: 5 })
  assert.deepEqual([stale.status, stale.json.current.version, stale.json.current.priority], [409, version, 2])
  assert.deepEqual(await done(anna, 'PUT', `/${ticketId}`, { version, priority: 2 }), { version })
})

test('what is the provider’s to say, is not a customer’s to change; wrong links, entities and people are refused', async () => {
  const ticketId = await create()
  const stranger = await createEntity(vakt.database, provider.customerId)
  const put = (user: TestUser, change: Json) => call(user, 'PUT', `/${ticketId}`, { version: 1, ...change })
  for (const change of [{ assigneeId: idOf.get(anna) }, { type: 'change' }, { assigneeGroup: 'Ours' }, { requesterId: idOf.get(bo) }])
    assert.equal(keyOf(await put(anna, change)), 'ticket.fact_of_staff')
  for (const externalUrl of ['javascript:alert(1)', 'http://desk.example', 'https://', 'https://a:b@desk.example/', '//desk.example'])
    assert.equal(keyOf(await put(anna, { externalUrl })), 'ticket.external_url', externalUrl)
  assert.equal(keyOf(await put(anna, { entityId: stranger.entityId })), 'ticket.entity_unknown')
  assert.equal(keyOf(await put(karin, { assigneeId: randomUUID() })), 'ticket.person_unknown')
  assert.equal(keyOf(await put(karin, { requesterId: idOf.get(oskar) })), 'ticket.person_unknown')
  assert.equal((await read(anna, ticketId)).version, 1)
})

test('of two status changes in the same moment one is refused with what the other made of it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ticketId = await create()
    const answers = await Promise.all(
      [karin, anna].map((user) =>
        call(user, 'PUT', `/${ticketId}/status`, { status: 'resolved', version: 1, comment: `by ${user.email}` }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const refused = answers.find(({ status }) => status === 409)
    assert.deepEqual([refused?.json.current.status, refused?.json.current.version], ['resolved', 2])
    const { comments, history } = await read(karin, ticketId)
    assert.deepEqual([comments.length, history.length], [1, 1])
  }
})

test('twenty changes of facts at once: each either counts, or is refused; none is lost', async () => {
  const ticketId = await create()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => call(karin, 'PUT', `/${ticketId}`, { version: 1, tags: [`tag ${index}`] })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)])
  assert.equal((await read(karin, ticketId)).version, 2)
})

test('a customer’s word reopens what is resolved; what is closed stays closed and is followed up in a linked ticket', async () => {
  const ticketId = await create()
  const status = (user: TestUser, to: string, version: number) =>
    call(user, 'PUT', `/${ticketId}/status`, { status: to, version, comment: 'Because.' })
  assert.equal(keyOf(await status(anna, 'in_progress', 1)), 'ticket.status.not_yours')
  assert.equal((await status(karin, 'resolved', 1)).status, 200)
  await done(karin, 'POST', `/${ticketId}/comment`, { body: 'Done.' })
  assert.equal((await read(anna, ticketId)).status, 'resolved')
  await done(anna, 'POST', `/${ticketId}/comment`, { body: 'It is not.' })
  const { version, status: now } = await read(anna, ticketId)
  assert.equal(now, 'in_progress')
  assert.equal((await status(anna, 'closed', version)).status, 200)
  assert.equal(keyOf(await call(anna, 'POST', `/${ticketId}/comment`, { body: 'Once more.' })), 'ticket.closed')
  assert.equal(keyOf(await call(karin, 'PUT', `/${ticketId}`, { version: version + 1, priority: 1 })), 'ticket.closed')
  const followUp = await done(anna, 'POST', `/${ticketId}/follow-up`, { description: 'It is back.' })
  const next = await read(anna, followUp.ticketId)
  assert.deepEqual([next.subject, next.description, next.status], ['The till is slow', 'It is back.', 'new'])
  assert.deepEqual(
    next.links.map(({ ticketId, kind }: Json) => [ticketId, kind]),
    [[ticketId, 'follows']],
  )
  assert.equal((await read(anna, ticketId)).links[0].kind, 'followed_by')
})

test('links hold in both directions, are made once, and are taken away from either side', async () => {
  const [one, other] = [await create(), await create()]
  await Promise.all([done(anna, 'PUT', `/${one}/link/${other}`), done(anna, 'PUT', `/${other}/link/${one}`)])
  assert.deepEqual((await read(anna, one)).links.length, 1)
  assert.equal((await call(anna, 'PUT', `/${one}/link/${one}`)).status, 400)
  await done(anna, 'DELETE', `/${one}/link/${other}`)
  assert.deepEqual((await read(anna, other)).links, [])
})

test('a comment of 1 MB, 10,000 tags and odd subjects are refused or made tame', async () => {
  const ticketId = await create()
  assert.equal((await call(anna, 'POST', `/${ticketId}/comment`, { body: 'x'.repeat(1024 * 1024) })).status, 413)
  assert.equal(keyOf(await call(anna, 'POST', `/${ticketId}/comment`, { body: 'x'.repeat(100_001) })), 'ticket.comment_long')
  const tags = Array.from({ length: 10_000 }, (_, index) => `tag ${index}`)
  assert.equal(keyOf(await call(anna, 'PUT', `/${ticketId}`, { version: 1, tags })), 'ticket.tags_many')
  assert.equal(keyOf(await call(anna, 'PUT', `/${ticketId}`, { version: 1, tags: ['x'.repeat(65)] })), 'ticket.tag_long')
  const odd = await create('Down 🔥\u202egpj')
  assert.equal((await read(anna, odd)).subject, 'Down 🔥gpj')
  assert.equal((await call(anna, 'POST', '', { subject: '\u202e', description: 'x', email: anna.email })).status, 400)
})

test('the conversation comes with its newest part, and the rest in pages', async () => {
  const ticketId = await create()
  await vakt.database.worker.query(
    `insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, created_at)
     select $1, $2, 'user', 'x', 'Eva', 'comment ' || n, now() from generate_series(1, 520) n`,
    [own.customerId, ticketId],
  )
  const { comments, earlierComments } = await read(anna, ticketId)
  assert.deepEqual([comments.length, earlierComments, comments[0].body, comments.at(-1).body], [500, 20, 'comment 21', 'comment 520'])
  const answer = await call(anna, 'GET', `/${ticketId}/comment?before=${comments[0].commentId}&limit=15`)
  assert.deepEqual([answer.json.result.length, answer.json.result[0].body], [15, 'comment 20'])
  assert.ok(answer.json.continuation_token)
})

test('presence ends with the tab, and with silence', async () => {
  const ticketId = await create()
  const [tab, second] = [randomUUID(), randomUUID()]
  const others = async (user: TestUser) => (await done(user, 'PUT', `/${ticketId}/presence/${randomUUID()}`, { doing: 'reading' })).others
  await done(bo, 'PUT', `/${ticketId}/presence/${tab}`, { doing: 'reading' })
  await done(bo, 'PUT', `/${ticketId}/presence/${second}`, { doing: 'writing' })
  assert.deepEqual(
    (await others(karin)).map(({ name, doing, byStaff }: Json) => [name, doing, byStaff]),
    [['bo', 'writing', false]],
  )
  await done(bo, 'DELETE', `/${ticketId}/presence/${second}`)
  assert.equal((await others(karin))[0].doing, 'reading')
  await vakt.database.worker.query("update ticket_presence set seen_at = seen_at - interval '2 minutes' where tab = $1", [tab])
  assert.deepEqual(await others(karin), [])
  const { rows } = await vakt.database.worker.query('select count(*)::int as count from ticket_presence where tab = $1', [tab])
  assert.equal(rows[0].count, 0)
  assert.equal((await call(anna, 'PUT', `/${ticketId}/presence/${tab}`, { doing: 'writing_privately' })).status, 400)
})

test('who was silent is not forgotten by two at once, who would wait for each other', async () => {
  const ticketId = await create()
  const tab = randomUUID()
  await done(bo, 'PUT', `/${ticketId}/presence/${tab}`, { doing: 'reading' })
  const other = await vakt.database.worker.connect()
  try {
    await other.query("update ticket_presence set seen_at = seen_at - interval '2 minutes' where tab = $1", [tab])
    await other.query('begin')
    await other.query('select from ticket_presence where tab = $1 for update', [tab])
    await done(karin, 'PUT', `/${ticketId}/presence/${randomUUID()}`, { doing: 'reading' })
  } finally {
    await other.query('rollback')
    other.release()
  }
  await done(karin, 'PUT', `/${ticketId}/presence/${randomUUID()}`, { doing: 'reading' })
  const { rowCount } = await vakt.database.worker.query('select from ticket_presence where tab = $1', [tab])
  assert.equal(rowCount, 0)
})

test('a tab that is closed while its heartbeat is on its way waits for it, and holds nothing that the heartbeat waits for', async () => {
  const ticketId = await create()
  const tab = randomUUID()
  await done(bo, 'PUT', `/${ticketId}/presence/${tab}`, { doing: 'reading' })
  const heartbeat = await vakt.database.worker.connect()
  try {
    await heartbeat.query('begin')
    const { rows } = await heartbeat.query('select pg_backend_pid() as pid from ticket_presence where tab = $1 for update', [tab])
    const end = call(bo, 'DELETE', `/${ticketId}/presence/${tab}`)
    const isWaiting = async () =>
      (await vakt.database.worker.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0]?.pid])).rowCount ===
      1
    while (!(await isWaiting())) await nextTurn()
    assert.equal((await heartbeat.query('select from ticket_visit where ticket_id = $1 for update nowait', [ticketId])).rowCount, 1)
    await heartbeat.query('commit')
    assert.equal((await end).status, 204)
  } finally {
    await heartbeat.query('rollback')
    heartbeat.release()
  }
})
