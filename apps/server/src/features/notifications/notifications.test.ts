import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { noteTicketEvent } from '#server/features/notifications/note-ticket-event.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { refusal, startMailSink } from '#server/testing/mail-sink.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { planMails } from './plan-mails.ts'
import { removeOldTellings } from './remove-old-tellings.ts'
import { sendMails } from './send-mails.ts'
import { summariseHeldMails } from './summarise-held-mails.ts'
import { tellPeople } from './tell-people.ts'

const vakt = await createTestApp({ mailServer: 'smtp.vakt.test' })
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const from = { name: 'Vakt', address: 'vakt@vakt.test' }
const telling = { origin: 'https://vakt.test', from, isSending: true }

const contextAt =
  (now = new Date()) =>
  (): Context => ({
    actor: { type: 'system', job: 'test' },
    now,
    pool: vakt.database.worker,
    log: silentLog,
    requestId: null,
    isStaff: false,
  })
const tell = (now?: Date) => tellPeople(contextAt(now), telling)
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

const staff = (name: string): TestUser => ({ email: `${name}@${provider.emailDomain}`, roles: ['api-permission-global-admin'] })
const [anna, oskar] = [staff('anna'), staff('oskar')]

async function userId(user: TestUser, language = 'en'): Promise<string> {
  await vakt.call(user, 'POST', '/authentication/usercontext', {})
  await vakt.call(user, 'PUT', '/authentication/usercontext', { preferred_language: language })
  const { rows } = await query<{ id: string }>('select user_id as id from app_user where email = $1', [user.email])
  return rows[0]?.id ?? assert.fail()
}

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query<Row>(sql, values))

/** A customer with Elin, who writes Swedish, and a ticket of hers that Anna of the staff has answered. */
async function createDesk() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const elin: TestUser = { email: `elin@${emailDomain}`, roles: ['admin'] }
  await userId(elin, 'sv')
  await userId(anna)
  await userId(oskar)
  const path = `/customer/${customerId}/ticket`
  const opened = await vakt.call(elin, 'POST', path, {
    subject: 'Kassan är <b>långsam</b>',
    description: 'Sedan i morse.',
    email: elin.email,
  })
  const { ticketId } = opened.json().result
  const comment = async (user: TestUser, body: string, isPrivate = false) => {
    const answer = await vakt.call(user, 'POST', `${path}/${ticketId}/comment`, { body, private: isPrivate })
    assert.equal(answer.statusCode, 200, answer.body)
  }
  await comment(anna, 'Vi tittar på det.')
  await tell()
  await query('delete from notification where about_customer_id = $1', [customerId])
  await query('delete from mail_delivery where customer_id = $1', [customerId])
  const mails = async () =>
    (
      await query<{
        address: string
        subject: string
        text_body: string
        html_body: string
        state: string
        language: string
        reason: string
        attempts: number
      }>('select * from mail_delivery where customer_id = $1 order by created_at, address', [customerId])
    ).rows
  return { customerId, emailDomain, elin, path, ticketId, comment, mails }
}

const unreadOf = async (user: TestUser) => (await vakt.call(user, 'GET', '/notification/unread')).json().result.unread as number
const listOf = async (user: TestUser, customerId: string) =>
  (
    (await vakt.call(user, 'GET', '/notification')).json().result as {
      customerId: string
      kind: string
      subject: string
      tickets: number
    }[]
  ).filter((row) => row.customerId === customerId)

