import type { ContactChannel } from '@vakt/contract/deliveries/delivery-states.ts'
import type { Page } from '@vakt/contract/on-call/paging.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { stateOfDelivery } from '#server/features/deliveries/delivery-state.ts'
import { countingRolesOf } from '#server/platform/database/own-roles.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type NewPage = {
  pageId: string
  escalationId: string
  incidentId: string
  round: number
  step: number
  kind: Page['kind']
  channel: ContactChannel | 'none'
  userId: string | null
  personName: string
  language: Language
  tokenHash: Buffer | null
  validUntil: Date | null
  /** What an SMS must be answered with to acknowledge. */
  replyCode: string | null
}

/** At most one for each step, kind, channel and person; false where there was one. */
export async function insertPage(transaction: Transaction, customerId: string, page: NewPage, now: Date): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'insert-page',
    text: `insert into page (page_id, customer_id, escalation_id, incident_id, round, step, kind, channel, user_id, person_name, language, at,
             token_hash, valid_until, reply_code)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) on conflict do nothing`,
    values: [
      page.pageId,
      customerId,
      page.escalationId,
      page.incidentId,
      page.round,
      page.step,
      page.kind,
      page.channel,
      page.userId,
      page.personName,
      page.language,
      now,
      page.tokenHash,
      page.validUntil,
      page.replyCode,
    ],
  })
  return rowCount === 1
}

/** Whether its escalation noted this at this position before. */
export async function hasPage(
  transaction: Transaction,
  customerId: string,
  { escalationId, round, step, kind }: Pick<NewPage, 'escalationId' | 'round' | 'step' | 'kind'>,
): Promise<boolean> {
  const { rows } = await transaction.query(
    'select from page where customer_id = $1 and escalation_id = $2 and round = $3 and step = $4 and kind = $5 limit 1',
    [customerId, escalationId, round, step, kind],
  )
  return rows.length > 0
}

export type LinkedPage = {
  pageId: string
  customerId: string
  incidentId: string
  userId: string
  personName: string
  language: Language
  validUntil: Date
  acknowledgedAt: Date | null
}

/** The page of a link, for who presents it. */
export async function readPresentedPage(transaction: Transaction, hash: Buffer): Promise<LinkedPage | undefined> {
  const { rows } = await transaction.query<LinkedPage>(
    `select page_id as "pageId", customer_id as "customerId", incident_id::text as "incidentId", user_id as "userId",
       person_name as "personName", language, valid_until as "validUntil", acknowledged_at as "acknowledgedAt"
     from page where token_hash = $1`,
    [hash],
  )
  return rows[0]
}

type PageRow = Omit<Page, 'at' | 'acknowledgedAt'> & { at: Date; acknowledgedAt: Date | null }

/** The newest first. */
export async function readLatestPagesForAllCustomers(transaction: Transaction, limit: number): Promise<PageRow[]> {
  const { rows } = await transaction.query<PageRow>(
    `select p.page_id as "pageId", p.customer_id as "customerId", c.name as "customerName", p.incident_id::text as "incidentId", i.title,
       i.finding, i.severity, p.kind, p.round, p.step, p.channel, p.person_name as name, p.at, p.acknowledged_at as "acknowledgedAt",
       ${stateOfDelivery('d')} as delivery
     from page p join customer c on c.customer_id = p.customer_id
     join incident i on i.customer_id = p.customer_id and i.incident_id = p.incident_id
     left join mail_delivery d on d.delivery_id = p.page_id
     order by p.at desc, p.page_id limit $1`,
    [limit],
  )
  return rows
}

/** How often each person was paged since then in each hour of the day, by the clocks of a zone. */
export async function readLoadForAllCustomers(
  transaction: Transaction,
  { since, timeZone }: { since: Date; timeZone: string },
): Promise<{ userId: string; name: string; hour: number; count: number }[]> {
  const { rows } = await transaction.query<{ userId: string; name: string; hour: number; count: number }>(
    `select user_id as "userId", max(person_name) as name, extract(hour from at at time zone $2)::int as hour,
       count(distinct (escalation_id, round, step))::int as count
     from page where kind = 'paged' and user_id is not null and at > $1 group by user_id, 3 order by user_id, 3`,
    [since, timeZone],
  )
  return rows
}

export async function readCustomerTimeZone(transaction: Transaction, customerId: string): Promise<string> {
  const { rows } = await transaction.query<{ timeZone: string }>('select time_zone as "timeZone" from customer where customer_id = $1', [
    customerId,
  ])
  return rows[0]?.timeZone ?? 'UTC'
}

/** A person of the provider's staff who is not disabled. */
export async function readPersonForAllCustomers(
  transaction: Transaction,
  userId: string,
  ofCustomerId: string,
): Promise<{ name: string; email: string } | undefined> {
  const { rows } = await transaction.query<{ name: string; email: string }>(
    `select u.name, u.email from app_user u join customer c on c.customer_id = u.customer_id
     where u.user_id = $1 and c.is_provider and staff_reaches(${countingRolesOf('u')}, u.staff_customers, $2) and u.disabled_at is null`,
    [userId, ofCustomerId],
  )
  return rows[0]
}
