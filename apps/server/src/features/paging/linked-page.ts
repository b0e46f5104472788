import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { Pool } from 'pg'
import { presenting, readForAllCustomers, type Transaction } from '#server/platform/database/transaction.ts'
import { hashOfLink } from './contact-person.ts'
import { type LinkedPage, readPersonForAllCustomers, readPresentedPage } from './page-table.ts'

export type { LinkedPage } from './page-table.ts'

type PhonePage = Pick<LinkedPage, 'customerId' | 'incidentId' | 'userId' | 'personName' | 'language'> & { pageId: string | null }

export type PagedIncident = {
  title: string
  finding: RuleFinding | null
  severity: Severity
  state: 'open' | 'acknowledged' | 'resolved'
  acknowledgedBy: string | null
  /** Its customer has left. */
  isClosed: boolean
}

const form = /^vakt_page_[A-Za-z0-9_-]{43}$/

/** The page whose mail had this link. */
export async function readLinkedPage(pool: Pool, token: string): Promise<LinkedPage | undefined> {
  if (!form.test(token)) return undefined
  const hash = hashOfLink(token)
  return presenting(pool, { page_hash: hash.toString('hex') }, (transaction) => readPresentedPage(transaction, hash))
}

/** Who was paged, while they are staff who see the customer; undefined for someone who has left. */
export async function findPagedPerson(
  pool: Pool,
  { userId, customerId }: Pick<LinkedPage, 'userId' | 'customerId'>,
): Promise<{ userId: string; name: string; email: string } | undefined> {
  const found = await readForAllCustomers({ pool, isStaff: true }, (transaction) =>
    readPersonForAllCustomers(transaction, userId, customerId),
  )
  return found && { userId, ...found }
}

export async function readPaged(transaction: Transaction, customerId: string, incidentId: string): Promise<PagedIncident | undefined> {
  const { rows } = await transaction.query<PagedIncident>(
    `select title, finding, severity, state, acknowledged_by as "acknowledgedBy", is_closed(customer_id) as "isClosed"
     from incident where customer_id = $1 and incident_id = $2`,
    [customerId, incidentId],
  )
  return rows[0]
}

export async function noteLinkUsed(transaction: Transaction, customerId: string, pageId: string, now: Date): Promise<void> {
  await transaction.query('update page set acknowledged_at = $3 where customer_id = $1 and page_id = $2 and acknowledged_at is null', [
    customerId,
    pageId,
    now,
  ])
}

/** The page that was sent to this number with this code; the newest, where a code came twice. */
export async function findPageOfReply(
  transaction: Transaction,
  { number, code, now }: { number: string; code: string; now: Date },
): Promise<PhonePage | undefined> {
  const { rows } = await transaction.query<PhonePage>(
    `select p.page_id as "pageId", p.customer_id as "customerId", p.incident_id::text as "incidentId", p.user_id as "userId",
       p.person_name as "personName", p.language
     from mail_delivery d join page p on p.page_id = d.delivery_id
     where d.address = $1 and d.channel = 'sms' and d.created_at > $3::timestamptz - interval '1 day' and p.reply_code = $2 and p.valid_until > $3
     order by d.created_at desc limit 1`,
    [number, code, now],
  )
  return rows[0]
}