test('a comment is told to those who take part, each in their language, and not to its author', async () => {
  const desk = await createDesk()
  await desk.comment(desk.elin, 'Nu går det <script>alert(1)</script> ännu saktare.')
  await tell()
  const mails = await desk.mails()
  assert.deepEqual(
    mails.map(({ address, language, state }) => ({ address, language, state })),
    [{ address: anna.email, language: 'en', state: 'waiting' }],
  )
  assert.equal(mails[0]?.subject, `[#${desk.ticketId}] Kassan är <b>långsam</b>`)
  assert.match(mails[0]?.html_body ?? '', /elin commented/)
  assert.match(mails[0]?.html_body ?? '', /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
  assert.doesNotMatch(mails[0]?.html_body ?? '', /<script|<b>/)
  assert.deepEqual(await listOf(desk.elin, desk.customerId), [])
  assert.deepEqual(
    (await listOf(anna, desk.customerId)).map(({ kind }) => kind),
    ['commented'],
  )
  await desk.comment(anna, 'Det är åtgärdat.')
  await tell()
  const swedish = (await desk.mails()).find(({ address }) => address === desk.elin.email)
  assert.equal(swedish?.language, 'sv')
  assert.match(swedish?.text_body ?? '', /anna kommenterade/)
})

test('what is private reaches no customer, on any channel, whoever is named', async () => {
  const desk = await createDesk()
  const elinId = await userId(desk.elin, 'sv')
  await desk.comment(oskar, 'Only among us.', true)
  await inTransaction({ pool: vakt.database.app }, desk.customerId, (transaction) =>
    noteTicketEvent(transaction, {
      customerId: desk.customerId,
      ticketId: desk.ticketId,
      kind: 'mentioned',
      private: true,
      namedUserIds: [elinId],
      actor: { type: 'system', job: 'test' },
      now: new Date(),
    }),
  )
  await tell()
  assert.deepEqual(await listOf(desk.elin, desk.customerId), [])
  const mails = await desk.mails()
  assert.deepEqual(
    mails.map(({ address }) => address),
    [anna.email],
  )
  assert.match(mails[0]?.text_body ?? '', /Internal note/)
})

test('told once however often it is worked through, and not at all when the change is taken back', async () => {
  const desk = await createDesk()
  await desk.comment(desk.elin, 'Hallå?')
  await Promise.all([tell(), tell(), tell()])
  await tell()
  await query("update ticket_event set told_at = null where customer_id = $1 and kind <> 'created'", [desk.customerId])
  await tell()
  assert.equal((await listOf(anna, desk.customerId)).filter(({ kind }) => kind === 'commented').length, 1)
  assert.equal((await desk.mails()).filter(({ address }) => address === anna.email).length, 1)
  const before = (await query('select from ticket_event')).rowCount
  await assert.rejects(
    inTransaction({ pool: vakt.database.app }, desk.customerId, async (transaction) => {
      await noteTicketEvent(transaction, {
        customerId: desk.customerId,
        ticketId: desk.ticketId,
        kind: 'commented',
        actor: { type: 'system', job: 'test' },
        now: new Date(),
      })
      throw new Error('taken back')
    }),
    /taken back/,
  )
  assert.equal((await query('select from ticket_event')).rowCount, before)
})

test('each person chooses, per kind and channel; whoever is disabled or lost the right gets nothing more', async () => {
  const desk = await createDesk()
  const choose = (choices: object[]) => vakt.call(anna, 'PUT', '/notification/preference', { choices })
  const chosen = await choose([{ kind: 'commented', byMail: false, inPortal: true }])
  assert.equal(chosen.statusCode, 200, chosen.body)
  await desk.comment(desk.elin, 'En gång till.')
  await tell()
  assert.deepEqual(await desk.mails(), [])
  assert.equal((await listOf(anna, desk.customerId)).length, 1)
  assert.equal((await choose([{ kind: 'commented', byMail: true, inPortal: true }])).statusCode, 200)
  const twice = { kind: 'commented', byMail: true, inPortal: true }
  assert.equal((await choose([twice, twice])).json().errors[0].message_translation_key, 'notifications.kind_twice')
  assert.equal((await choose([{ kind: 'everything', byMail: true, inPortal: true }])).statusCode, 400)
  const forElin = (await vakt.call(desk.elin, 'GET', '/notification/preference')).json().result
  assert.equal(forElin.address, desk.elin.email)
  assert.ok(!forElin.choices.some(({ kind }: { kind: string }) => kind === 'service_level_warning'))

  await desk.comment(anna, 'Svar till Elin.')
  await tell()
  await query('update app_user set disabled_at = now() where email = $1', [desk.elin.email])
  const sink = await startMailSink()
  await sendMails({ settings: sink.settings, origin: telling.origin, createContext: contextAt() })
  assert.ok(!sink.received.some(({ to }) => to === desk.elin.email))
  assert.equal((await desk.mails()).find(({ address }) => address === desk.elin.email)?.reason, 'no_longer_allowed')
  await sink.close()
})

test('the list is one’s own: it is read, counted, marked and paged, and nobody else’s is touched', async () => {
  const desk = await createDesk()
  for (const text of ['Ett', 'Två', 'Tre']) await desk.comment(desk.elin, text)
  await tell()
  const page = await vakt.call(anna, 'GET', '/notification?limit=2')
  const token = page.json().continuation_token
  assert.equal(page.json().result.length, 2)
  const next = await vakt.call(anna, 'GET', '/notification?limit=2', undefined, { 'x-continuation-token': token })
  assert.ok(next.json().result.length >= 1)
  const unread = await unreadOf(anna)
  const [newest] = page.json().result
  assert.equal((await vakt.call(oskar, 'PUT', '/notification/read', { upTo: newest.notificationId })).statusCode, 204)
  assert.equal(await unreadOf(anna), unread)
  await vakt.call(anna, 'PUT', '/notification/read', { notificationIds: [newest.notificationId] })
  assert.equal(await unreadOf(anna), unread - 1)
  await vakt.call(anna, 'PUT', '/notification/read', { upTo: newest.notificationId })
  assert.equal(await unreadOf(anna), 0)
  assert.equal((await vakt.call(anna, 'PUT', '/notification/read', { upTo: 'x' })).statusCode, 400)
})

test('500 tickets that monitoring opens together are one notification for each of the staff', async () => {
  const { customerId } = await createCustomer(vakt.database)
  await userId(anna)
  await query(
    `with t as (insert into ticket (customer_id, subject, description, type, area, requester_name, source, created_at, modified_at)
       select $1, 's' || n, 'd', 'incident', 'infrastructure', 'Vakt', 'monitoring', now(), now() from generate_series(1, 500) n returning ticket_id)
     insert into ticket_event (customer_id, ticket_id, at, kind, actor_type, actor_id, actor_name)
     select $1, ticket_id, now(), 'created', 'system', 'process-signals', 'Vakt' from t`,
    [customerId],
  )
  const began = performance.now()
  await tell()
  assert.ok(performance.now() - began < 3000)
  const rows = await listOf(anna, customerId)
  assert.deepEqual(
    rows.map(({ kind, tickets }) => ({ kind, tickets })),
    [{ kind: 'opened_by_monitoring', tickets: 500 }],
  )
})

test('refused for now is tried again later, refused for good is given up, lost after the hand-over is told as unknown', async () => {
  const cases = [
    { behaviour: () => refusal(451, 'come back'), state: 'waiting', reason: 'refused_for_now' },
    { behaviour: () => refusal(550, 'no such user'), state: 'failed', reason: 'refused' },
    { behaviour: null, state: 'unknown', reason: 'connection_lost' },
  ]
  for (const { behaviour, state, reason } of cases) {
    const desk = await createDesk()
    await query("update mail_delivery set state = 'kept' where state = 'waiting'")
    await desk.comment(desk.elin, 'Hej.')
    await tell()
    const sink = await startMailSink({
      onMail(_, breakConnection) {
        if (!behaviour) return breakConnection()
        throw behaviour()
      },
    })
    await sendMails({ settings: sink.settings, origin: telling.origin, createContext: contextAt() })
    const [mail] = await desk.mails()
    assert.deepEqual([mail?.state, mail?.reason, mail?.attempts], [state, reason, 1])
    const fate = await vakt.call(oskar, 'GET', `${desk.path}/${desk.ticketId}/delivery`)
    assert.equal(fate.json().result[0].state, state)
    assert.equal((await vakt.call(desk.elin, 'GET', `${desk.path}/${desk.ticketId}/delivery`)).statusCode, 403)
    await sendMails({ settings: sink.settings, origin: telling.origin, createContext: contextAt() })
    assert.equal((await desk.mails())[0]?.attempts, 1, 'nothing is tried before its time')
    await sink.close()
    if (state !== 'waiting') continue
    const good = await startMailSink()
    await sendMails({ settings: good.settings, origin: telling.origin, createContext: contextAt(later(2)) })
    assert.equal((await desk.mails())[0]?.state, 'sent')
    assert.equal(good.received.length, 1)
    await good.close()
  }
})

test('a worker that dies before the hand-over loses nothing, one that dies during it leaves the fate unknown, and a person can send again', async () => {
  const desk = await createDesk()
  await query("update mail_delivery set state = 'kept' where state = 'waiting'")
  await desk.comment(desk.elin, 'Hej.')
  await tell()
  await query("update mail_delivery set state = 'claimed', claim = gen_random_uuid(), claimed_until = now() where customer_id = $1", [
    desk.customerId,
  ])
  const sink = await startMailSink()
  const round = { settings: sink.settings, origin: telling.origin }
  await sendMails({ ...round, createContext: contextAt(later(1)) })
  assert.equal(sink.received.length, 1)
  await query("update mail_delivery set state = 'sending', claim = gen_random_uuid(), claimed_until = now() where customer_id = $1", [
    desk.customerId,
  ])
  await sendMails({ ...round, createContext: contextAt(later(2)) })
  assert.equal((await desk.mails())[0]?.state, 'unknown')
  assert.equal(sink.received.length, 1)
  const { rows } = await query<{ id: string }>('select delivery_id as id from mail_delivery where customer_id = $1', [desk.customerId])
  assert.equal((await vakt.call(oskar, 'POST', `/admin/outbox/${rows[0]?.id}/retry`)).statusCode, 204)
  await sendMails({ ...round, createContext: contextAt(later(3)) })
  assert.equal(sink.received.length, 2)
  const idOf = (raw = '') => /^Message-ID: (.*)$/m.exec(raw)?.[1]
  assert.equal(idOf(sink.received[0]?.raw), idOf(sink.received[1]?.raw))
  assert.equal((await vakt.call(oskar, 'POST', `/admin/outbox/${rows[0]?.id}/retry`)).statusCode, 409)
  await sink.close()
})

test('more than 100 mails in an hour to one address are held back and told in one summary', async () => {
  const desk = await createDesk()
  const annaId = await userId(anna)
  await query('delete from mail_delivery where address = $1', [anna.email])
  const { rows: events } = await query<{ eventId: string }>(
    `insert into ticket_event (customer_id, ticket_id, at, kind, actor_type, actor_id, actor_name, told_at)
     select $1, $2, now(), 'commented', 'system', 'x', 'Vakt', now() from generate_series(1, 130) returning event_id as "eventId"`,
    [desk.customerId, desk.ticketId],
  )
  const person = {
    userId: annaId,
    customerId: provider.customerId,
    name: 'Anna',
    email: anna.email,
    language: 'en' as const,
    roles: [],
    isStaff: true,
    isDisabled: false,
    seesOwnTicketsOnly: false,
    chosen: new Map(),
  }
  const event = {
    customerId: desk.customerId,
    ticketId: desk.ticketId,
    kind: 'commented' as const,
    commentId: null,
    private: false,
    actorUserId: null,
    namedUserIds: [],
    assigneeUserId: null,
    requesterId: null,
    source: 'person' as const,
    at: new Date(),
    actorType: 'system' as const,
    actorName: 'Vakt',
    details: {},
    customerName: 'Nordan',
    subject: 'Kassan',
    description: 'x',
    status: 'new',
    priority: 4,
    commentBody: null,
    systemText: null,
    requesterEmail: null,
  }
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    planMails(
      transaction,
      events.map(({ eventId }) => ({ person, event: { ...event, eventId }, kind: 'commented' as const })),
      telling,
      new Date(),
    ),
  )
  const counts = async () =>
    Object.fromEntries(
      (
        await query<{ state: string; count: number }>('select state, count(*)::int from mail_delivery where address = $1 group by 1', [
          anna.email,
        ])
      ).rows.map(({ state, count }) => [state, count]),
    )
  assert.deepEqual(await counts(), { waiting: 100, held: 30 })
  const { rows: made } = await query(
    `select state, subject, text_body <> '' and html_body <> '' as is_made, count(*)::int from mail_delivery where address = $1 group by 1, 2, 3 order by 1`,
    [anna.email],
  )
  const subject = `[#${desk.ticketId}] Kassan`
  assert.deepEqual(made, [
    { state: 'held', subject, is_made: false, count: 30 },
    { state: 'waiting', subject, is_made: true, count: 100 },
  ])
  await summariseHeldMails(contextAt()(), telling)
  assert.deepEqual(await counts(), { waiting: 100, held: 30 })
  await summariseHeldMails(contextAt(later(61))(), telling)
  assert.deepEqual(await counts(), { waiting: 101, summarised: 30 })
  const { rows } = await query<{ subject: string }>("select subject from mail_delivery where kind = 'summary' and address = $1", [
    anna.email,
  ])
  assert.deepEqual(rows, [{ subject: '30 messages were held back' }])
})

