import type pg from 'pg'

/** A second person of the provider, who never signs in: there is one demo account of staff. Answers the user id. */
export async function addColleague(database: pg.Client, name: string): Promise<string> {
  const { rows } = await database.query<{ userId: string }>(
    `insert into app_user (customer_id, issuer, subject, name, email, roles, identity_roles)
     select customer_id, 'https://story.example', $1, $1, 'colleague@vakt.example', roles, identity_roles from app_user where email = 'staff@vakt.example'
     on conflict (issuer, subject) do update set disabled_at = null returning user_id as "userId"`,
    [name],
  )
  return rows[0]?.userId ?? ''
}
