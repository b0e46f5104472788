import { nameOfActor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { recordAction } from '#server/platform/record-action.ts'

type Opening = { report: string; openedBy: string; name: string; now: Date }

/** False where the same one opened it within the last hour: that is the same reading. */
async function noteOpening(transaction: Transaction, customerId: string, { report, openedBy, name, now }: Opening): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `insert into report_opening as o (customer_id, report, opened_by, name, opened_at) values ($1, $2, $3, $4, $5)
     on conflict (customer_id, report, opened_by) do update set name = excluded.name, opened_at = excluded.opened_at
     where o.opened_at < excluded.opened_at - interval '1 hour'`,
    [customerId, report, openedBy, name, now],
  )
  return rowCount === 1
}

/** Of each report the last one. */
export async function readLastOpenings(transaction: Transaction, customerId: string): Promise<Map<string, { by: string; at: string }>> {
  const { rows } = await transaction.query<{ report: string; by: string; at: Date }>(
    `select distinct on (report) report, name as by, opened_at as at from report_opening where customer_id = $1
     order by report, opened_at desc`,
    [customerId],
  )
  return new Map(rows.map(({ report, by, at }) => [report, { by, at: at.toISOString() }]))
}

/** When each of these reports of any customers was opened last. */
export async function findOpenedAtForAllCustomers(transaction: Transaction, reports: string[]): Promise<Map<string, Date>> {
  const { rows } = await transaction.query<{ report: string; at: Date }>(
    'select report, max(opened_at) as at from report_opening where report = any($1) group by report',
    [reports],
  )
  return new Map(rows.map(({ report, at }) => [report, at]))
}

/** Who reads a report is recorded, once an hour; not while staff look through the eyes of someone else. */
export async function recordOpening(
  transaction: Transaction,
  context: CallContext,
  customerId: string,
  { report, name }: { report: string; name?: string },
): Promise<void> {
  const { caller, now, actor } = context
  if (!caller || caller.viewedBy) return
  if (await noteOpening(transaction, customerId, { report, openedBy: caller.userId, name: nameOfActor(actor), now }))
    await recordAction(transaction, context, customerId, { action: 'report.open', target: report, ...(name && { details: { name } }) })
}
