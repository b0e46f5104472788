import type { ContactHours } from '@vakt/contract/incidents/incident-contacts.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { type KeyedCalendar, keyedCalendar } from '#server/features/service-levels/calendar-clock.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type ContactRow = {
  contactId: string
  customerId: string
  isOfProvider: boolean
  /** Of the contact, or of the user of the same customer who has its address. */
  userId: string | null
  address: string | null
  fromSeverity: Severity
  hours: ContactHours
  language: Language
  timeZone: string
  stopKey: Buffer
  /** An address in a domain of the customer or the provider, or one whose owner has confirmed it. */
  isConfirmed: boolean
}

/** The contacts of these customers, and of the provider, that were not stopped. */
export async function readContactRowsForAllCustomers(transaction: Transaction, customerIds: readonly string[]): Promise<ContactRow[]> {
  const { rows } = await transaction.query<ContactRow>({
    name: 'read-incident-contacts',
    text: `select k.contact_id as "contactId", k.customer_id as "customerId", c.is_provider as "isOfProvider", k.address,
             coalesce(k.user_id, (select u.user_id from app_user u where u.customer_id = k.customer_id and lower(u.email) = k.address
               and u.disabled_at is null order by u.user_id limit 1)) as "userId",
             k.from_severity as "fromSeverity", k.hours, k.language, c.time_zone as "timeZone", k.stop_key as "stopKey",
             k.address is null
               or exists (select from customer_sign_in_rule r join customer o on o.customer_id = r.customer_id
                 where r.kind = 'email-domain' and r.value = split_part(k.address, '@', 2) and (r.customer_id = k.customer_id or o.is_provider))
               or exists (select from confirmed_address a
                 where a.customer_id = k.customer_id and a.address = k.address and a.confirmed_at is not null) as "isConfirmed"
           from incident_contact k join customer c using (customer_id)
           where (k.customer_id = any($1) or c.is_provider) and k.stopped_at is null order by k.customer_id, k.position`,
    values: [customerIds],
  })
  return rows
}

export type ToldCustomer = {
  customerId: string
  isProvider: boolean
  timeZone: string
  /** The first of its targets that is not open around the clock. */
  calendar: KeyedCalendar | null
  pagesFromSeverity: Severity | null
  /** Whether resources with a CloudOps service page in its hours, whatever the severity, and only then. */
  pagesCloudOps: boolean
  /** Who may be its administrators, by their roles. */
  administratorIds: string[]
}

const mostAdministrators = 200

const pages = 'exists (select from escalation_policy p where p.removed_at is null and (p.policy_id = g.policy_id or p.is_default))'

export async function readToldCustomersForAllCustomers(
  transaction: Transaction,
  customerIds: readonly string[],
): Promise<Map<string, ToldCustomer>> {
  const { rows } = await transaction.query<ToldCustomer>({
    name: 'read-told-customers',
    text: `select c.customer_id as "customerId", c.is_provider as "isProvider", c.time_zone as "timeZone",
             (select ${keyedCalendar} from service_target t join business_calendar b using (calendar_id)
              where (t.for_all or t.customer_id = c.customer_id) and not b.always_open order by t.for_all, t.priority limit 1) as calendar,
             case when ${pages} then g.from_severity end as "pagesFromSeverity",
             coalesce(g.pages_cloudops, true) and ${pages} as "pagesCloudOps",
             array(select u.user_id::text from app_user u where u.customer_id = c.customer_id and u.disabled_at is null and exists (
                select from customer_role_feature m where m.customer_id = c.customer_id and m.role = any(u.roles || u.identity_roles)
                  and '@feature.myenvironment.write' = any(m.features)) order by u.user_id limit ${mostAdministrators}) as "administratorIds"
           from customer c left join paging_setting g on g.customer_id = c.customer_id where c.customer_id = any($1)`,
    values: [customerIds],
  })
  return new Map(rows.map((row) => [row.customerId, row]))
}

/** The steps of the policy by which a customer's incidents page, each with a schedule or a person. */
export async function readPageStepsForAllCustomers(
  transaction: Transaction,
  customerId: string,
): Promise<{ scheduleId: string | null; userId: string | null }[]> {
  const { rows } = await transaction.query<{ scheduleId: string | null; userId: string | null }>(
    `select s.step ->> 'scheduleId' as "scheduleId", s.step ->> 'userId' as "userId"
     from (select p.steps from escalation_policy p left join paging_setting g on g.customer_id = $1
           where p.removed_at is null and (p.policy_id = g.policy_id or p.is_default) order by p.policy_id = g.policy_id desc nulls last limit 1) f
     cross join lateral jsonb_array_elements(f.steps) with ordinality s (step, place) order by s.place`,
    [customerId],
  )
  return rows
}
