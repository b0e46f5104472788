import assert from 'node:assert/strict'
import { createMailSender } from '#server/features/deliveries/mail-channel.ts'
import { deliveryQueues } from '#server/features/deliveries/send-deliveries.ts'
import { dispatchEvents } from '#server/features/events/dispatch-events.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createDispatch } from '#server/roles/event-catalogue.ts'
import { createCustomer } from './factories.ts'
import { createTestApp, type TestUser, testOutgoing } from './test-app.ts'
import { silentLog } from './test-database.ts'

export const { origin } = testOutgoing
export const settings = { origin, from: testOutgoing.from, isSending: true }
export const dispatch = createDispatch(settings)

type Mail = {
  address: string
  subject: string
  text_body: string
  html_body: string
  state: string
  language: string
  reason: string
  attempts: number
}

/** Hands over what waits, by the clock of the context, as a process does that has just started. */
export const sendMails = ({ createContext, ...mail }: Parameters<typeof createMailSender>[0] & { createContext: () => Context }) =>
  workThrough(deliveryQueues([createMailSender(mail)]), createContext, createContext().now)

/** A server with Anna and Oskar of the staff, who work tickets. */
export async function openTicketDesks() {
  const vakt = await createTestApp({ mailServer: 'smtp.vakt.test' })
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff = (name: string): TestUser => ({ email: `${name}@${provider.emailDomain}`, roles: ['api-permission-global-admin'] })
  const [anna, oskar] = [staff('anna'), staff('oskar')]

  const query = <Row extends object>(sql: string, values: unknown[] = []) =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query<Row>(sql, values))

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
  const dispatchAll = () => dispatchEvents(contextAt(), dispatch)

  /** Of someone who has been here, and reads this language. */
  async function userId(user: TestUser, language = 'en'): Promise<string> {
    await vakt.call(user, 'POST', '/authentication/usercontext', {})
    await vakt.call(user, 'PUT', '/authentication/usercontext', { preferred_language: language })
    const { rows } = await query<{ id: string }>('select user_id as id from app_user where email = $1', [user.email])
    return rows[0]?.id ?? assert.fail()
  }

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
    await dispatchAll()
    await query('delete from notification where about_customer_id = $1', [customerId])
    await query('delete from mail_delivery where customer_id = $1', [customerId])
    const mails = async () =>
      (await query<Mail>('select * from mail_delivery where customer_id = $1 order by created_at, address', [customerId])).rows
    return { customerId, elin, path, ticketId, comment, mails }
  }

  return { vakt, provider, anna, oskar, query, contextAt, dispatchAll, userId, createDesk }
}

export const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