test('a comment whose writer is no user of Vakt keeps nobody from being told', async () => {
  const desk = await createDesk()
  await query(
    `insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, created_at)
     values ($1, $2, 'user', 'demo-somebody', 'Somebody', 'Hi.', now())`,
    [desk.customerId, desk.ticketId],
  )
  await desk.comment(desk.elin, 'Hej.')
  await tell()
  const { rows } = await query('select kind from ticket_event where ticket_id = $1 and told_at is null', [desk.ticketId])
  assert.deepEqual(rows, [])
})

test('the outbox shows each mail as it looks, to staff only', async () => {
  const desk = await createDesk()
  await query('delete from mail_delivery where address = $1', [anna.email])
  await desk.comment(desk.elin, 'Hej.')
  await tell()
  const list = await vakt.call(oskar, 'GET', `/admin/outbox?q=${encodeURIComponent(`#${desk.ticketId}`)}&state=waiting`)
  const [mail] = list.json().result
  assert.equal(mail.customerId, desk.customerId)
  const whole = (await vakt.call(oskar, 'GET', `/admin/outbox/${mail.deliveryId}`)).json().result
  assert.ok(
    whole.headers.some(({ name, value }: { name: string; value: string }) => name === 'Auto-Submitted' && value === 'auto-generated'),
  )
  const preview = (path: string) => vakt.app.inject({ method: 'GET', url: path })
  const shown = await preview(whole.previewPath)
  assert.match(shown.body, /<!doctype html>/)
  assert.match(String(shown.headers['content-security-policy']), /^sandbox; default-src 'none'/)
  const otherKey = whole.previewPath.includes('key=A') ? 'key=B' : 'key=A'
  assert.equal((await preview(whole.previewPath.replace(/key=./, otherKey))).statusCode, 404)
  assert.equal((await preview(whole.previewPath.replace(/until=\d/, 'until=9'))).statusCode, 404)
  assert.equal((await preview(`/mail-preview/${mail.deliveryId}`)).statusCode, 404)
  assert.equal((await vakt.call(desk.elin, 'GET', '/admin/outbox')).statusCode, 403)
  assert.equal((await vakt.call(oskar, 'GET', '/admin/outbox/nonsense')).statusCode, 404)
  assert.equal((await vakt.call(oskar, 'GET', '/admin/outbox-state')).json().result.mailServer, 'smtp.vakt.test')
})

test('mails and events are kept 90 days, notifications 180; what is still to be sent stays', async () => {
  const desk = await createDesk()
  await desk.comment(desk.elin, 'Hej.')
  await desk.comment(desk.elin, 'Hej igen.')
  await tell()
  await query(
    `update mail_delivery set state = 'sent' where delivery_id =
       (select delivery_id from mail_delivery where customer_id = $1 order by created_at limit 1)`,
    [desk.customerId],
  )
  const left = async (days: number) => {
    while (await removeOldTellings(contextAt(later(days * 24 * 60))()));
    const { rows } = await query(
      `select (select array_agg(state) from mail_delivery where customer_id = $1) as mails,
         (select count(*)::int from ticket_event where customer_id = $1) as events,
         (select count(*)::int from notification where about_customer_id = $1) as notifications`,
      [desk.customerId],
    )
    return rows[0] as { mails: string[]; events: number; notifications: number }
  }
  const before = await left(89)
  assert.deepEqual(before.mails.toSorted(), ['sent', 'waiting'])
  assert.ok(before.events > 0 && before.notifications > 0)
  assert.deepEqual(await left(91), { ...before, mails: ['waiting'], events: 0 })
  assert.equal((await left(181)).notifications, 0)
})
