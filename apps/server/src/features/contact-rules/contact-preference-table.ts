import type { ContactPreference } from '@vakt/contract/contact-rules.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Whose = { customerId: string; userId: string }

/** With the zone of the person's clocks; undefined for who is no user. */
export async function readPreference(
  transaction: Transaction,
  { customerId, userId }: Whose,
): Promise<(ContactPreference & { timeZone: string }) | undefined> {
  const { rows } = await transaction.query<ContactPreference & { timeZone: string }>(
    `select coalesce(p.rules, '[]') as rules, p.quiet_hours as "quietHours", coalesce(p.version, 0) as version,
       coalesce(u.time_zone, c.time_zone) as "timeZone"
     from app_user u join customer c on c.customer_id = u.customer_id
     left join contact_preference p on p.customer_id = u.customer_id and p.user_id = u.user_id
     where u.customer_id = $1 and u.user_id = $2`,
    [customerId, userId],
  )
  return rows[0]
}

/** False: it was changed since the version that was seen. */
export async function writePreference(
  transaction: Transaction,
  { customerId, userId }: Whose,
  { rules, quietHours, version, now }: ContactPreference & { now: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `insert into contact_preference (customer_id, user_id, rules, quiet_hours, version, changed_at)
     select $1, $2, $3, $4, 1, $6 where $5 = 0 or exists (select from contact_preference where customer_id = $1 and user_id = $2)
     on conflict (customer_id, user_id) do update set rules = $3, quiet_hours = $4, version = contact_preference.version + 1, changed_at = $6
       where contact_preference.version = $5`,
    [customerId, userId, JSON.stringify(rules), quietHours && JSON.stringify(quietHours), version, now],
  )
  return rowCount === 1
}
