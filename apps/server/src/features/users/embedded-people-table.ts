import type { Transaction } from '#server/platform/database/transaction.ts'

export type EmbeddedPerson = { subject: string; name: string; email: string; roles: string[]; customerName: string }

const mostListed = 100

/** The demo accounts have subjects of their own. */
const subjectOf = (email: string) => `'invited:' || ${email}`

/** Everyone with an open invitation who has no account there yet, and the users who accepted one at this issuer, by name. */
export async function readEmbeddedPeopleForAllCustomers(transaction: Transaction, issuer: string): Promise<EmbeddedPerson[]> {
  const { rows } = await transaction.query<EmbeddedPerson>(
    `with person as (
       select subject, name, email, roles, customer_id from app_user
       where issuer = $1 and subject like 'invited:%' and disabled_at is null
       union all
       select distinct on (email) ${subjectOf('email')}, name, email, roles, customer_id from invitation
       where accepted_at is null and revoked_at is null and expires_at > now()
         and not exists (select from app_user u where u.issuer = $1 and u.disabled_at is null
           and (u.subject = ${subjectOf('invitation.email')} or lower(u.email) = invitation.email))
     )
     select subject, person.name, email, roles, customer.name as "customerName" from person join customer using (customer_id)
     order by is_provider desc, person.name, subject limit $2`,
    [issuer, mostListed],
  )
  return rows
}
