import type { Transaction } from '#server/platform/database/transaction.ts'
import { jobChannel, maxTimesLost } from './job-table.ts'

/**
 * Each schedule waits as one job: a new one is due at once, one whose next time is earlier than it was follows that, and one that failed before
 * its `latest` time is due again. Its attempts stay: should it fail, it has failed for good again. One that killed the processes that worked at it
 * has a day to be looked at first.
 */
export async function reviveSchedules(
  transaction: Transaction,
  queue: string,
  schedules: { name: string; next: Date; latest: Date }[],
): Promise<void> {
  const names = schedules.map(({ name }) => name)
  const inserted = await transaction.query(
    `insert into job (queue, row_id) select $1, name from unnest($2::text[]) as s (name)
     where not exists (select from job j where j.queue = $1 and j.tenant = '' and j.row_id = s.name)
     on conflict (queue, tenant, row_id) do nothing`,
    [queue, names],
  )
  const changed = await transaction.query(
    `update job set state = 'waiting', failed_at = null, due = case job.state when 'failed' then now() else s.next end
     from unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) as s (name, next, latest)
     where job.queue = $1 and job.tenant = '' and job.row_id = s.name
       and (job.state = 'failed' and job.failed_at < s.latest - case when job.times_lost < $5 then interval '0' else interval '1 day' end
         or job.state = 'waiting' and job.attempts = 0 and job.due > s.next)`,
    [queue, names, schedules.map(({ next }) => next), schedules.map(({ latest }) => latest), maxTimesLost],
  )
  if (inserted.rowCount || changed.rowCount) transaction.announceOnCommit(jobChannel)
}
