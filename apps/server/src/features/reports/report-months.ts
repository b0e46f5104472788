import { addMonths } from '@vakt/domain/cloudops/price.ts'
import { boundsOf, readPeriod, todayIn } from '@vakt/domain/reports/report-period.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { forEachCustomer } from '#server/platform/jobs/for-each-customer.ts'
import { makeReport } from './make-report.ts'
import { awaitsCloudOpsCost, freezeReport, readCustomersToFreezeForAllCustomers } from './report-month-table.ts'
import { readLastOpenings } from './report-openings.ts'
import { countByMonth, type MonthCounts, readBeginning } from './report-table.ts'

const maxMonths = 24

const monthAt = (at: Date, timeZone: string): string => todayIn(timeZone, at).slice(0, 7)

async function findMonths(transaction: Transaction, customerId: string, now: Date): Promise<{ timeZone: string; months: string[] }> {
  const known = await readBeginning(transaction, customerId)
  if (!known) throw new NotFound()
  const first = monthAt(known.first, known.timeZone)
  const current = monthAt(now, known.timeZone)
  const months = Array.from({ length: maxMonths }, (_, index) => addMonths(current, -index))
  return { timeZone: known.timeZone, months: months.filter((month) => month >= first || month === current) }
}

type ListedMonth = MonthCounts & { lastOpened: { by: string; at: string } | null }

export function listReportMonths(context: Context, customerId: string): Promise<{ months: ListedMonth[] }> {
  return inTransaction(context, customerId, async (transaction) => {
    const { months, timeZone } = await findMonths(transaction, customerId, context.now)
    const counted = new Map((await countByMonth(transaction, customerId, { months, timeZone })).map((one) => [one.month, one]))
    const openings = await readLastOpenings(transaction, customerId)
    return {
      months: months.map((month) => ({
        ...(counted.get(month) ?? { month, incidents: 0, critical: 0 }),
        lastOpened: openings.get(month) ?? null,
      })),
    }
  })
}

/** Keeps the reports of months that are over, an hour after their end, and once it is known what CloudOps cost in them. */
export async function keepReports(context: Context): Promise<void> {
  const at = new Date(context.now.getTime() - 3_600_000)
  const customers = await workForAllCustomers(context, (transaction) => readCustomersToFreezeForAllCustomers(transaction, at))
  await forEachCustomer(context, customers, async ({ customerId, frozen }) => {
    const { timeZone, months } = await workForAllCustomers(context, (transaction) => findMonths(transaction, customerId, at))
    // One transaction each: none is long, and what is done stays done.
    for (const month of months.filter((one) => one < monthAt(at, timeZone) && !frozen.includes(one))) {
      const period = readPeriod(month)
      if (!period) continue
      await workForAllCustomers(context, async (transaction) => {
        if (await awaitsCloudOpsCost(transaction, customerId, { month, to: new Date(boundsOf(period, timeZone).to) })) return
        const report = await makeReport(transaction, customerId, { period, group: [], timeZone, now: context.now })
        await freezeReport(transaction, customerId, { month, report, at: context.now })
      })
    }
  })
}
