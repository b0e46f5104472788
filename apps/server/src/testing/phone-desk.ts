import { randomUUID } from 'node:crypto'
import type { Language } from '@vakt/contract/users/session.ts'
import { type PlanOutcome, shortMessage, withoutAccount } from '#server/features/deliveries/message.ts'
import { createPhoneSender } from '#server/features/deliveries/phone-channel.ts'
import { planMessage, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { deliveryQueues } from '#server/features/deliveries/send-deliveries.ts'
import type { Database } from '#server/platform/database/database.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createPhoneCallbacks } from '#server/platform/phone/phone-callbacks.ts'
import type { PhoneLine, PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { silentLog } from '#server/testing/test-database.ts'

/** The phone settings of tests, with one provider for both channels. */
export function phoneOf(provider: PhoneLine['provider']): { settings: PhoneSettings; callbacks: ReturnType<typeof createPhoneCallbacks> } {
  const line = { provider, from: '+46766861004' }
  return {
    settings: { sms: line, voice: line, countries: ['SE', 'NO'] },
    callbacks: createPhoneCallbacks('https://vakt.test', Buffer.alloc(32, 3)),
  }
}

export const deskFrom = { name: 'Vakt', address: 'vakt@vakt.test' }
let numbers = 1_000_000

/** A Swedish mobile number that no other test has. */
export const newNumber = (): string => {
  numbers += 1
  return `+4670${numbers}`
}

type DeskMessage = {
  customerId: string
  number: string
  channel?: 'sms' | 'voice'
  deliveryId?: string
  incidentId?: string | null
  ticketId?: string | null
  kind?: string
  private?: boolean
  recipient?: { userId: string; customerId: string } | null
  name?: string
  language?: Language
  text?: string
}

/** Writes and sends messages as the worker does. */
export function openPhoneDesk(database: Database, { settings, callbacks }: ReturnType<typeof phoneOf>) {
  const createContext = (now: Date) => (job: string) => ({
    ...{ actor: { type: 'system' as const, job }, now, pool: database.worker },
    ...{ log: silentLog, requestId: null, isStaff: false },
  })
  const queues = deliveryQueues(
    (['sms', 'voice'] as const).map((name) => {
      const line = settings[name]
      if (!line) throw new Error('The desk needs a line.')
      return createPhoneSender(name, line, callbacks)
    }),
  )
  return {
    contextAt: (minutes = 0) => createContext(new Date(Date.now() + minutes * 60_000))('test'),
    async plan(
      { number, channel = 'sms', text = 'Disk full', recipient, name = number, language = 'en', ...message }: DeskMessage,
      now = new Date(),
    ): Promise<{ deliveryId: string; outcome: PlanOutcome }> {
      const deliveryId = message.deliveryId ?? randomUUID()
      const whole = {
        kind: 'process',
        isAddressed: true,
        ...message,
        ...shortMessage(text),
        deliveryId,
        recipient: { ...withoutAccount({ customerId: message.customerId, name, language }), ...recipient },
        to: { channel, address: number },
      }
      const outcome = await workForAllCustomers({ pool: database.worker }, async (transaction) => {
        await waitForPlanningLock(transaction)
        return planMessage(transaction, whole, { from: deskFrom, phone: settings }, now)
      })
      return { deliveryId, outcome }
    },
    /** Hands over everything that is due, by a clock that is so many minutes ahead. */
    send: (minutes = 0) => {
      const now = new Date(Date.now() + minutes * 60_000 + 1000)
      return workThrough(queues, createContext(now), now)
    },
    async read(deliveryId: string): Promise<Record<string, unknown>> {
      const { rows } = await workForAllCustomers({ pool: database.worker }, (transaction) =>
        transaction.query('select * from mail_delivery where delivery_id = $1', [deliveryId]),
      )
      return rows[0] ?? {}
    },
  }
}
