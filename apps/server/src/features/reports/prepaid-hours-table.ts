import type { Report } from '@vakt/contract/reports/reports.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Whether the customer's own people see registered hours. */
export async function readHoursShown(transaction: Transaction, customerId: string): Promise<boolean> {
  const { rows } = await transaction.query<{ shown: boolean }>('select hours_shown as shown from customer where customer_id = $1', [
    customerId,
  ])
  return rows[0]?.shown ?? false
}

/** At the end of this day, in minutes: what was bought until then, less the billable work since the first purchase. Null where nothing was. */
export async function readPrepaidBalance(transaction: Transaction, customerId: string, day: string): Promise<Report['prepaid']> {
  const { rows } = await transaction.query<NonNullable<Report['prepaid']>>(
    `select bought, used, bought - used as remaining
     from (select (sum(p.hours) * 60)::int as bought, min(p.date) as since from customer c
       cross join jsonb_to_recordset(c.prepaid_hours) as p (date date, hours int)
       where c.customer_id = $1 and p.date <= $2::date) paid
     cross join lateral (select coalesce(sum(h.minutes), 0)::int as used from ticket_hours h
       where h.customer_id = $1 and h.billable and h.worked_on between paid.since and $2::date) work
     where bought is not null`,
    [customerId, day],
  )
  return rows[0] ?? null
}
