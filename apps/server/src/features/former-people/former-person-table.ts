import type { Language } from '@vakt/contract/users/session.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Traces } from './personal-columns-table.ts'

export type FoundPerson = Omit<Traces, 'label'> & { language: Language }

/** What is known of a user who is to be forgotten, their invitations and their place on the team page included; undefined once it is done. */
export async function findPersonForAllCustomers(transaction: Transaction, userId: string): Promise<FoundPerson | undefined> {
  const { rows } = await transaction.query<FoundPerson>(
    `select u.user_id as "userId", case when c.is_provider then null else u.customer_id end as "customerId", c.mail_language as language,
       array(select distinct n from unnest(array[u.name] || array(select i.name from invitation i where i.customer_id = u.customer_id
         and (i.accepted_by = u.user_id or i.email = lower(u.email)))
         || array(select m.name from team_member m where m.user_id = u.user_id)) n where length(n) > 2) as names,
       array(select distinct e from unnest(array[lower(u.email)]
         || array(select i.email from invitation i where i.customer_id = u.customer_id and i.accepted_by = u.user_id)
         || array(select lower(m.email) from team_member m where m.user_id = u.user_id)) e where e like '%_@_%') as emails,
       array(select distinct p from unnest(array(select number from phone_number where user_id = u.user_id)
         || array(select m.phone from team_member m where m.user_id = u.user_id)) p where length(p) > 5) as phones,
       exists (select from app_user o where o.user_id <> u.user_id and o.name = u.name
         and (o.issuer, coalesce(o.person_subject, o.subject)) <> (u.issuer, coalesce(u.person_subject, u.subject))) as "hasNamesake"
     from app_user u join customer c using (customer_id) where u.user_id = $1 and u.forgotten_at is not null and u.issuer <> 'forgotten'`,
    [userId],
  )
  return rows[0]
}

/** Tables of which the rows of a user go with them, and the column that says whose they are. */
const removedRows: Record<string, string> = {
  api_token: 'user_id',
  contact_preference: 'user_id',
  dashboard_visit: 'user_id',
  follower: 'user_id',
  idempotency_key: 'user_id',
  incident_contact: 'user_id',
  incident_mail_choice: 'user_id',
  incident_mute: 'user_id',
  list_choice: 'user_id',
  notification: 'user_id',
  notification_preference: 'user_id',
  on_call_calendar: 'user_id',
  push_subscription: 'user_id',
  report_recipient: 'user_id',
  session_token: 'user_id',
  ticket_list_choice: 'user_id',
  ticket_presence: 'user_id',
  ticket_visit: 'user_id',
  user_session: 'user_id',
}

/** What was kept for the person alone: settings, sessions, tokens, notifications, private views and what waits to be sent to them. */
export async function removeOwnForAllCustomers(transaction: Transaction, { userId, emails, customerId }: Traces): Promise<void> {
  for (const [table, column] of Object.entries(removedRows)) await transaction.query(`delete from ${table} where ${column} = $1`, [userId])
  await transaction.query('delete from ticket_view where owner_id = $1 and not is_shared', [userId])
  await transaction.query('delete from custom_dashboard where owner_id = $1 and not is_shared', [userId])
  await transaction.query('delete from incident_contact where address = any($1) and ($2::text is null or customer_id = $2)', [
    emails,
    customerId,
  ])
  await transaction.query('delete from confirmed_address where address = any($1) and ($2::text is null or customer_id = $2)', [
    emails,
    customerId,
  ])
  const toThem = '(recipient_id = $1 or lower(address) = any($2) and ($3::text is null or customer_id = $3))'
  await transaction.query(`delete from mail_delivery where ${toThem} and state in ('waiting', 'held')`, [userId, emails, customerId])
  await transaction.query(
    `update mail_delivery set subject = '', text_body = '', html_body = '', address = '', recipient_name = '' where ${toThem}`,
    [userId, emails, customerId],
  )
}

/** Words that name the person, from what the search offers for a word with a slip of the pen. */
export async function removeWordsForAllCustomers(transaction: Transaction, { customerId, names, emails }: Traces): Promise<void> {
  const words = [...names, ...emails].flatMap((text) => text.toLowerCase().split(/[\s@]+/)).filter((word) => word.length > 2)
  await transaction.query('delete from ticket_word where ($1::text is null or customer_id = $1) and word = any($2)', [customerId, words])
}

/** The user is a label from here on, and what was known of them is gone: whoever signs in with the identity that they had is someone new. */
export async function writeFormerForAllCustomers(transaction: Transaction, { userId, label, emails, customerId }: Traces): Promise<void> {
  await transaction.query('delete from phone_number where user_id = $1', [userId])
  await transaction.query('delete from invitation where accepted_by = $1 or email = any($2) and ($3::text is null or customer_id = $3)', [
    userId,
    emails,
    customerId,
  ])
  await transaction.query(
    `update team_member set name = $2, email = '', phone = '', languages = '{}', removed_at = coalesce(removed_at, now()) where user_id = $1`,
    [userId, label],
  )
  await transaction.query(
    `update app_user set name = $2, email = '', issuer = 'forgotten', subject = user_id::text, person_subject = null, roles = '{}', identity_roles = '{}',
       moves_to_issuer = null, chosen_at = null, preferred_language = null, time_zone = null, start_page = null, profile_photo = null, own_photo = null
     where user_id = $1`,
    [userId, label],
  )
}
