import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { deskFrom } from '#server/testing/phone-desk.ts'
import { createTestDatabase, silentLog } from '#server/testing/test-database.ts'
import type { Channel } from './channel.ts'
import { channels } from './channels.ts'
import { textOfBlocks } from './mail-layout.ts'
import { withoutAccount } from './message.ts'
import { planMessages, waitForPlanningLock } from './plan-deliveries.ts'
import { deliveryQueues } from './send-deliveries.ts'

// All that a new channel costs on the server: this in a file of its own, its line in `channels.ts`, and its name in `delivery-states.ts` of the
// contract. In the browser its words: `outbox.texts.ts` and, for its queue, `failed-jobs.texts.ts`, each in both languages.
const printed: string[] = []
const printerChannel: Channel = {
  addressKind: 'device',
  queue: 'print-messages',
  cap: { max: 2, minutes: 60 },
  isSending: () => true,
  readAddress: (address) => (address.startsWith('printer-') ? { address } : { problem: 'no_address' }),
  render: ({ blocks }) => ({ text: textOfBlocks(blocks()) }),
  open: () => ({
    name: 'printer' as never,
    limits: { slots: 1, room: (slots) => slots, maxPerCustomer: 1, maxPerKey: 1, leaseSeconds: 60 },
    async send({ address, text }, begin) {
      await begin()
      if (text.includes('jam')) return { kind: 'unknown', reason: 'connection_lost', answer: '' }
      printed.push(`${address}: ${text}`)
      return { kind: 'sent', reason: '', answer: 'ok' }
    },
  }),
}
// In a process of its own: the list of channels is one for all.
Object.assign(channels, { printer: printerChannel })

const { database, close } = await createTestDatabase()
after(close)

test('a new channel has planning, cap, rendering, sending and unknown outcomes from its entry alone', async () => {
  const { customerId } = await createCustomer(database)
  const now = new Date()
  const messageTo = (address: string, text: string, incidentId: string | null = null) => ({
    recipient: withoutAccount({ customerId, name: 'Reception', language: 'en' }),
    to: { channel: 'printer' as never, address, destinationId: randomUUID() },
    ...{ customerId, incidentId, deliveryId: randomUUID(), kind: 'channel_test', isAddressed: true, subject: text },
    blocks: () => [
      { type: 'headline' as const, text, over: 'Nordan' },
      { type: 'facts' as const, facts: [['Severity', 'High']] as [string, string][] },
    ],
  })
  const messages = [messageTo('printer-1', 'Disk full'), messageTo('printer-1', 'jam'), messageTo('screen-1', 'Disk full')]
  const late = messageTo('printer-1', 'Memory full', '1')
  const work = <Result>(run: Parameters<typeof workForAllCustomers<Result>>[1]) => workForAllCustomers({ pool: database.worker }, run)
  const outcomes = await work(async (transaction) => {
    await waitForPlanningLock(transaction)
    return planMessages(transaction, [...messages, late], { from: deskFrom }, now)
  })
  const outcomeOf = ({ deliveryId }: { deliveryId: string }) => outcomes.get(deliveryId)
  assert.deepEqual([...messages, late].map(outcomeOf), ['planned', 'planned', 'no_address', 'held_back'])

  const sender = printerChannel.open({} as never)
  assert.ok(sender)
  const createContext = (job: string) => ({
    ...{ actor: { type: 'system' as const, job }, now, pool: database.worker },
    ...{ log: silentLog, requestId: null, isStaff: false },
  })
  for (let round = 0; round < 2; round += 1) await workThrough(deliveryQueues([sender]), createContext, new Date(now.getTime() + 1000))
  assert.deepEqual(printed, ['printer-1: Nordan: Disk full\n\nSeverity: High'])
  const { rows } = await work((transaction) =>
    transaction.query<{ state: string }>('select state from mail_delivery where customer_id = $1 order by subject', [customerId]),
  )
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['sent', 'held', 'unknown'],
  )
})
