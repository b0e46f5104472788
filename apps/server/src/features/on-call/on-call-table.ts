import type { NewOnCallLayer, OnCallPerson } from '@vakt/contract/on-call/on-call.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type StoredVersion = { version: number; validFrom: Date; timeZone: string; layers: NewOnCallLayer[] }
export type StoredOverride = { overrideId: string; userId: string; startsAt: Date; endsAt: Date }

/** A schedule with what a span needs of its versions and overrides; the last version is the one in force. */
export type StoredSchedule = {
  scheduleId: string
  name: string
  version: number
  versions: StoredVersion[]
  overrides: StoredOverride[]
}

type Row = Omit<StoredSchedule, 'versions' | 'overrides'> & {
  versions: (Omit<StoredVersion, 'validFrom'> & { validFrom: string })[]
  overrides: (Omit<StoredOverride, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string })[]
}

/** All that are there, or one of them, by name; of versions and overrides what concerns the time between the two moments. */
export async function readSchedules(
  transaction: Transaction,
  customerId: string,
  { scheduleId = null, from, to }: { scheduleId?: string | null; from: Date; to: Date },
): Promise<StoredSchedule[]> {
  const { rows } = await transaction.query<Row>(
    `select s.schedule_id as "scheduleId", s.name, s.version,
       (select json_agg(json_build_object('version', v.version, 'validFrom', v.valid_from, 'timeZone', v.time_zone, 'layers', v.layers)
            order by v.version)
          from on_call_schedule_version v where v.customer_id = s.customer_id and v.schedule_id = s.schedule_id and (v.version = s.version
            or exists (select from on_call_schedule_version later where later.customer_id = s.customer_id
              and later.schedule_id = s.schedule_id and later.version = v.version + 1 and later.valid_from > $3))) as versions,
       coalesce((select json_agg(json_build_object('overrideId', o.override_id, 'userId', o.user_id, 'startsAt', o.starts_at, 'endsAt', o.ends_at)
            order by o.created_at, o.override_id)
          from on_call_override o where o.customer_id = s.customer_id and o.schedule_id = s.schedule_id and o.ends_at > $3 and o.starts_at < $4),
         '[]') as overrides
     from on_call_schedule s
     where s.customer_id = $1 and ($2::uuid is null or s.schedule_id = $2) and s.removed_at is null
     order by s.name, s.schedule_id`,
    [customerId, scheduleId, from, to],
  )
  return rows.map((row) => ({
    ...row,
    versions: row.versions.map((version) => ({ ...version, validFrom: new Date(version.validFrom) })),
    overrides: row.overrides.map((override) => ({ ...override, startsAt: new Date(override.startsAt), endsAt: new Date(override.endsAt) })),
  }))
}

/** The version in force, locked until the transaction ends. */
export async function lockSchedule(
  transaction: Transaction,
  customerId: string,
  scheduleId: string,
): Promise<{ name: string; version: number; isRemoved: boolean } | undefined> {
  const { rows } = await transaction.query<{ name: string; version: number; isRemoved: boolean }>(
    `select name, version, removed_at is not null as "isRemoved" from on_call_schedule
     where customer_id = $1 and schedule_id = $2 for update`,
    [customerId, scheduleId],
  )
  return rows[0]
}

type Written = { name: string; timeZone: string; layers: NewOnCallLayer[]; now: Date }

export async function insertSchedule(transaction: Transaction, customerId: string, written: Written): Promise<string> {
  const { rows } = await transaction.query<{ scheduleId: string }>(
    'insert into on_call_schedule (customer_id, name, created_at) values ($1, $2, $3) returning schedule_id as "scheduleId"',
    [customerId, written.name, written.now],
  )
  const scheduleId = rows[0]?.scheduleId ?? ''
  await insertVersion(transaction, customerId, { scheduleId, version: 1, ...written })
  return scheduleId
}

