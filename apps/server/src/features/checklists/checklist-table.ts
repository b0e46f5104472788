import type { Transaction } from '#server/platform/database/transaction.ts'

export type ChecklistFacts = {
  hasCustomer: boolean
  hasSource: boolean
  lastSignalAt: Date | null
  hasEntity: boolean
  hasConnector: boolean
  lastRunAt: Date | null
  hasSentMail: boolean
  /** Saved, if only as it was, or with a picture. */
  hasBranding: boolean
  isDemo: boolean
  /** From which users of several customers came lately, or many from within a private network: most likely that of a proxy. */
  sharedAddress: string | null
}

/** So many users, or users of so many customers, do not come from one address by chance. */
const usersOfProxy = 5
const customersOfProxy = 3

/** What the installation has, over all customers but those of the demo. */
export async function readChecklistFactsForAllCustomers(transaction: Transaction): Promise<ChecklistFacts> {
  const { rows } = await transaction.query<ChecklistFacts>(
    `with own as (select customer_id, is_provider from customer where not is_demo)
     select exists (select from own where not is_provider) as "hasCustomer",
       exists (select from monitoring_source join own using (customer_id) where revoked_at is null) as "hasSource",
       (select max(last_signal_at) from monitoring_source join own using (customer_id)) as "lastSignalAt",
       exists (select from own where exists (select from entity e where e.customer_id = own.customer_id)) as "hasEntity",
       exists (select from connector join own using (customer_id)) as "hasConnector",
       (select max(finished_at) from connector_run join own using (customer_id) where state = 'succeeded') as "lastRunAt",
       exists (select from mail_delivery where state = 'sent') as "hasSentMail",
       exists (select from installation_branding) or exists (select from installation_picture) as "hasBranding",
       exists (select from customer where is_provider and is_demo) as "isDemo",
       (select address from user_session join own using (customer_id)
        where last_seen_at > now() - interval '7 days' group by address
        having count(distinct user_id) >= $1 and (count(distinct customer_id) >= $2
          or address ~ '^((::ffff:)?(127|10|192[.]168|172[.](1[6-9]|2[0-9]|3[01]))[.]|::1$|f[cd])')
        order by count(distinct user_id) desc limit 1) as "sharedAddress"`,
    [usersOfProxy, customersOfProxy],
  )
  if (!rows[0]) throw new Error('The facts were not read.')
  return rows[0]
}

/** Of one customer. `accessVersion` goes up with each change of its permissions. */
export type CustomerFacts = {
  hasUser: boolean
  hasInvitation: boolean
  accessVersion: number
  hasContact: boolean
  hasSource: boolean
  hasSignal: boolean
  hasEntity: boolean
  hasConnector: boolean
  dismissedAt: Date | null
  permissionsConfirmedAt: Date | null
  isOfDemo: boolean
  isProvider: boolean
}

/** Undefined when there is no such customer. */
export async function readCustomerFacts(transaction: Transaction, customerId: string): Promise<CustomerFacts | undefined> {
  const { rows } = await transaction.query<CustomerFacts>(
    `select exists (select from app_user where customer_id = $1) as "hasUser",
       exists (select from invitation where customer_id = $1 and accepted_at is null and revoked_at is null) as "hasInvitation",
       access_version as "accessVersion",
       exists (select from incident_contact k where k.customer_id = $1 and k.stopped_at is null) as "hasContact",
       exists (select from monitoring_source where customer_id = $1 and revoked_at is null) as "hasSource",
       exists (select from monitoring_source where customer_id = $1 and last_signal_at is not null) as "hasSignal",
       exists (select from entity where customer_id = $1) as "hasEntity",
       exists (select from connector where customer_id = $1) as "hasConnector",
       dismissed_at as "dismissedAt", permissions_confirmed_at as "permissionsConfirmedAt",
       is_demo as "isOfDemo", is_provider as "isProvider"
     from customer left join customer_checklist using (customer_id) where customer_id = $1`,
    [customerId],
  )
  return rows[0]
}

export async function writeCustomerChecklist(
  transaction: Transaction,
  customerId: string,
  { dismissedAt, permissionsConfirmedAt }: { dismissedAt: Date | null; permissionsConfirmedAt: Date | null },
): Promise<void> {
  await transaction.query(
    `insert into customer_checklist (customer_id, dismissed_at, permissions_confirmed_at) values ($1, $2, $3)
     on conflict (customer_id) do update set dismissed_at = excluded.dismissed_at, permissions_confirmed_at = excluded.permissions_confirmed_at`,
    [customerId, dismissedAt, permissionsConfirmedAt],
  )
}
