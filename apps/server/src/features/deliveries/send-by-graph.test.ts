import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startGraphMailServer } from '#server/testing/graph-mail-server.ts'
import { later, openTicketDesks, origin, sendMails } from '#server/testing/ticket-desk.ts'

const { vakt, query, contextAt, dispatchAll, createDesk } = await openTicketDesks()
const graph = await startGraphMailServer()
after(async () => {
  await graph.close()
  await vakt.close()
})

test('a throttled mail waits uncounted, one with a lost answer is unknown and not repeated, the next is sent', async () => {
  const desk = await createDesk()
  await query("update mail_delivery set state = 'kept' where state = 'waiting'")
  await desk.comment(desk.elin, 'Hej.')
  await dispatchAll()
  const round = { settings: graph.settings, origin }
  const states = async () => (await desk.mails()).map(({ state, attempts }) => [state, attempts])
  graph.answer = { status: 429 }
  await sendMails({ ...round, createContext: contextAt() })
  assert.deepEqual(await states(), [['waiting', 0]])
  graph.answer = 'break'
  await sendMails({ ...round, createContext: contextAt(later(1)) })
  assert.deepEqual(await states(), [['unknown', 1]])
  graph.answer = null
  await sendMails({ ...round, createContext: contextAt(later(2)) })
  assert.equal(graph.received.length, 0)
  await desk.comment(desk.elin, 'Hej igen.')
  await dispatchAll()
  await sendMails({ ...round, createContext: contextAt(later(3)) })
  assert.equal(graph.received.length, 1)
})
