import assert from 'node:assert/strict'
import { feedbackArea } from '@vakt/contract/tickets/tickets.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { type Account, staff } from './matrix-accounts.ts'
import type { MatrixApp } from './matrix-app.ts'
import { bodies } from './matrix-bodies.ts'

/** Makes what calls about tickets, their views and the messages about them need. */
export function createTicketContent({ vakt, request }: MatrixApp) {
  async function makeTicket(customerId: string): Promise<{ ticketId: string; tempId: string }> {
    const { result } = (await request(staff, 'POST', `/api/v1/customer/${customerId}/ticket`, bodies.createTicket)).json
    return { ticketId: result.ticketId, tempId: result.temp_id }
  }

  /** Of feedback, which anyone who is signed in may give. */
  async function makeTempId(customerId: string, account: Account): Promise<string> {
    const feedback = { ...(bodies.createTicket as object), area: feedbackArea }
    return (await request(account, 'POST', `/api/v1/customer/${customerId}/ticket`, feedback)).json.result.temp_id
  }

  async function createOn(account: Account, customerId: string, ticketId: string, part: 'comment' | 'hours'): Promise<string> {
    const body = part === 'comment' ? bodies.addTicketComment : bodies.registerHours
    const { result } = (await request(account, 'POST', `/api/v1/customer/${customerId}/ticket/${ticketId}/${part}`, body)).json
    return result.commentId ?? result.entryId
  }

  async function makeView(customerId: string, account: Account): Promise<string> {
    return (await request(account, 'POST', `/api/v1/customer/${customerId}/ticket-view`, bodies.createTicketView)).json.result.viewId
  }

  async function makeListView(account: Account): Promise<string> {
    return (await request(account, 'POST', '/api/v1/list-view', bodies.createListView)).json.result.viewId
  }

  async function makeMail(customerId: string): Promise<string> {
    const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query<{ id: string }>(
        `insert into mail_delivery (customer_id, recipient_customer_id, recipient_id, kind, address, recipient_name, language, subject,
           text_body, html_body, message_id, state, next_at, created_at)
         select customer_id, customer_id, user_id, 'commented', email, name, 'sv', 's', 't', 'h', gen_random_uuid()::text, 'kept', now(), now()
         from app_user where customer_id = $1 limit 1 returning delivery_id as id`,
        [customerId],
      ),
    )
    return rows[0]?.id ?? assert.fail('there is no mail')
  }

  return {
    makeTicket,
    makeTempId,
    createOn,
    makeView,
    makeListView,
    makeMail,
  }
}
