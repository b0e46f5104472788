import type { AdministeredTeamMember, NewTeamMember } from '@vakt/contract/team.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Stored = Omit<AdministeredTeamMember, 'photo'>

const columns = `team_member_id as "teamMemberId", name, role, user_id as "userId", email, phone, languages, time_zone as "timeZone", hours,
  shows_on_call as "showsOnCall", shown_to as "shownTo", version`

/** What is shown to the customer of the transaction, and whose it is. */
export async function readShownTeam(
  transaction: Transaction,
  customerId: string,
): Promise<{ providerId: string; members: Stored[] } | undefined> {
  const { rows } = await transaction.query<Stored & { providerId: string }>(
    `select ${columns}, customer_id as "providerId" from team_member
     where removed_at is null and (shown_to is null or $1 = any (shown_to)) order by position, team_member_id`,
    [customerId],
  )
  return rows[0] && { providerId: rows[0].providerId, members: rows.map(({ providerId: _, ...member }) => member) }
}

export async function readTeam(transaction: Transaction, providerId: string): Promise<Stored[]> {
  const { rows } = await transaction.query<Stored>(
    `select ${columns} from team_member where customer_id = $1 and removed_at is null order by position, team_member_id`,
    [providerId],
  )
  return rows
}

/** By user the photo of those who have one and are not disabled. */
export async function readPhotos(transaction: Transaction, providerId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await transaction.query<{ userId: string; photo: string }>(
    `select user_id as "userId", profile_photo as photo from app_user
     where customer_id = $1 and user_id = any ($2::uuid[]) and disabled_at is null and profile_photo is not null`,
    [providerId, userIds],
  )
  return new Map(rows.map(({ userId, photo }) => [userId, photo]))
}

export async function hasUser(transaction: Transaction, providerId: string, userId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('select from app_user where customer_id = $1 and user_id = $2', [providerId, userId])
  return rowCount === 1
}

/** Locked until the transaction ends; those that were removed included. */
export async function lockMember(
  transaction: Transaction,
  providerId: string,
  teamMemberId: string,
): Promise<(Stored & { isRemoved: boolean }) | undefined> {
  const { rows } = await transaction.query<Stored & { isRemoved: boolean }>(
    `select ${columns}, removed_at is not null as "isRemoved" from team_member where customer_id = $1 and team_member_id = $2 for update`,
    [providerId, teamMemberId],
  )
  return rows[0]
}

const valuesOf = ({ name, role, userId, email, phone, languages, timeZone, hours, showsOnCall, shownTo }: NewTeamMember) => [
  ...[name, JSON.stringify(role), userId, email, phone, languages, timeZone, hours && JSON.stringify(hours), showsOnCall, shownTo],
]

export async function insertMember(transaction: Transaction, providerId: string, member: NewTeamMember, now: Date): Promise<string> {
  const { rows } = await transaction.query<{ teamMemberId: string }>(
    `insert into team_member (customer_id, position, created_at, name, role, user_id, email, phone, languages, time_zone, hours, shows_on_call,
       shown_to)
     select $1, coalesce(max(position), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from team_member where customer_id = $1
     returning team_member_id as "teamMemberId"`,
    [providerId, now, ...valuesOf(member)],
  )
  return rows[0]?.teamMemberId ?? ''
}

export async function updateMember(
  transaction: Transaction,
  providerId: string,
  { teamMemberId, ...member }: NewTeamMember & { teamMemberId: string },
): Promise<void> {
  await transaction.query(
    `update team_member set name = $3, role = $4, user_id = $5, email = $6, phone = $7, languages = $8, time_zone = $9, hours = $10,
       shows_on_call = $11, shown_to = $12, version = version + 1
     where customer_id = $1 and team_member_id = $2`,
    [providerId, teamMemberId, ...valuesOf(member)],
  )
}

export async function setMemberRemoved(transaction: Transaction, providerId: string, teamMemberId: string, at: Date | null): Promise<void> {
  await transaction.query('update team_member set removed_at = $3 where customer_id = $1 and team_member_id = $2', [
    providerId,
    teamMemberId,
    at,
  ])
}

export async function updateOrder(transaction: Transaction, providerId: string, teamMemberIds: readonly string[]): Promise<void> {
  await transaction.query(
    `update team_member m set position = o.place from (
       select team_member_id, row_number() over (order by array_position($2::uuid[], team_member_id), position, team_member_id) as place
       from team_member where customer_id = $1 and removed_at is null) o
     where m.customer_id = $1 and m.team_member_id = o.team_member_id and m.position <> o.place`,
    [providerId, teamMemberIds],
  )
}
