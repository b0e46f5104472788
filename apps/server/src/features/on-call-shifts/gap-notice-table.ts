import type { NotedGap } from '@vakt/domain/on-call/gap-notices.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Those that are not over. */
export async function readNotedGaps(
  transaction: Transaction,
  providerId: string,
  { scheduleId, now }: { scheduleId: string; now: Date },
): Promise<NotedGap[]> {
  const { rows } = await transaction.query<{ startsAt: Date; endsAt: Date | number; version: number; byHours: boolean }>(
    `select starts_at as "startsAt", ends_at as "endsAt", version, by_hours as "byHours" from on_call_gap_notice
     where customer_id = $1 and schedule_id = $2 and (ends_at > $3 or by_hours)`,
    [providerId, scheduleId, now],
  )
  return rows.map(({ startsAt, endsAt, ...row }) => ({ ...row, from: startsAt.getTime(), to: Number(endsAt) }))
}

export async function insertNotedGaps(
  transaction: Transaction,
  providerId: string,
  { scheduleId, gaps, now }: { scheduleId: string; gaps: NotedGap[]; now: Date },
): Promise<void> {
  await transaction.query(
    `insert into on_call_gap_notice (customer_id, schedule_id, starts_at, ends_at, version, by_hours, noted_at)
     select $1, $2, g.starts_at, coalesce(g.ends_at, 'infinity'), g.version, g.by_hours, $7
     from unnest($3::timestamptz[], $4::timestamptz[], $5::int[], $6::boolean[]) as g (starts_at, ends_at, version, by_hours)
     on conflict do nothing`,
    [
      providerId,
      scheduleId,
      gaps.map(({ from }) => new Date(from)),
      gaps.map(({ to }) => (Number.isFinite(to) ? new Date(to) : null)),
      gaps.map(({ version }) => version),
      gaps.map(({ byHours }) => byHours),
      now,
    ],
  )
}

/** Of gaps that are over for a month. */
export async function deleteOldGapNotices(transaction: Transaction, providerId: string, now: Date): Promise<void> {
  await transaction.query(
    `delete from on_call_gap_notice where customer_id = $1 and not by_hours and ends_at < $2::timestamptz - interval '30 days'`,
    [providerId, now],
  )
}
