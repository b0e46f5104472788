import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { claimJobsForAllCustomers, freeLostJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createDispatch } from '#server/roles/event-catalogue.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { startMailSink } from '#server/testing/mail-sink.ts'
import type { TestUser } from '#server/testing/test-app.ts'
import { dispatch, later, openTicketDesks, origin, sendMails, settings } from '#server/testing/ticket-desk.ts'
import { beginEvents } from './begin-events.ts'
import { dispatchEvents, eventQueues } from './dispatch-events.ts'
import { noteEvent } from './note-event.ts'

const { vakt, anna, oskar, query, contextAt, dispatchAll, userId, createDesk } = await openTicketDesks()
after(() => vakt.close())

const unreadOf = async (user: TestUser) => (await vakt.call(user, 'GET', '/notification/unread')).json().result.unread as number
const listOf = async (user: TestUser, customerId: string) =>
  (
    (await vakt.call(user, 'GET', '/notification')).json().result as {
      customerId: string
      kind: string
      subject: string
      tickets: number
      target: object | null
    }[]
  ).filter((row) => row.customerId === customerId)

test('users who take part are notified of a comment, each in their language, and its author is not', async () => {
  const desk = await createDesk()
  await desk.comment(desk.elin, 'Nu går det <script>alert(1)</script> ännu saktare.')
  await dispatchAll()
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
  await dispatchAll()
  const swedish = (await desk.mails()).find(({ address }) => address === desk.elin.email)
  assert.equal(swedish?.language, 'sv')
  assert.match(swedish?.text_body ?? '', /anna kommenterade/)
})

test('private events reach no customer, on any channel, even if their users are named', async () => {
  const desk = await createDesk()
  const elinId = await userId(desk.elin, 'sv')
  await desk.comment(oskar, 'Only among us.', true)
  await inTransaction({ pool: vakt.database.app }, desk.customerId, (transaction) =>
    noteEvent(
      transaction,
      { customerId: desk.customerId, actor: { type: 'system', job: 'test' }, now: new Date() },
      { topic: 'ticket', kind: 'mentioned', subjectId: desk.ticketId, private: true, namedUserIds: [elinId] },
    ),
  )
  await dispatchAll()
  assert.deepEqual(await listOf(desk.elin, desk.customerId), [])
  const mails = await desk.mails()
  assert.deepEqual(
    mails.map(({ address }) => address),
    [anna.email],
  )
  assert.match(mails[0]?.text_body ?? '', /Internal note/)
})

test('a notification of a service level names its clock and when that is up', async () => {
  const desk = await createDesk()
  const details = { target: 'first_response' as const, dueAt: '2026-11-21T13:05:00.000Z' }
  await inTransaction({ pool: vakt.database.app }, desk.customerId, (transaction) =>
    noteEvent(
      transaction,
      { customerId: desk.customerId, actor: { type: 'system', job: 'test' }, now: new Date() },
      { topic: 'ticket', kind: 'service_level_warning', subjectId: desk.ticketId, private: true, details },
    ),
  )
  await dispatchAll()
  assert.deepEqual(
    (await listOf(anna, desk.customerId)).map(({ kind, target }) => ({ kind, target })),
    [{ kind: 'service_level_warning', target: { clock: 'first_response', dueAt: '2026-11-21T13:05:00.000Z' } }],
  )
})

test('an event is dispatched once, and not at all when its transaction is rolled back', async () => {
  const desk = await createDesk()
  await desk.comment(desk.elin, 'Hallå?')
  await Promise.all([dispatchAll(), dispatchAll(), dispatchAll()])
  await dispatchAll()
  await query("update event set dispatched_at = null where customer_id = $1 and kind <> 'created'", [desk.customerId])
  await dispatchAll()
  assert.equal((await listOf(anna, desk.customerId)).filter(({ kind }) => kind === 'commented').length, 1)
  assert.equal((await desk.mails()).filter(({ address }) => address === anna.email).length, 1)
  const before = (await query('select from event')).rowCount
  await assert.rejects(
    inTransaction({ pool: vakt.database.app }, desk.customerId, async (transaction) => {
      await noteEvent(
        transaction,
        { customerId: desk.customerId, actor: { type: 'system', job: 'test' }, now: new Date() },
        { topic: 'ticket', kind: 'commented', subjectId: desk.ticketId },
      )
      throw new Error('taken back')
    }),
    /taken back/,
  )
  assert.equal((await query('select from event')).rowCount, before)
})