export async function insertVersion(
  transaction: Transaction,
  customerId: string,
  { scheduleId, version, timeZone, layers, now }: Written & { scheduleId: string; version: number },
): Promise<void> {
  await transaction.query(
    `insert into on_call_schedule_version (customer_id, schedule_id, version, valid_from, time_zone, layers) values ($1, $2, $3, $4, $5, $6)`,
    [customerId, scheduleId, version, now, timeZone, JSON.stringify(layers)],
  )
}

export async function renameSchedule(
  transaction: Transaction,
  customerId: string,
  { scheduleId, version, name }: { scheduleId: string; version: number; name: string },
): Promise<void> {
  await transaction.query('update on_call_schedule set name = $3, version = $4 where customer_id = $1 and schedule_id = $2', [
    customerId,
    scheduleId,
    name,
    version,
  ])
}

export async function setRemoved(transaction: Transaction, customerId: string, scheduleId: string, at: Date | null): Promise<void> {
  await transaction.query('update on_call_schedule set removed_at = $3 where customer_id = $1 and schedule_id = $2', [
    customerId,
    scheduleId,
    at,
  ])
}

export async function insertOverride(
  transaction: Transaction,
  customerId: string,
  override: { scheduleId: string; userId: string; from: Date; to: Date; now: Date; by: string },
): Promise<string> {
  const { rows } = await transaction.query<{ overrideId: string }>(
    `insert into on_call_override (customer_id, schedule_id, user_id, starts_at, ends_at, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7) returning override_id as "overrideId"`,
    [customerId, override.scheduleId, override.userId, override.from, override.to, override.now, override.by],
  )
  return rows[0]?.overrideId ?? ''
}

/** Ends it now, or takes it away where it had not begun; what is past of it stays. Null: there is none, or it is past. */
export async function endOverride(
  transaction: Transaction,
  customerId: string,
  { scheduleId, overrideId, now }: { scheduleId: string; overrideId: string; now: Date },
): Promise<StoredOverride | null> {
  const { rows } = await transaction.query<StoredOverride>(
    `select override_id as "overrideId", user_id as "userId", starts_at as "startsAt", ends_at as "endsAt" from on_call_override
     where customer_id = $1 and schedule_id = $2 and override_id = $3 and ends_at > $4 for update`,
    [customerId, scheduleId, overrideId, now],
  )
  const [found] = rows
  if (!found) return null
  if (found.startsAt < now)
    await transaction.query('update on_call_override set ends_at = $3 where customer_id = $1 and override_id = $2', [
      customerId,
      overrideId,
      now,
    ])
  else await transaction.query('delete from on_call_override where customer_id = $1 and override_id = $2', [customerId, overrideId])
  return found
}

/** Overrides of a user from now on become another's; what is past of one that is going on stays the user's. */
export async function reassignOverrides(
  transaction: Transaction,
  customerId: string,
  { from, to, now, by }: { from: string; to: string; now: Date; by: string },
): Promise<void> {
  await transaction.query(
    `with begun as (
       update on_call_override set ends_at = $4 where customer_id = $1 and user_id = $2 and starts_at < $4 and ends_at > $4
       returning override_id
     )
     insert into on_call_override (customer_id, schedule_id, user_id, starts_at, ends_at, created_at, created_by)
     select customer_id, schedule_id, $3, $4, ends_at, $4, $5 from on_call_override where override_id in (select override_id from begun)`,
    [customerId, from, to, now, by],
  )
  await transaction.query('update on_call_override set user_id = $3 where customer_id = $1 and user_id = $2 and starts_at >= $4', [
    customerId,
    from,
    to,
    now,
  ])
}

/** The provider's people by name, those who are disabled last. */
export async function readPeople(transaction: Transaction, customerId: string): Promise<OnCallPerson[]> {
  const { rows } = await transaction.query<OnCallPerson>(
    `select user_id as "userId", name, email, disabled_at is not null as "isGone" from app_user
     where customer_id = $1 order by disabled_at is not null, name, user_id limit 1000`,
    [customerId],
  )
  return rows
}
