import type { Transaction } from '#server/platform/database/transaction.ts'
import type { CallerSession } from '#server/platform/http/serve.ts'

export type UserSessionRow = {
  sessionId: string
  userAgent: string
  address: string
  signedInAt: Date
  signedInKey: string
  lastSeenAt: Date
  isCurrent: boolean
}

const key = (parameter: string) => `decode(${parameter}, 'hex')`
const isLive = "ended_at is null and last_seen_at > now() - interval '30 days'"

/** As the first part of a statement: notes, at most once an hour, that the identity provider still knows the user. Personal tokens depend on it. */
const withUserSeen = (now: string) => `with seen as (
  update app_user set last_seen_at = ${now} where customer_id = $1 and user_id = $2 and last_seen_at < ${now}::timestamptz - interval '1 hour')`

/** Notes that the user is there. A session that was ended lives again when its user has proved again who they are. */
export async function writeUserSession(
  transaction: Transaction,
  customerId: string,
  { userId, session, now }: { userId: string; session: CallerSession; now: Date },
): Promise<void> {
  await transaction.query(
    `${withUserSeen('$6')}
     insert into user_session as known (customer_id, user_id, session_key, user_agent, address, signed_in_at, last_seen_at)
     values ($1, $2, ${key('$3')}, left($4, 400), $5, $6, $6)
     on conflict (user_id, session_key) do update set user_agent = excluded.user_agent, address = excluded.address,
       last_seen_at = excluded.last_seen_at, ended_at = case when $7::timestamptz > known.ended_at then null else known.ended_at end,
       ended_here_only = known.ended_here_only and not coalesce($7::timestamptz > known.ended_at, false),
       signed_in_at = case when $7::timestamptz > known.ended_at then excluded.signed_in_at else known.signed_in_at end`,
    [customerId, userId, session.key, session.userAgent, session.address, now, session.authenticatedAt],
  )
}

/** Once a minute is enough: of several requests at once only the first writes. */
export async function touchUserSession(
  transaction: Transaction,
  customerId: string,
  { userId, sessionId, address, now }: { userId: string; sessionId: string; address: string; now: Date },
): Promise<void> {
  await transaction.query(
    `${withUserSeen('$5')}
     update user_session set last_seen_at = $5, address = $4
     where customer_id = $1 and user_id = $2 and session_id = $3 and last_seen_at <= $5::timestamptz - interval '1 minute'`,
    [customerId, userId, sessionId, address, now],
  )
}

/**
 * Whether a session of the user has ended since; both to the second, as access tokens have it. Of another account of the same person
 * (`isOther`) those count that the person ended.
 */
export async function hasSessionEndedSince(
  transaction: Transaction,
  customerId: string,
  { userId, since, isOther }: { userId: string; since: Date; isOther: boolean },
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'has-own-session-ended-since',
    text: `select from user_session where customer_id = $1 and user_id = $2 and ended_at >= $3::timestamptz + interval '1 second'
             and not ($4 and ended_here_only) limit 1`,
    values: [customerId, userId, since, isOther],
  })
  return rowCount === 1
}

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readUserSessionPage(
  transaction: Transaction,
  customerId: string,
  { userId, currentKey, after, limit }: { userId: string; currentKey: string | null; after: readonly string[] | null; limit: number },
): Promise<UserSessionRow[]> {
  const { rows } = await transaction.query<UserSessionRow>(
    `select session_id as "sessionId", user_agent as "userAgent", address, signed_in_at as "signedInAt", signed_in_at::text as "signedInKey",
       last_seen_at as "lastSeenAt", coalesce(session_key = ${key('$3')}, false) as "isCurrent"
     from user_session
     where customer_id = $1 and user_id = $2 and ${isLive}
       and ($4::timestamptz is null or (signed_in_at, session_id) < ($4, $5::uuid))
     order by signed_in_at desc, session_id desc limit $6`,
    [customerId, userId, currentKey, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

/** False when the user has no such session, or it has ended already. */
export async function markUserSessionEnded(
  transaction: Transaction,
  customerId: string,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'update user_session set ended_at = $4 where customer_id = $1 and user_id = $2 and session_id = $3 and ended_at is null',
    [customerId, userId, sessionId, now],
  )
  return rowCount === 1
}

/** Without a key all of them end; those that only a customer has ended, too: they are over everywhere then. */
export async function markOtherSessionsEnded(
  transaction: Transaction,
  customerId: string,
  { userId, currentKey, now }: { userId: string; currentKey: string | null; now: Date },
): Promise<number> {
  const { rowCount } = await transaction.query(
    `update user_session set ended_at = $4, ended_here_only = false
     where customer_id = $1 and user_id = $2 and (ended_at is null or ended_here_only) and session_key is distinct from ${key('$3')}`,
    [customerId, userId, currentKey, now],
  )
  return rowCount ?? 0
}

/** Those of a user that the customer ends. */
export async function markSessionsOfUserEnded(transaction: Transaction, customerId: string, userId: string, now: Date): Promise<number> {
  const { rowCount } = await transaction.query(
    'update user_session set ended_at = $3, ended_here_only = true where customer_id = $1 and user_id = $2 and ended_at is null',
    [customerId, userId, now],
  )
  return rowCount ?? 0
}

/** Of all users of the customer. */
export async function markSessionsOfCustomerEnded(transaction: Transaction, customerId: string, now: Date): Promise<void> {
  await transaction.query('update user_session set ended_at = $2, ended_here_only = true where customer_id = $1 and ended_at is null', [
    customerId,
    now,
  ])
}

/** The id of the session that ended; undefined when there is none with this key, or it has ended already. */
export async function markOwnSessionEnded(
  transaction: Transaction,
  customerId: string,
  { userId, currentKey, now }: { userId: string; currentKey: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ sessionId: string }>(
    `update user_session set ended_at = $4
     where customer_id = $1 and user_id = $2 and session_key = ${key('$3')} and ended_at is null returning session_id as "sessionId"`,
    [customerId, userId, currentKey, now],
  )
  return rows[0]?.sessionId
}

export async function deleteUserSessionsForAllCustomers(transaction: Transaction, unseenSince: Date, most: number): Promise<number> {
  const { rowCount } = await transaction.query(
    `delete from user_session where session_id in (select session_id from user_session where last_seen_at < $1 limit $2)`,
    [unseenSince, most],
  )
  return rowCount ?? 0
}
