import type { Span } from '@vakt/domain/service-windows/window-schedule.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** An occurrence that is not settled yet, for the worker and for changes. */
export type OccurrenceRow = {
  occurrenceId: string
  startsAt: Date
  endsAt: Date
  plannedEndsAt: Date
  settlesAt: Date
  remindedAt: Date | null
  startedAt: Date | null
  isToRecheck: boolean
  /** Until when it was approved, where a later end waits for an approval. */
  approvedEndsAt: Date | null
}

const columns = `occurrence_id as "occurrenceId", starts_at as "startsAt", ends_at as "endsAt", planned_ends_at as "plannedEndsAt",
  settles_at as "settlesAt", reminded_at as "remindedAt", started_at as "startedAt", is_to_recheck as "isToRecheck",
  approved_ends_at as "approvedEndsAt"`

/** So many are looked at in one go. */
export const maxUnsettled = 50

/** The occurrences that have begun and are not settled, and the next ones, by their starts. */
export async function readUnsettled(
  transaction: Transaction,
  customerId: string,
  windowId: string,
  limit = maxUnsettled,
): Promise<OccurrenceRow[]> {
  const { rows } = await transaction.query<OccurrenceRow>(
    `select ${columns} from service_window_occurrence where customer_id = $1 and window_id = $2 and settled_at is null order by starts_at limit $3`,
    [customerId, windowId, limit],
  )
  return rows
}

export async function countPlanned(transaction: Transaction, customerId: string, windowId: string, now: Date): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    'select count(*)::int as count from service_window_occurrence where customer_id = $1 and window_id = $2 and starts_at > $3',
    [customerId, windowId, now],
  )
  return rows[0]?.count ?? 0
}

/** Removes what is to come; what has begun stays. */
export async function deletePlanned(transaction: Transaction, customerId: string, windowId: string, now: Date): Promise<void> {
  await transaction.query(
    'delete from service_window_occurrence where customer_id = $1 and window_id = $2 and starts_at > $3 and started_at is null',
    [customerId, windowId, now],
  )
}

/** One that begins when an earlier one did is that one. */
export async function insertOccurrences(
  transaction: Transaction,
  customerId: string,
  windowId: string,
  spans: readonly Span[],
): Promise<void> {
  await transaction.query(
    `insert into service_window_occurrence (customer_id, window_id, starts_at, ends_at, planned_ends_at, settles_at)
     select $1, $2, starts_at, ends_at, ends_at, ends_at from unnest($3::timestamptz[], $4::timestamptz[]) as s (starts_at, ends_at)
     on conflict (customer_id, window_id, starts_at) do nothing`,
    [customerId, windowId, spans.map(({ startsAt }) => new Date(startsAt)), spans.map(({ endsAt }) => new Date(endsAt))],
  )
}

type Moved = { occurrenceId: string; endsAt: Date; settlesAt: Date; plannedEndsAt: Date; approvedEndsAt?: Date | null }

export async function writeEnd(transaction: Transaction, customerId: string, moved: Moved): Promise<void> {
  await transaction.query(
    `update service_window_occurrence set ends_at = $3, settles_at = $4, planned_ends_at = $5, approved_ends_at = $6, settled_at = null
     where customer_id = $1 and occurrence_id = $2`,
    [customerId, moved.occurrenceId, moved.endsAt, moved.settlesAt, moved.plannedEndsAt, moved.approvedEndsAt ?? null],
  )
}

/** No extension waits any more: it was approved, or the whole window waits. */
export async function clearExtension(transaction: Transaction, customerId: string, windowId: string): Promise<void> {
  await transaction.query(
    'update service_window_occurrence set approved_ends_at = null where customer_id = $1 and window_id = $2 and approved_ends_at is not null',
    [customerId, windowId],
  )
}

/** It ended when it was approved to. */
export async function writeApprovedEnd(transaction: Transaction, customerId: string, occurrenceId: string): Promise<void> {
  await transaction.query(
    `update service_window_occurrence set ends_at = approved_ends_at, approved_ends_at = null
     where customer_id = $1 and occurrence_id = $2 and approved_ends_at is not null`,
    [customerId, occurrenceId],
  )
}

/** The latest occurrence that was to go on at this moment, also where someone ended it. */
export async function readEndedEarly(
  transaction: Transaction,
  customerId: string,
  windowId: string,
  now: Date,
): Promise<{ occurrenceId: string; plannedEndsAt: Date } | undefined> {
  const { rows } = await transaction.query<{ occurrenceId: string; plannedEndsAt: Date }>(
    `select occurrence_id as "occurrenceId", planned_ends_at as "plannedEndsAt" from service_window_occurrence
     where customer_id = $1 and window_id = $2 and starts_at <= $3 and planned_ends_at > $3 order by starts_at desc limit 1`,
    [customerId, windowId, now],
  )
  return rows[0]
}

export async function markToRecheck(transaction: Transaction, customerId: string, windowId: string): Promise<void> {
  await transaction.query(
    `update service_window_occurrence set is_to_recheck = true where customer_id = $1 and window_id = $2 and settled_at is null
     and exists (select from service_window_hold h where h.customer_id = $1 and h.occurrence_id = service_window_occurrence.occurrence_id)`,
    [customerId, windowId],
  )
}

type Mark = 'reminded_at' | 'started_at' | 'settled_at'

export async function markOccurrence(
  transaction: Transaction,
  customerId: string,
  occurrenceId: string,
  mark: Mark,
  now: Date,
): Promise<void> {
  await transaction.query(`update service_window_occurrence set ${mark} = $3 where customer_id = $1 and occurrence_id = $2`, [
    customerId,
    occurrenceId,
    now,
  ])
}

export async function markRechecked(transaction: Transaction, customerId: string, occurrenceId: string): Promise<void> {
  await transaction.query('update service_window_occurrence set is_to_recheck = false where customer_id = $1 and occurrence_id = $2', [
    customerId,
    occurrenceId,
  ])
}
