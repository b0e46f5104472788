import type { IncidentContact, NewIncidentContact } from '@vakt/contract/incidents/incident-contacts.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** A test of the contacts. */
export type StoredTest = { at: string; by: string; deliveryIds: string[] }

/** Locked until the transaction ends, so that of two changes at once one is refused, and tests are counted. */
export async function lockContactList(transaction: Transaction, customerId: string): Promise<{ version: number; tests: StoredTest[] }> {
  await transaction.query('insert into incident_contact_list (customer_id) values ($1) on conflict do nothing', [customerId])
  const { rows } = await transaction.query<{ version: number; tests: StoredTest[] }>(
    'select version, tests from incident_contact_list where customer_id = $1 for update',
    [customerId],
  )
  return rows[0] ?? { version: 0, tests: [] }
}

export async function readContactList(transaction: Transaction, customerId: string): Promise<{ version: number; tests: StoredTest[] }> {
  const { rows } = await transaction.query<{ version: number; tests: StoredTest[] }>(
    'select version, tests from incident_contact_list where customer_id = $1',
    [customerId],
  )
  return rows[0] ?? { version: 0, tests: [] }
}

export async function writeTests(transaction: Transaction, customerId: string, tests: readonly StoredTest[]): Promise<void> {
  await transaction.query('update incident_contact_list set tests = $2 where customer_id = $1', [customerId, JSON.stringify(tests)])
}

export type StoredContact = Omit<IncidentContact, 'state' | 'declined'> & {
  contactId: string
  isStopped: boolean
  isDisabled: boolean
  declined: Severity[]
}

export async function readStoredContacts(transaction: Transaction, customerId: string): Promise<StoredContact[]> {
  const { rows } = await transaction.query<StoredContact>(
    `select k.contact_id as "contactId", coalesce(k.user_id::text, '') as "userId", coalesce(k.address, '') as address,
       coalesce(u.name, k.address) as name, k.from_severity as "fromSeverity", k.hours, k.language, k.stopped_at is not null as "isStopped",
       u.disabled_at is not null as "isDisabled",
       array(select m.severity from incident_mail_choice m where m.customer_id = $1 and m.user_id = k.user_id and not m.by_mail) as declined
     from incident_contact k left join app_user u on u.customer_id = k.customer_id and u.user_id = k.user_id
     where k.customer_id = $1 order by k.position`,
    [customerId],
  )
  return rows
}

export type KeptContact = Omit<NewIncidentContact, 'address'> & { address: string; position: number; stopKey: Buffer }

/** One that stays is the same contact as before, stopped or not, whatever else of it changes. */
export async function replaceContacts(transaction: Transaction, customerId: string, contacts: readonly KeptContact[]): Promise<void> {
  const userIds = contacts.map(({ userId }) => userId || null)
  const addresses = contacts.map(({ address }) => address || null)
  await transaction.query(
    `delete from incident_contact where customer_id = $1
       and not coalesce(user_id = any($2::uuid[]), false) and not coalesce(address = any($3::text[]), false)`,
    [customerId, userIds, addresses],
  )
  const values = [
    customerId,
    userIds,
    addresses,
    contacts.map(({ fromSeverity }) => fromSeverity),
    contacts.map(({ hours }) => hours),
    contacts.map(({ language }) => language),
    contacts.map(({ position }) => position),
  ]
  const given = `unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[]) as g (user_id, address, from_severity, hours, language, position)`
  await transaction.query(
    `update incident_contact k set from_severity = g.from_severity, hours = g.hours, language = g.language, position = g.position
     from ${given} where k.customer_id = $1 and (k.user_id = g.user_id or k.address = g.address)`,
    values,
  )
  await transaction.query(
    `insert into incident_contact (customer_id, user_id, address, from_severity, hours, language, position, stop_key)
     select $1, g.user_id, g.address, g.from_severity, g.hours, g.language, g.position, n.stop_key
     from ${given} join unnest($7::int[], $8::bytea[]) as n (position, stop_key) using (position)
     where not exists (select from incident_contact k where k.customer_id = $1 and (k.user_id = g.user_id or k.address = g.address))`,
    [...values, contacts.map(({ stopKey }) => stopKey)],
  )
}

