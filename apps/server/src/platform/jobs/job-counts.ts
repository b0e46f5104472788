import type { Context } from '#server/platform/context.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'

/** How many jobs of a queue are due, due later, running and failed. */
export type JobCount = { queue: string; due: number; later: number; running: number; failed: number; oldestSeconds: number }

/** By queue; the pool must log in as the worker. What waits for a customer that is closed waits for nothing: it is left out. */
export function countJobsForAllCustomers(context: Pick<Context, 'pool'>): Promise<JobCount[]> {
  return workForAllCustomers(context, async (transaction) => {
    const { rows } = await transaction.query<JobCount>(
      `select queue, count(*) filter (where state = 'waiting' and due <= now())::int as due,
         count(*) filter (where state = 'waiting' and due > now())::int as later,
         count(*) filter (where state = 'running')::int as running, count(*) filter (where state = 'failed')::int as failed,
         coalesce(extract(epoch from now() - min(due) filter (where state = 'waiting' and due <= now())), 0)::float8 as "oldestSeconds"
       from job where state <> 'waiting' or ${ofOpenCustomer('tenant')} group by queue`,
    )
    return rows
  })
}
