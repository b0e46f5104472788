import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readMailSettings } from '#server/platform/mail/mail-settings.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { refusal, startMailSink } from '#server/testing/mail-sink.ts'
import { openTicketDesks, origin, sendMails } from '#server/testing/ticket-desk.ts'
import { createWaitingStatus, setMailFigures } from './waiting-status.ts'

const { vakt, oskar, query, contextAt, dispatchAll, createDesk } = await openTicketDesks()
after(() => vakt.close())

const status = createWaitingStatus({ pool: vakt.database.worker })
const metrics = createMetrics()
setMailFigures(metrics, { pool: vakt.database.worker })

async function shown() {
  await status.look()
  const channelOf = <Row extends { name: string }>(rows: Row[]) => rows.find(({ name }) => name === 'mail')
  const { result: integrations } = (await vakt.call(oskar, 'GET', '/admin/integration?kind=channel')).json()
  const { result: list } = (await vakt.call(oskar, 'GET', '/admin/channel')).json()
  const { state, reason, detail } =
    channelOf<{ name: string; state: string; reason: string; detail: string }>(integrations) ?? assert.fail()
  const { problem } = channelOf<{ name: string; problem: { answer: string; isWaiting: boolean } | null }>(list.channels) ?? assert.fail()
  const figure = /^vakt_mail_oldest_waiting_seconds (.*)$/m.exec(await metrics.text())?.[1]
  const { answer = null, isWaiting } = problem ?? {}
  return { warnings: status.warnings(), state, reason, detail, problem: answer, isWaiting, seconds: Number(figure) }
}

/** A mail that a worker finds no server for. */
async function createWaitingMail(settings: Parameters<typeof sendMails>[0]['settings']) {
  const desk = await createDesk()
  await query("update mail_delivery set state = 'kept' where state = 'waiting'")
  await desk.comment(desk.elin, 'Hej.')
  await dispatchAll()
  await sendMails({ settings, origin, createContext: contextAt() })
  const age = (minutes: number) =>
    query('update job set created_at = now() - make_interval(mins => $2) where customer_id = $1', [desk.customerId, minutes])
  return { desk, age }
}

test('a mail server that refuses the password for over ten minutes is a failing channel, with its words and without the password', async () => {
  const guarded = await startMailSink(
    {},
    {
      ...{ authOptional: false, allowInsecureAuth: true, authMethods: ['PLAIN'] },
      onAuth: ({ password }, _, done) =>
        done(refusal(535, `no entry with ${password} or ${Buffer.from(`\0anna\0${password}`).toString('base64')}`)),
    },
  )
  const { age } = await createWaitingMail(
    readMailSettings(`smtp://anna:s3cretWord@127.0.0.1:${guarded.port}`, { name: '', address: 'a@vakt.test' }),
  )
  const early = await shown()
  assert.deepEqual([early.warnings, early.state, early.problem], [[], 'never', null])
  assert.ok(early.seconds >= 0 && early.seconds < 600)

  await age(11)
  const late = await shown()
  assert.deepEqual([late.state, late.reason], ['failing', 'sign_in_refused'])
  assert.ok(late.seconds >= 660 && late.seconds < 720, String(late.seconds))
  assert.match(late.warnings.join(), /^mails have been waiting since .*Z: .*535 no entry with … or …$/)
  assert.match(late.detail, /535 no entry/)
  assert.equal(late.problem, late.detail)
  assert.equal(late.isWaiting, true)
  const { rows } = await query<{ answer: string }>("select coalesce(answer, '') as answer from mail_delivery")
  assert.ok(rows.every(({ answer }) => !answer.includes('s3cretWord')))

  await guarded.close()
  await query("update mail_delivery set state = 'sent', finished_at = now() where state = 'waiting'")
  const well = await shown()
  assert.deepEqual([well.warnings, well.state, well.seconds], [[], 'working', 0])
})

test('a recipient whose server asks to come back later is no fault of the channel', async () => {
  const sink = await startMailSink({
    onMail() {
      throw refusal(451, 'come back')
    },
  })
  const { age } = await createWaitingMail(sink.settings)
  await age(60)
  assert.deepEqual((await shown()).warnings, [])
  await sink.close()
})

test('a mail that someone sends again starts over, and one that no worker takes says so', async () => {
  const desk = await createDesk()
  await query("update mail_delivery set state = 'kept' where state = 'waiting'")
  await query('delete from job')
  await desk.comment(desk.elin, 'Hej.')
  await dispatchAll()
  await query("update mail_delivery set created_at = now() - interval '1 day' where customer_id = $1", [desk.customerId])
  assert.deepEqual((await shown()).warnings, [])
  await query("update job set created_at = now() - interval '20 minutes' where customer_id = $1", [desk.customerId])
  const late = await shown()
  assert.deepEqual([late.state, late.reason, late.detail], ['failing', 'waiting', null])
  assert.match(late.warnings.join(), /no worker hands them over$/)
})