/** Whom one can choose, by name. */
export async function readChoosable(
  transaction: Transaction,
  customerId: string,
): Promise<{ userId: string; name: string; email: string }[]> {
  const { rows } = await transaction.query<{ userId: string; name: string; email: string }>(
    `select user_id as "userId", name, email from app_user where customer_id = $1 and disabled_at is null order by name, user_id limit 1000`,
    [customerId],
  )
  return rows
}

export type PresentedContact = {
  customerId: string
  contactId: string
  address: string
  language: Language
  stopKey: Buffer
  isStopped: boolean
}

/** The contact of a link, for who presents its id. */
export async function readPresentedContact(transaction: Transaction, contactId: string): Promise<PresentedContact | undefined> {
  const { rows } = await transaction.query<PresentedContact>(
    `select customer_id as "customerId", contact_id as "contactId", address, language, stop_key as "stopKey", stopped_at is not null as "isStopped"
     from incident_contact where contact_id = $1 and address is not null`,
    [contactId],
  )
  return rows[0]
}

export async function writeStopped(transaction: Transaction, customerId: string, contactId: string, now: Date): Promise<void> {
  await transaction.query('update incident_contact set stopped_at = $3 where customer_id = $1 and contact_id = $2 and stopped_at is null', [
    customerId,
    contactId,
    now,
  ])
}

export async function readCustomerName(transaction: Transaction, customerId: string): Promise<string | undefined> {
  const { rows } = await transaction.query<{ name: string }>('select name from customer where customer_id = $1', [customerId])
  return rows[0]?.name
}

export type TestDelivery = { deliveryId: string; customerId: string; name: string; state: string; answer: string | null }

/** What became of the mails of a test. The transaction must be of the worker. */
export async function readTestDeliveriesForAllCustomers(transaction: Transaction, deliveryIds: readonly string[]): Promise<TestDelivery[]> {
  const { rows } = await transaction.query<TestDelivery>(
    `select delivery_id as "deliveryId", recipient_customer_id as "customerId", recipient_name as name, state, answer
     from mail_delivery where delivery_id = any($1::uuid[]) order by recipient_name, delivery_id`,
    [deliveryIds],
  )
  return rows
}

export async function readMailChoices(
  transaction: Transaction,
  customerId: string,
  userId: string,
): Promise<{ severity: Severity; byMail: boolean }[]> {
  const { rows } = await transaction.query<{ severity: Severity; byMail: boolean }>(
    'select severity, by_mail as "byMail" from incident_mail_choice where customer_id = $1 and user_id = $2',
    [customerId, userId],
  )
  return rows
}

export async function writeMailChoices(
  transaction: Transaction,
  customerId: string,
  userId: string,
  choices: ReadonlyMap<Severity, boolean>,
): Promise<void> {
  await transaction.query('delete from incident_mail_choice where customer_id = $1 and user_id = $2', [customerId, userId])
  await transaction.query(
    `insert into incident_mail_choice (customer_id, user_id, severity, by_mail)
     select $1, $2, * from unnest($3::text[], $4::boolean[])`,
    [customerId, userId, [...choices.keys()], [...choices.values()]],
  )
}

export async function raiseVersion(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.query('update incident_contact_list set version = version + 1 where customer_id = $1', [customerId])
}

/** The contact of a user, or of their address, becomes another user's, unless that one is a contact already. */
export async function reassignContact(
  transaction: Transaction,
  customerId: string,
  { from, to }: { from: { userId: string; email: string }; to: { userId: string; email: string } },
): Promise<boolean> {
  const [fromAddress, toAddress] = [from.email.toLowerCase(), to.email.toLowerCase()]
  const { rowCount: changed } = await transaction.query(
    `update incident_contact set user_id = case when user_id is null then null else $4::uuid end,
       address = case when address is null then null else $5 end
     where customer_id = $1 and (user_id = $2 or address = $3)
       and not exists (select from incident_contact k where k.customer_id = $1 and (k.user_id = $4 or k.address = $5))`,
    [customerId, from.userId, fromAddress, to.userId, toAddress],
  )
  const { rowCount: removed } = await transaction.query(
    'delete from incident_contact where customer_id = $1 and (user_id = $2 or address = $3)',
    [customerId, from.userId, fromAddress],
  )
  return (changed ?? 0) + (removed ?? 0) > 0
}
