import type { Transaction } from '#server/platform/database/transaction.ts'

/** `twice`: another account that would move has the address; `new`: someone has signed in with it at the new provider already. */
export type MovingOutcome = 'moves' | 'twice' | 'no_address' | 'new'
export type MovingAccount = { userId: string; customerId: string; name: string; email: string; issuer: string; outcome: MovingOutcome }

/** Of each person the account that moves first, and takes those at other customers along. */
const persons = `(select *, row_number() over (
    partition by issuer, coalesce(person_subject, subject) order by person_subject is not null, created_at, user_id) as nth from app_user)`

/** The accounts of other identity providers than this one, or of one of them; those that are disabled too, since they stay so. */
const judged = `
  select u.user_id, u.customer_id, u.name, u.email, u.issuer, case
    when u.email not like '%_@_%' then 'no_address'
    when exists (select from app_user o where o.issuer = $1 and lower(o.email) = lower(u.email)) then 'new'
    when count(*) over (partition by lower(u.email)) > 1 then 'twice'
    else 'moves' end as outcome
  from ${persons} u where u.nth = 1 and u.issuer <> $1 and u.issuer <> 'forgotten' and ($2::text is null or u.issuer = $2)`

export async function readMovingAccountsForAllCustomers(
  transaction: Transaction,
  { issuer, from }: { issuer: string; from: string | null },
): Promise<MovingAccount[]> {
  const { rows } = await transaction.query<MovingAccount>(
    `select user_id as "userId", customer_id as "customerId", name, email, issuer, outcome from (${judged}) judged order by customer_id, name, user_id`,
    [issuer, from],
  )
  return rows
}

/** Those that move may do so from now on; those that were allowed to move elsewhere do not any more. Returns how many may. */
export async function allowMovesForAllCustomers(
  transaction: Transaction,
  { issuer, from }: { issuer: string; from: string | null },
): Promise<number> {
  await transaction.query('update app_user set moves_to_issuer = null where moves_to_issuer is not null')
  const { rowCount } = await transaction.query(
    `update app_user u set moves_to_issuer = $1 from (${judged}) judged where u.user_id = judged.user_id and judged.outcome = 'moves'`,
    [issuer, from],
  )
  return rowCount ?? 0
}

/** The transaction must present `issuer` and `moving_address`. */
export async function readPresentedMove(
  transaction: Transaction,
  { issuer, email, customerId }: { issuer: string; email: string; customerId: string | null },
): Promise<{ userId: string; customerId: string; issuer: string } | undefined> {
  const { rows } = await transaction.query<{ userId: string; customerId: string; issuer: string }>(
    `select user_id as "userId", customer_id as "customerId", issuer from app_user
     where moves_to_issuer = $1 and lower(email) = $2 and ($3::text is null or customer_id = $3) limit 1`,
    [issuer, email, customerId],
  )
  return rows[0]
}

const moved = `issuer = $3, subject = case when person_subject is null then $4 else subject end,
  person_subject = case when person_subject is not null then $4 end`

/** False where it has moved meanwhile: an account moves once. */
export async function moveAccount(
  transaction: Transaction,
  customerId: string,
  { userId, issuer, subject }: { userId: string; issuer: string; subject: string },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update app_user set ${moved}, moves_to_issuer = null where customer_id = $1 and user_id = $2 and moves_to_issuer = $3`,
    [customerId, userId, issuer, subject],
  )
  return rowCount === 1
}

/**
 * The accounts that a person has at further customers, by the account that moves. Presents the identity that they have until then, in place of
 * that which the transaction has presented.
 */
export async function presentFurtherAccounts(
  transaction: Transaction,
  customerId: string,
  userId: string,
): Promise<{ customerId: string; userId: string }[]> {
  await transaction.query(
    `select set_config('vakt.issuer', issuer, true), set_config('vakt.subject', coalesce(person_subject, subject), true)
     from app_user where customer_id = $1 and user_id = $2`,
    [customerId, userId],
  )
  const { rows } = await transaction.query<{ customerId: string; userId: string }>(
    `select customer_id as "customerId", user_id as "userId" from app_user
     where issuer = presented('issuer') and person_subject = presented('subject') and user_id <> $1`,
    [userId],
  )
  return rows
}

/** The transaction must be that of the customer. */
export async function moveFurtherAccount(
  transaction: Transaction,
  customerId: string,
  { userId, issuer, subject }: { userId: string; issuer: string; subject: string },
): Promise<void> {
  await transaction.query(`update app_user set ${moved} where customer_id = $1 and user_id = $2`, [customerId, userId, issuer, subject])
}
