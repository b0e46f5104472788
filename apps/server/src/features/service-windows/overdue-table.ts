import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueMissingJobsForAllCustomers } from '#server/platform/jobs/job-table.ts'

/** A window with an occurrence that should have been settled by now. */
export type OverdueWindow = {
  customerId: string
  serviceWindowId: string
  reason: string
  language: 'sv' | 'en'
  since: Date
  overdueSeconds: number
  heldAlerts: number
  jobState: 'waiting' | 'running' | 'failed' | null
  /** Its job failed for good before this occurrence was due. */
  isToRetry: boolean
}

const mostOverdue = 1000

/** The longest overdue first, at most 1,000; `queue` is that of windows. Those of closed customers rest until they are opened again. */
export async function readOverdueForAllCustomers(transaction: Transaction, queue: string): Promise<OverdueWindow[]> {
  const { rows } = await transaction.query<OverdueWindow>(
    // By the order of the index: under row-level security a comparison of times cannot use it.
    `select w.customer_id as "customerId", w.window_id as "serviceWindowId", w.reason, c.mail_language as language, d.since,
       extract(epoch from now() - d.since)::float8 as "overdueSeconds", h.alerts as "heldAlerts", j.state as "jobState",
       coalesce(j.state = 'failed' and j.failed_at < d.latest, false) as "isToRetry"
     from (
       select customer_id, window_id, min(settles_at) as since, max(settles_at) as latest, array_agg(occurrence_id) as occurrences
       from (select * from service_window_occurrence where settled_at is null and ${ofOpenCustomer('customer_id')} order by settles_at limit $2) o
       where settles_at < now() group by customer_id, window_id
     ) d
     join service_window w on w.customer_id = d.customer_id and w.window_id = d.window_id
     join customer c on c.customer_id = d.customer_id
     left join job j on j.queue = $1 and j.tenant = d.customer_id and j.row_id = d.window_id::text
     cross join lateral (
       select count(distinct alert_id)::int as alerts from service_window_hold h
       where h.customer_id = d.customer_id and h.occurrence_id = any (d.occurrences) and h.outcome = 'held'
     ) h
     order by d.since, w.window_id`,
    [queue, mostOverdue],
  )
  return rows
}

/** Windows that have something to come and no job: one was lost, or removed from the failed ones. */
export const enqueueMissingWindowsForAllCustomers = (transaction: Transaction, queue: string): Promise<number> =>
  enqueueMissingJobsForAllCustomers(
    transaction,
    queue,
    `select w.customer_id, w.window_id::text, '', now() from service_window w
     where (w.enabled and w.planned_to < 'infinity') or exists (
       select from service_window_occurrence o where o.customer_id = w.customer_id and o.window_id = w.window_id and o.settled_at is null)`,
  )
