import type { ReportRecipient } from '@vakt/contract/reports/report-mails.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Unless staff chose another one. */
const usualDay = 3

export async function readDay(transaction: Transaction, customerId: string): Promise<number> {
  const { rows } = await transaction.query<{ day: number }>('select day from report_schedule where customer_id = $1', [customerId])
  return rows[0]?.day ?? usualDay
}

export async function writeDay(transaction: Transaction, customerId: string, day: number): Promise<void> {
  await transaction.query(
    `insert into report_schedule (customer_id, day) values ($1, $2)
     on conflict (customer_id) do update set day = excluded.day`,
    [customerId, day],
  )
}

/** With those of the provider; the disabled ones are left out. */
export async function readRecipientsForAllCustomers(transaction: Transaction, customerId: string): Promise<ReportRecipient[]> {
  const { rows } = await transaction.query<ReportRecipient>(
    `select u.user_id as "userId", u.name, u.email from report_recipient r
     join app_user u on u.customer_id = r.recipient_customer_id and u.user_id = r.user_id
     where r.customer_id = $1 and u.disabled_at is null order by u.name, u.user_id`,
    [customerId],
  )
  return rows
}

export async function isRecipient(transaction: Transaction, customerId: string, userId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('select from report_recipient where customer_id = $1 and user_id = $2', [customerId, userId])
  return rowCount === 1
}

type NewRecipient = { recipientCustomerId: string; userId: string; since: Date; isChosen: boolean }

/** False for one who was there. */
export async function addRecipient(transaction: Transaction, customerId: string, recipient: NewRecipient): Promise<boolean> {
  const { recipientCustomerId, userId, since, isChosen } = recipient
  const { rowCount } = await transaction.query(
    `insert into report_recipient (customer_id, recipient_customer_id, user_id, since, is_chosen) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [customerId, recipientCustomerId, userId, since, isChosen],
  )
  return rowCount === 1
}

/** Of those who are there already nothing changes. */
export async function addRecipients(
  transaction: Transaction,
  customerId: string,
  { people, since }: { people: readonly { customerId: string; userId: string }[]; since: Date },
): Promise<void> {
  await transaction.query(
    `insert into report_recipient (customer_id, recipient_customer_id, user_id, since, is_chosen)
     select $1, p.customer_id, p.user_id, $4, true from unnest($2::text[], $3::uuid[]) p (customer_id, user_id)
     on conflict do nothing`,
    [customerId, people.map((one) => one.customerId), people.map(({ userId }) => userId), since],
  )
}

/** Those of these customers, or of all, that are open, by name. */
export async function readChosenCustomersForAllCustomers(
  transaction: Transaction,
  ids: readonly string[] | undefined,
): Promise<{ customerId: string }[]> {
  const { rows } = await transaction.query<{ customerId: string }>(
    `select customer_id as "customerId" from customer where ($1::text[] is null or customer_id = any ($1)) and ${ofOpenCustomer('customer_id')} order by name, customer_id`,
    [ids ?? null],
  )
  return rows
}

export async function removeRecipient(transaction: Transaction, customerId: string, userId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('delete from report_recipient where customer_id = $1 and user_id = $2', [customerId, userId])
  return rowCount === 1
}

/** Keeps since when the others have been there. */
export async function removeOtherRecipients(transaction: Transaction, customerId: string, userIds: readonly string[]): Promise<void> {
  await transaction.query('delete from report_recipient where customer_id = $1 and user_id <> all ($2::uuid[])', [customerId, userIds])
}

/** Users of the customer and of the provider, by part of their name or address or by id. */
export async function findUsersForAllCustomers(
  transaction: Transaction,
  customerId: string,
  wanted: { q: string } | { userIds: readonly string[] },
): Promise<(ReportRecipient & { customerId: string })[]> {
  const [q, userIds] = 'q' in wanted ? [wanted.q, null] : ['', wanted.userIds]
  const { rows } = await transaction.query<ReportRecipient & { customerId: string }>(
    `select u.user_id as "userId", u.customer_id as "customerId", u.name, u.email from app_user u join customer c on c.customer_id = u.customer_id
     where (u.customer_id = $1 or c.is_provider) and u.disabled_at is null and ($3::uuid[] is null or u.user_id = any ($3))
       and (strpos(lower(u.name), lower($2)) > 0 or strpos(lower(u.email), lower($2)) > 0)
     order by u.customer_id = $1 desc, u.name, u.user_id limit case when $3::uuid[] is null then 20 end`,
    [customerId, q, userIds],
  )
  return rows
}

export type MailedCustomer = { customerId: string; name: string; timeZone: string; day: number }

/** Those whose reports anyone gets. */
export async function readMailedCustomersForAllCustomers(transaction: Transaction): Promise<MailedCustomer[]> {
  const { rows } = await transaction.query<MailedCustomer>(
    `select c.customer_id as "customerId", c.name, c.time_zone as "timeZone", coalesce(s.day, ${usualDay})::int as day
     from customer c left join report_schedule s on s.customer_id = c.customer_id
     where exists (select from report_recipient r where r.customer_id = c.customer_id) and ${ofOpenCustomer('c.customer_id')} order by c.customer_id`,
  )
  return rows
}

/** Notes for whom this month is due now, and answers them: each comes once, no matter who asks. */
export async function takeDueRecipients(
  transaction: Transaction,
  customerId: string,
  { month, dueAt, now }: { month: string; dueAt: Date; now: Date },
): Promise<string[]> {
  const { rows } = await transaction.query<{ userId: string }>(
    `insert into report_mailing (customer_id, month, user_id, sent_at)
     select customer_id, $2, user_id, $4 from report_recipient where customer_id = $1 and since < $3
     on conflict do nothing returning user_id as "userId"`,
    [customerId, month, dueAt, now],
  )
  return rows.map(({ userId }) => userId)
}

/** The reports that one user is mailed, another of the same customer is from now on instead. */
export async function reassignReports(
  transaction: Transaction,
  customerId: string,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  await transaction.query(
    `insert into report_recipient (customer_id, recipient_customer_id, user_id, since, is_chosen)
     select customer_id, recipient_customer_id, $3, $4, is_chosen from report_recipient where customer_id = $1 and user_id = $2
     on conflict do nothing`,
    [customerId, from, to, now],
  )
  await transaction.query('delete from report_recipient where customer_id = $1 and user_id = $2', [customerId, from])
}
