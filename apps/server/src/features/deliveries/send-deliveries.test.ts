import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { removeOldEvents } from '#server/features/events/remove-old-events.ts'
import { removeOldNotifications } from '#server/features/notifications/remove-old-notifications.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { refusal, startMailSink } from '#server/testing/mail-sink.ts'
import { later, openTicketDesks, origin, sendMails, settings } from '#server/testing/ticket-desk.ts'
import { claimDelivery, enqueueWaitingDeliveries, markSending, writeOutcome } from './delivery-table.ts'
import { planMessages } from './plan-deliveries.ts'
import { removeOldMails } from './remove-old-mails.ts'
import { summariseHeld } from './summarise-held.ts'

const { vakt, provider, anna, oskar, query, contextAt, dispatchAll, userId, createDesk } = await openTicketDesks()
after(() => vakt.close())

test('refused for now is tried again later, refused for good fails, lost after the hand-over is unknown', async () => {
  const cases = [
    { behaviour: () => refusal(451, 'come back'), state: 'waiting', reason: 'refused_for_now' },
    { behaviour: () => refusal(550, 'no such user'), state: 'failed', reason: 'refused' },
    { behaviour: null, state: 'unknown', reason: 'connection_lost' },
  ]
  for (const { behaviour, state, reason } of cases) {
    const desk = await createDesk()
    await query("update mail_delivery set state = 'kept' where state = 'waiting'")
    await desk.comment(desk.elin, 'Hej.')
    await dispatchAll()
    const sink = await startMailSink({
      onMail(_, breakConnection) {
        if (!behaviour) return breakConnection()
        throw behaviour()
      },
    })
    await sendMails({ settings: sink.settings, origin, createContext: contextAt() })
    const [mail] = await desk.mails()
    assert.deepEqual([mail?.state, mail?.reason, mail?.attempts], [state, reason, 1])
    const list = await vakt.call(oskar, 'GET', `${desk.path}/${desk.ticketId}/delivery`)
    assert.equal(list.json().result[0].state, state)
    assert.equal((await vakt.call(desk.elin, 'GET', `${desk.path}/${desk.ticketId}/delivery`)).statusCode, 403)
    await sendMails({ settings: sink.settings, origin, createContext: contextAt() })
    assert.equal((await desk.mails())[0]?.attempts, 1, 'nothing is tried before its time')
    await sink.close()
    if (state !== 'waiting') continue
    const good = await startMailSink()
    await sendMails({ settings: good.settings, origin, createContext: contextAt(later(2)) })
    assert.equal((await desk.mails())[0]?.state, 'sent')
    assert.equal(good.received.length, 1)
    await good.close()
  }
})

