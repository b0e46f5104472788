import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { summariseHeld } from '#server/features/deliveries/summarise-held.ts'
import { startMailSink } from '#server/testing/mail-sink.ts'
import { later, openTicketDesks, origin, sendMails, settings } from '#server/testing/ticket-desk.ts'

const { vakt, anna, oskar, query, contextAt, dispatchAll, userId, createDesk } = await openTicketDesks()
after(() => vakt.close())

test('a requester without an account gets confirmation and public replies by mail, in the language of the customer', async () => {
  const desk = await createDesk()
  await query("update customer set mail_language = 'sv' where customer_id = $1", [desk.customerId])
  const address = `gunnar.${desk.ticketId}@butik.example`
  const opened = await vakt.call(anna, 'POST', desk.path, {
    subject: 'Skrivaren är trasig',
    description: 'Den piper.',
    requesterName: 'Gunnar Ek',
    email: address,
  })
  const path = `${desk.path}/${opened.json().result.ticketId}`
  const comment = (body: string, isPrivate = false) => vakt.call(anna, 'POST', `${path}/comment`, { body, private: isPrivate })
  await comment('Vi skickar en tekniker.')
  await comment('Only among us.', true)
  await dispatchAll()
  await query('update event set dispatched_at = null where customer_id = $1', [desk.customerId])
  await dispatchAll()
  const sink = await startMailSink()
  const round = { settings: sink.settings, origin, createContext: contextAt() }
  while (await sendMails(round));
  const theirs = sink.received.filter(({ to }) => to === address).map(({ raw }) => raw.replace(/=\r\n/g, ''))
  assert.equal(theirs.length, 2)
  assert.equal(theirs.filter((raw) => /anna har skapat ett =C3=A4rende =C3=A5t dig/.test(raw)).length, 1)
  assert.equal(theirs.filter((raw) => /Vi skickar en tekniker/.test(raw)).length, 1)
  for (const raw of theirs) {
    assert.match(raw, /To: Gunnar Ek </)
    assert.doesNotMatch(raw, /List-Unsubscribe|settings\/notifications|\/details|Only among us/)
  }
  const log = (await vakt.call(oskar, 'GET', `${path}/delivery`)).json().result as { recipient: { address: string }; state: string }[]
  assert.equal(log.filter(({ recipient, state }) => recipient.address === address && state === 'sent').length, 2)

  await comment('Teknikern är framme.')
  await dispatchAll()
  const { version } = (await vakt.call(anna, 'GET', path)).json().result
  const change = { requesterId: await userId(desk.elin, 'sv'), version }
  assert.equal((await vakt.call(anna, 'PUT', path, change)).statusCode, 200)
  await sendMails({ ...round, createContext: contextAt() })
  assert.equal(sink.received.filter(({ to }) => to === address).length, 2, 'nothing once the ticket is another’s')
  await sink.close()
})

test('mails over the hourly cap reach a requester without an account in one summary without links', async () => {
  const desk = await createDesk()
  const address = `gunnar.${desk.ticketId}@butik.example`
  const facts = { subject: 'Skrivaren', description: 'Den piper.', requesterName: 'Gunnar Ek', email: address }
  await vakt.call(anna, 'POST', desk.path, facts)
  await dispatchAll()
  await query("update mail_delivery set state = 'held' where address = $1", [address])
  await summariseHeld(contextAt(later(61))(), settings)
  const mails = (await desk.mails()).filter((mail) => mail.address === address)
  assert.deepEqual(mails.map(({ state }) => state).toSorted(), ['summarised', 'waiting'])
  const summary = mails.find(({ state }) => state === 'waiting')
  assert.match(summary?.text_body ?? '', /Skrivaren/)
  assert.ok(!`${summary?.text_body}${summary?.html_body}`.includes(origin))
})
