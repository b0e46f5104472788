import type { Customer } from '@vakt/contract/customers/customers.ts'
import type { Followed, FollowKind } from '@vakt/contract/notifications/follows.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type Target = { kind: FollowKind; target: string }

const sources = {
  incident: 'select from incident where customer_id = $1 and incident_id = $2::bigint',
  ticket: 'select from ticket where customer_id = $1 and ticket_id = $2::bigint',
  entity: 'select from entity where customer_id = $1 and entity_id = $2::uuid',
} as const

/** Whether this transaction can see the incident, ticket or entity; the id must be well-formed. */
export async function isThere(transaction: Transaction, customerId: string, kind: keyof typeof sources, id: string): Promise<boolean> {
  const { rowCount } = await transaction.query(sources[kind], [customerId, id])
  return (rowCount ?? 0) > 0
}

/** False where the user follows `max` things of the customer already. */
export async function insertFollower(
  transaction: Transaction,
  customerId: string,
  { kind, target, user, now, max }: Target & { user: { userId: string; customerId: string }; now: Date; max: number },
): Promise<boolean> {
  const { rows } = await transaction.query<{ isFull: boolean }>(
    `with room as (select count(*) < $7 as "isFree" from follower where customer_id = $1 and user_id = $5),
     added as (
       insert into follower (customer_id, kind, target, follower_customer_id, user_id, followed_at)
       select $1, $2, $3, $4, $5, $6 from room where "isFree" on conflict do nothing
     )
     select not "isFree" as "isFull" from room`,
    [customerId, kind, target, user.customerId, user.userId, now, max],
  )
  return !rows[0]?.isFull
}

export async function deleteFollower(
  transaction: Transaction,
  customerId: string,
  { kind, target, userId }: Target & { userId: string },
): Promise<void> {
  await transaction.query('delete from follower where customer_id = $1 and kind = $2 and target = $3 and user_id = $4', [
    customerId,
    kind,
    target,
    userId,
  ])
}

export async function deleteFollowersOf(
  transaction: Transaction,
  customerId: string,
  { kind, targets }: { kind: FollowKind; targets: readonly string[] },
): Promise<void> {
  await transaction.query('delete from follower where customer_id = $1 and kind = $2 and target = any($3)', [customerId, kind, targets])
}

export async function readIsFollowing(
  transaction: Transaction,
  customerId: string,
  { kind, target, userId }: Target & { userId: string },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'select from follower where customer_id = $1 and kind = $2 and target = $3 and user_id = $4',
    [customerId, kind, target, userId],
  )
  return (rowCount ?? 0) > 0
}

const maxNamed = 100

export async function readFollowersForAllCustomers(
  transaction: Transaction,
  customerId: string,
  { kind, target }: Target,
): Promise<{ userId: string; name: string }[]> {
  const { rows } = await transaction.query<{ userId: string; name: string }>(
    `select u.user_id as "userId", u.name from follower f
     join app_user u on u.customer_id = f.follower_customer_id and u.user_id = f.user_id
     where f.customer_id = $1 and f.kind = $2 and f.target = $3 and u.disabled_at is null order by u.name, u.user_id limit ${maxNamed}`,
    [customerId, kind, target],
  )
  return rows
}

export type FollowedRow = Omit<Followed, 'group' | 'id' | 'followedAt'> & {
  target: string
  followedAt: Date
  rules: Pick<Customer, 'enabledFeatures' | 'ignoresGlobalAdminMapping' | 'role_feature_mappings'>
}

/** Of all customers that this transaction can see; what is gone, or hidden from it, is left out. */
export async function readFollowed(transaction: Transaction, userId: string, limit: number): Promise<FollowedRow[]> {
  const { rows } = await transaction.query<FollowedRow>(
    `select f.customer_id as "customerId", c.name as "customerName", f.kind, f.target, f.followed_at as "followedAt",
       coalesce(i.title, t.subject, e.name, '') as name,
       case when i.incident_id is not null then json_build_object('severity', i.severity, 'state', i.state, 'finding', i.finding) end as incident,
       t.status as "ticketStatus",
       json_build_object('enabledFeatures', c.enabled_features, 'ignoresGlobalAdminMapping', c.ignores_global_admin_mapping,
         'role_feature_mappings', coalesce((select json_agg(json_build_object('role', role, 'features', features))
           from customer_role_feature m where m.customer_id = c.customer_id), '[]')) as rules
     from follower f join customer c on c.customer_id = f.customer_id
     left join incident i on f.kind = 'incident' and i.customer_id = f.customer_id and i.incident_id = case when f.kind = 'incident' then f.target::bigint end
     left join ticket t on f.kind = 'ticket' and t.customer_id = f.customer_id and t.ticket_id = case when f.kind = 'ticket' then f.target::bigint end
     left join entity e on f.kind = 'entity' and e.customer_id = f.customer_id and e.entity_id = case when f.kind = 'entity' then f.target::uuid end
     where f.user_id = $1 and (f.kind = 'tag_group' or coalesce(i.incident_id::text, t.ticket_id::text, e.entity_id::text) is not null)
     order by f.followed_at desc, f.kind, f.target limit $2`,
    [userId, limit],
  )
  return rows
}

/** What one user follows, another of the same customer does from now on instead. */
export async function reassignFollows(
  transaction: Transaction,
  customerId: string,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  await transaction.query(
    `insert into follower (customer_id, kind, target, follower_customer_id, user_id, followed_at)
     select customer_id, kind, target, follower_customer_id, $3, $4 from follower where customer_id = $1 and user_id = $2
     on conflict do nothing`,
    [customerId, from, to, now],
  )
  await transaction.query('delete from follower where customer_id = $1 and user_id = $2', [customerId, from])
}