test('a worker that dies before the hand-over loses nothing, one that dies during it leaves the outcome unknown, and a person can send again', async () => {
  const desk = await createDesk()
  await query("update mail_delivery set state = 'kept' where state = 'waiting'")
  await desk.comment(desk.elin, 'Hej.')
  await dispatchAll()
  await query("update mail_delivery set state = 'claimed', claim = gen_random_uuid(), claimed_until = now() where customer_id = $1", [
    desk.customerId,
  ])
  const sink = await startMailSink()
  const round = { settings: sink.settings, origin }
  await sendMails({ ...round, createContext: contextAt(later(1)) })
  assert.equal(sink.received.length, 1)
  await query("update mail_delivery set state = 'sending', claim = gen_random_uuid(), claimed_until = now() where customer_id = $1", [
    desk.customerId,
  ])
  await workForAllCustomers({ pool: vakt.database.worker }, enqueueWaitingDeliveries)
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

test('while the mail server is away one mail tries, all wait, and no attempt is counted', async () => {
  const desk = await createDesk()
  await query("update mail_delivery set state = 'kept' where state = 'waiting'")
  for (const body of ['Hej.', 'Hej igen.', 'Hallå?']) {
    await desk.comment(desk.elin, body)
    await dispatchAll()
  }
  const sink = await startMailSink()
  await sink.close()
  await sendMails({ settings: sink.settings, origin, createContext: contextAt() })
  const mails = await desk.mails()
  assert.ok(mails.length >= 3 && mails.every(({ state, attempts }) => state === 'waiting' && attempts === 0))
  assert.ok(mails.filter(({ reason }) => reason === 'unreachable').length < mails.length, 'those that began before it was known')
  const back = await startMailSink()
  await sendMails({ settings: back.settings, origin, createContext: contextAt(later(1)) })
  assert.equal(back.received.length, mails.length)
  await back.close()
})

/** A mail that waits, and what a worker does that has claimed it and is held up. */
async function createHeldUpWorker() {
  const desk = await createDesk()
  await query("update mail_delivery set state = 'kept' where state = 'waiting'")
  await desk.comment(desk.elin, 'Hej.')
  await dispatchAll()
  const claim = randomUUID()
  const work = <T>(step: (transaction: Transaction) => Promise<T>) => workForAllCustomers({ pool: vakt.database.worker }, step)
  const { rows } = await query<{ deliveryId: string }>(
    `select delivery_id as "deliveryId" from mail_delivery where customer_id = $1 and state = 'waiting'`,
    [desk.customerId],
  )
  const begun = await work((transaction) => claimDelivery(transaction, { deliveryId: rows[0]?.deliveryId ?? '', claim, now: new Date() }))
  const mail = begun.state === 'claimed' ? begun.delivery : assert.fail(begun.state)
  const begin = () => work((transaction) => markSending(transaction, mail.deliveryId, claim))
  const settle = (state: 'waiting' | 'failed' | 'sent') =>
    work((transaction) =>
      writeOutcome(transaction, mail.deliveryId, claim, { state, reason: 'late', answer: null, nextAt: new Date() }, new Date()),
    )
  const expire = () =>
    query("update mail_delivery set claimed_until = now() - interval '1 second' where delivery_id = $1", [mail.deliveryId])
  const state = async () => (await desk.mails())[0]?.state
  return { begin, settle, expire, state }
}

test('a worker that lost its lease overwrites no outcome of another', async () => {
  const heldUp = await createHeldUpWorker()
  await heldUp.expire()
  const sink = await startMailSink({ onMail: (_, breakConnection) => breakConnection() })
  const round = { settings: sink.settings, origin, createContext: contextAt() }
  await sendMails(round)
  assert.equal(await heldUp.state(), 'unknown')
  assert.equal(await heldUp.begin(), false)
  for (const late of ['waiting', 'failed', 'sent'] as const) {
    await heldUp.settle(late)
    assert.equal(await heldUp.state(), 'unknown', late)
  }
  await sendMails(round)
  assert.equal(sink.received.length, 1)
  await sink.close()
})

test('a mail that became unknown during the hand-over is only changed to sent by a late outcome', async () => {
  const heldUp = await createHeldUpWorker()
  assert.equal(await heldUp.begin(), true)
  await heldUp.expire()
  const sink = await startMailSink()
  await sendMails({ settings: sink.settings, origin, createContext: contextAt() })
  for (const late of ['waiting', 'failed'] as const) {
    await heldUp.settle(late)
    assert.equal(await heldUp.state(), 'unknown', late)
  }
  await heldUp.settle('sent')
  assert.equal(await heldUp.state(), 'sent')
  assert.equal(sink.received.length, 0)
  await sink.close()
})

test('a worker whose clock is ahead leaves alone what another has claimed', async () => {
  const other = await createHeldUpWorker()
  const sink = await startMailSink()
  await sendMails({ settings: sink.settings, origin, createContext: contextAt(later(60)) })
  assert.deepEqual([await other.state(), sink.received.length], ['claimed', 0])
  assert.equal(await other.begin(), true)
  await sink.close()
})

test('a summary leaves out what its recipient may no longer see', async () => {
  const desk = await createDesk()
  const other = await createDesk()
  const hold = async () => {
    await query('delete from mail_delivery where address = any($1)', [[desk.elin.email, anna.email]])
    await desk.comment(anna, 'Svar till Elin.')
    await desk.comment(desk.elin, 'Svar till Anna.')
    await other.comment(other.elin, 'Till Anna.')
    await dispatchAll()
    await query("update mail_delivery set state = 'held' where address = any($1)", [[desk.elin.email, anna.email]])
  }
  const summaries = async (address: string) =>
    (
      await query<{ text: string }>("select text_body as text from mail_delivery where kind = 'summary' and address = $1", [address])
    ).rows.map(({ text }) => text)
  await hold()
  await query("update customer set enabled_features = '{@feature.overview.read}' where customer_id = $1", [desk.customerId])
  await summariseHeld(contextAt(later(61))(), settings)
  assert.deepEqual(await summaries(desk.elin.email), [])
  const [toAnna = ''] = await summaries(anna.email)
  assert.ok(toAnna.includes(`#${other.ticketId}`) && !toAnna.includes(`#${desk.ticketId}`), toAnna)
  await query('update customer set enabled_features = null where customer_id = $1', [desk.customerId])
  await hold()
  await summariseHeld(contextAt(later(61))(), settings)
  assert.ok((await summaries(desk.elin.email))[0]?.includes(`#${desk.ticketId}`))
})

test('more than 100 mails in an hour to one address are held back and listed in one summary', async () => {
  const desk = await createDesk()
  const annaId = await userId(anna)
  await query('delete from mail_delivery where address = $1', [anna.email])
  const { rows: events } = await query<{ eventId: string }>(
    'select nextval(\'ticket_event_event_id_seq\') as "eventId" from generate_series(1, 130)',
  )
  const recipient = {
    userId: annaId,
    customerId: provider.customerId,
    name: 'Anna',
    email: anna.email,
    language: 'en',
    timeZone: 'UTC',
  } as const
  const subject = `[#${desk.ticketId}] Kassan`
  const plans = events.map(({ eventId }) => ({
    recipient,
    eventId,
    customerId: desk.customerId,
    ticketId: desk.ticketId,
    kind: 'commented',
    subject,
    conversation: `ticket-${desk.ticketId}`,
    blocks: () => [{ type: 'title' as const, text: 'x' }],
  }))
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => planMessages(transaction, plans, settings, new Date()))
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
  assert.deepEqual(made, [
    { state: 'held', subject, is_made: false, count: 30 },
    { state: 'waiting', subject, is_made: true, count: 100 },
  ])
  await summariseHeld(contextAt()(), settings)
  assert.deepEqual(await counts(), { waiting: 100, held: 30 })
  await summariseHeld(contextAt(later(61))(), settings)
  assert.deepEqual(await counts(), { waiting: 101, summarised: 30 })
  const { rows } = await query<{ subject: string }>("select subject from mail_delivery where kind = 'summary' and address = $1", [
    anna.email,
  ])
  assert.deepEqual(rows, [{ subject: '30 messages were held back' }])
})

test('the outbox shows each mail as it looks, to staff only', async () => {
  const desk = await createDesk()
  await query('delete from mail_delivery where address = $1', [anna.email])
  await desk.comment(desk.elin, 'Hej.')
  await dispatchAll()
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
  await dispatchAll()
  await query(
    `update mail_delivery set state = 'sent' where delivery_id =
       (select delivery_id from mail_delivery where customer_id = $1 order by created_at limit 1)`,
    [desk.customerId],
  )
  const left = async (days: number) => {
    for (const remove of [removeOldEvents, removeOldMails, removeOldNotifications])
      while (await remove(contextAt(later(days * 24 * 60))()));
    const { rows } = await query(
      `select (select array_agg(state) from mail_delivery where customer_id = $1) as mails,
         (select count(*)::int from event where customer_id = $1) as events,
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