test('each person chooses, per kind and channel; users who are disabled or lost the right get nothing', async () => {
  const desk = await createDesk()
  const choose = (choices: object[]) => vakt.call(anna, 'PUT', '/notification/preference', { choices })
  const chosen = await choose([{ kind: 'commented', byMail: false, inPortal: true }])
  assert.equal(chosen.statusCode, 200, chosen.body)
  await desk.comment(desk.elin, 'En gång till.')
  await dispatchAll()
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
  await dispatchAll()
  await query('update app_user set disabled_at = now() where email = $1', [desk.elin.email])
  const sink = await startMailSink()
  await sendMails({ settings: sink.settings, origin, createContext: contextAt() })
  assert.ok(!sink.received.some(({ to }) => to === desk.elin.email))
  assert.equal((await desk.mails()).find(({ address }) => address === desk.elin.email)?.reason, 'no_longer_allowed')
  await sink.close()
})

test('the list is one’s own: it is read, counted, marked and paged, and no one else’s is touched', async () => {
  const desk = await createDesk()
  for (const text of ['Ett', 'Två', 'Tre']) await desk.comment(desk.elin, text)
  await dispatchAll()
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
     insert into event (customer_id, at, topic, kind, subject_id, actor_type, actor_id, actor_name)
     select $1, now(), 'ticket', 'created', ticket_id::text, 'system', 'process-signals', 'Vakt' from t`,
    [customerId],
  )
  await dispatchAll()
  const rows = await listOf(anna, customerId)
  assert.deepEqual(
    rows.map(({ kind, tickets }) => ({ kind, tickets })),
    [{ kind: 'opened_by_monitoring', tickets: 500 }],
  )
})

test('a comment whose writer is no user of Vakt keeps no one from being notified', async () => {
  const desk = await createDesk()
  await query(
    `insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, created_at)
     values ($1, $2, 'user', 'demo-somebody', 'Somebody', 'Hi.', now())`,
    [desk.customerId, desk.ticketId],
  )
  await desk.comment(desk.elin, 'Hej.')
  await dispatchAll()
  const { rows } = await query('select kind from event where subject_id = $1 and dispatched_at is null', [desk.ticketId])
  assert.deepEqual(rows, [])
})

/** Makes planning the mails about this ticket fail with this error of the database. */
async function breakMailsAbout(ticketId: string, code: string): Promise<() => Promise<void>> {
  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  await owner.query(
    `create function refuse_mail() returns trigger language plpgsql as $$
     begin if new.ticket_id = ${Number(ticketId)} then raise exception 'refused' using errcode = '${code}'; end if; return new; end $$;
     create trigger refuse_mail before insert on mail_delivery for each row execute function refuse_mail()`,
  )
  return async () => {
    await owner.query('drop trigger refuse_mail on mail_delivery; drop function refuse_mail()')
    await owner.end()
  }
}

const attemptsAt = async (customerId: string) =>
  (await query<{ attempts: number }>('select attempts from event where customer_id = $1 and dispatched_at is null', [customerId])).rows.map(
    ({ attempts }) => attempts,
  )

test('an event that fails holds up no other, stands among the failed jobs with its error, and is dispatched when it is retried', async () => {
  const [bad, good] = [await createDesk(), await createDesk()]
  const repair = await breakMailsAbout(bad.ticketId, '22023')
  await good.comment(good.elin, 'Hej.')
  await bad.comment(bad.elin, 'Hej.')
  await good.comment(good.elin, 'Hej igen.')
  await dispatchAll()
  assert.deepEqual(await attemptsAt(good.customerId), [])
  assert.equal((await good.mails()).length, 2)
  const tryAgain = (minutes: number) => workThrough(eventQueues(dispatch), contextAt(), later(minutes))
  await dispatchAll()
  await tryAgain(600)
  const [failed] = (await vakt.call(oskar, 'GET', '/admin/failed-job')).json().result
  assert.deepEqual([failed.queue, failed.customerId, failed.error], ['dispatch-events', bad.customerId, 'refused'])
  await repair()
  assert.equal((await vakt.call(oskar, 'POST', `/admin/customer/${bad.customerId}/failed-job/${failed.jobId}/retry`)).statusCode, 204)
  await tryAgain(1)
  assert.equal((await bad.mails()).length, 1)
  assert.deepEqual(await attemptsAt(bad.customerId), [])
})

test('a passing fault counts for no event', async () => {
  const desk = await createDesk()
  for (const code of ['57P03', '40P01', '53300']) {
    const repair = await breakMailsAbout(desk.ticketId, code)
    await desk.comment(desk.elin, 'Hej.')
    await assert.rejects(dispatchAll(), /refused/)
    assert.ok((await attemptsAt(desk.customerId)).every((attempts) => attempts === 0))
    await repair()
  }
  await dispatchAll()
  assert.equal((await desk.mails()).length, 3)
})

/** Events about one ticket, as a storm of alerts or an import leaves behind. */
const noteMany = (customerId: string, ticketId: string, count: number) =>
  query(
    `insert into event (customer_id, at, topic, kind, subject_id, actor_type, actor_id, actor_name)
     select $1, now(), 'ticket', 'opened_by_monitoring', $2, 'system', 'x', 'Vakt' from generate_series(1, $3::int)`,
    [customerId, ticketId, count],
  )

const waitingOf = async (customerId: string) => (await attemptsAt(customerId)).length

test('the events of one customer wait for no backlog of another', async () => {
  const [busy, quiet] = [await createDesk(), await createDesk()]
  await noteMany(busy.customerId, busy.ticketId, 1200)
  await quiet.comment(quiet.elin, 'Hej.')
  await dispatchAll()
  assert.equal(await waitingOf(quiet.customerId), 0)
  assert.ok((await waitingOf(busy.customerId)) > 0)
  while (await dispatchAll());
  assert.equal(await waitingOf(busy.customerId), 0)
})

test('an event that fails again and again of what passes by itself ends among the failed jobs, and stops no other', async () => {
  const [bad, good] = [await createDesk(), await createDesk()]
  const own = createDispatch(settings)
  const dispatchOwn = () => dispatchEvents(contextAt(), own)
  const repair = await breakMailsAbout(bad.ticketId, '57014')
  await bad.comment(bad.elin, 'Hej.')
  await good.comment(good.elin, 'Hej.')
  for (let round = 0; round < 4; round += 1) await assert.rejects(dispatchOwn(), /refused/)
  await dispatchOwn()
  assert.deepEqual(await attemptsAt(good.customerId), [])
  assert.deepEqual(await attemptsAt(bad.customerId), [8])
  await workThrough(eventQueues(own), contextAt(), later(600))
  const failed: { customerId: string; error: string }[] = (await vakt.call(oskar, 'GET', '/admin/failed-job')).json().result
  assert.equal(failed.find(({ customerId }) => customerId === bad.customerId)?.error, 'refused')
  await repair()
})

test('events of one customer whose dispatch never ends, or fails of what passes by itself, hold up those of no other', async () => {
  const [bad, good] = [await createDesk(), await createDesk()]
  const { ticket } = dispatch.topics
  const hanging: typeof ticket = {
    ...ticket,
    load: (transaction, events) =>
      events.some(({ customerId }) => customerId === bad.customerId) ? new Promise(() => {}) : ticket.load(transaction, events),
  }
  await bad.comment(bad.elin, 'Hej.')
  await bad.comment(bad.elin, 'Hej igen.')
  await good.comment(good.elin, 'Hej.')
  // The other customer's events alone take far less.
  await dispatchEvents(contextAt(), { ...dispatch, maxSeconds: 5, topics: { ...dispatch.topics, ticket: hanging } })
  assert.equal(await waitingOf(good.customerId), 0)
  assert.deepEqual(new Set(await attemptsAt(bad.customerId)), new Set([8]))
  await workThrough(eventQueues(dispatch), contextAt(), later(600))
  assert.equal(await waitingOf(bad.customerId), 0)
  const repair = await breakMailsAbout(bad.ticketId, '57014')
  await bad.comment(bad.elin, 'Hej.')
  await good.comment(good.elin, 'Hej.')
  await assert.rejects(dispatchEvents(contextAt(), createDispatch(settings)), /refused/)
  assert.equal(await waitingOf(good.customerId), 0)
  await repair()
  await dispatchAll()
})

test('an event whose dispatch hangs by itself holds up those of no other customer', async () => {
  const [bad, good] = [await createDesk(), await createDesk()]
  const { ticket } = dispatch.topics
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const hanging: typeof ticket = {
    ...ticket,
    async load(transaction, events) {
      if (events.some(({ customerId }) => customerId === bad.customerId)) {
        begun.resolve()
        await end.promise
      }
      return ticket.load(transaction, events)
    },
  }
  const hung = { ...dispatch, maxSeconds: 0.2, topics: { ...dispatch.topics, ticket: hanging } }
  await bad.comment(bad.elin, 'Hej.')
  await dispatchEvents(contextAt(), hung)
  const working = workThrough(eventQueues(hung), contextAt(), later(600))
  await begun.promise
  await good.comment(good.elin, 'Hej.')
  await dispatchEvents(contextAt(), dispatch)
  assert.equal(await waitingOf(good.customerId), 0)
  assert.equal(await waitingOf(bad.customerId), 1)
  end.resolve()
  await working
  await workThrough(eventQueues(dispatch), contextAt(), later(1200))
  assert.equal(await waitingOf(bad.customerId), 0)
})

const noted = async () => (await query("select from installation_note where name = 'events-begun'")).rowCount

test('events are noted before their dispatch begins: what kills the process three times is set aside and shown, and the others are dispatched', async () => {
  const desk = await createDesk()
  while (await dispatchAll());
  assert.equal(await noted(), 0)
  /** The process dies between the note and the end of its work. */
  const die = async () => {
    const begun = await beginEvents(contextAt()(), { limit: 500 })
    await query("update installation_note set noted_at = now() - interval '1 minute' where name = 'events-begun'")
    return begun?.rowIds.length ?? 0
  }
  await desk.comment(desk.elin, 'Hej.')
  assert.equal(await die(), 1)
  assert.equal(await die(), 1)
  assert.deepEqual(await attemptsAt(desk.customerId), [1])
  const other = await createDesk()
  await other.comment(other.elin, 'Hej.')
  await dispatchAll()
  assert.deepEqual([await attemptsAt(desk.customerId), await attemptsAt(other.customerId), await noted()], [[8], [], 0])
  const worker = { pool: vakt.database.worker }
  const room = { queue: 'dispatch-events', free: 1, maxPerCustomer: 1, maxPerKey: 1, leaseSeconds: 0 }
  const claimed = await workForAllCustomers(worker, (transaction) => claimJobsForAllCustomers(transaction, [room], null))
  assert.deepEqual(
    claimed.map(({ customerId }) => customerId),
    [desk.customerId],
  )
  await workForAllCustomers(worker, (transaction) => freeLostJobsForAllCustomers(transaction, [{ queue: room.queue, maxAttempts: 8 }]))
  const failed: { customerId: string; error: string }[] = (await vakt.call(oskar, 'GET', '/admin/failed-job')).json().result
  assert.equal(failed.find(({ customerId }) => customerId === desk.customerId)?.error, 'worker_lost')
  await query("update job set state = 'waiting', failed_at = null, due = now() where customer_id = $1", [desk.customerId])
  await workThrough(eventQueues(dispatch), contextAt(), later(1))
  assert.deepEqual(await attemptsAt(desk.customerId), [])
})

test('what a process has just noted is left to it; that its dispatch failed is an end', async () => {
  const desk = await createDesk()
  while (await dispatchAll());
  await desk.comment(desk.elin, 'Hej.')
  await beginEvents(contextAt()(), { limit: 500 })
  assert.equal(await dispatchAll(), false)
  assert.deepEqual(await attemptsAt(desk.customerId), [0])
  await query("delete from installation_note where name = 'events-begun'")
  const repair = await breakMailsAbout(desk.ticketId, '57P03')
  for (let time = 0; time < 3; time += 1) {
    await assert.rejects(dispatchEvents(contextAt(), createDispatch(settings)), /refused/)
    assert.equal(await noted(), 0)
  }
  await repair()
  await dispatchAll()
  assert.deepEqual(await attemptsAt(desk.customerId), [])
})

test('who is notified of many events is found in turns, with what else waits in the process in between', async () => {
  const desk = await createDesk()
  await noteMany(desk.customerId, desk.ticketId, 400)
  const { ticket } = dispatch.topics
  let [judged, most] = [0, 0]
  let isOver = false
  const count = () => {
    most = Math.max(most, judged)
    judged = 0
    if (!isOver) setImmediate(count)
  }
  count()
  const slow: typeof ticket = {
    ...ticket,
    async findAudience(transaction, events) {
      const { channelsFor, ...audience } = await ticket.findAudience(transaction, events)
      return {
        ...audience,
        channelsFor(...given) {
          judged += 1
          const until = performance.now() + 0.2
          while (performance.now() < until);
          return channelsFor(...given)
        },
      }
    },
  }
  while (await dispatchEvents(contextAt(), { ...dispatch, topics: { ...dispatch.topics, ticket: slow } }));
  isOver = true
  count()
  assert.equal(await waitingOf(desk.customerId), 0)
  assert.ok(most > 0 && most < 50, `${most} in one turn`)
})
