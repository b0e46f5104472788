import type { Report } from '@vakt/contract/reports/reports.ts'
import { boundsOf, type ReportPeriod, readPeriod, todayIn, writePeriod } from '@vakt/domain/reports/report-period.ts'
import { readTagGroups } from '#server/features/entities/group-by-tags.ts'
import { readTagGroupKeys } from '#server/features/entities/read-tag-group-keys.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { createSharedRuns } from '#server/platform/shared-runs.ts'
import { makeReport } from './make-report.ts'
import { readHoursShown, readPrepaidBalance } from './prepaid-hours-table.ts'
import { type KeptReport, readFrozenReport } from './report-month-table.ts'
import { scopeOf } from './report-scope.ts'
import { readBeginning } from './report-table.ts'

export type AskedReport = { period: string; group?: readonly string[] }

const maxGroups = 500

type ReportAbout = { period: ReportPeriod; group: readonly string[]; timeZone: string }

/** Throws NotFound for what is no period, or one to come, and Invalid for a group that there cannot be. */
export async function checkReport(
  transaction: Transaction,
  customerId: string,
  { period, group = [] }: AskedReport,
  now: Date,
): Promise<ReportAbout> {
  const known = await readBeginning(transaction, customerId)
  const asked = readPeriod(period)
  if (!known || !asked || boundsOf(asked, known.timeZone).from > now.getTime()) throw new NotFound()
  scopeOf(await readTagGroupKeys(transaction, customerId), group)
  return { period: asked, group, timeZone: known.timeZone }
}

export const withoutHours = (report: Report): Report => ({
  ...report,
  figures: { ...report.figures, hours: null },
  before: { ...report.before, hours: null },
  prepaid: null,
})

/** As it was kept; otherwise as it is now, of a period that is not over as far as it has come. One before there was anything is empty. */
export async function getReport(context: Context, customerId: string, asked: AskedReport): Promise<Report> {
  const { kept, about, withHours } = await inTransaction(context, customerId, async (transaction) => {
    const about = await checkReport(transaction, customerId, asked, context.now)
    const isKept = about.period.kind === 'month' && about.group.length === 0
    return {
      about,
      kept: isKept ? await readFrozenReport(transaction, customerId, asked.period) : undefined,
      withHours: context.isStaff || (await readHoursShown(transaction, customerId)),
    }
  })
  const report = kept ?? { ...(await countReport(context, customerId, about)), frozenAt: null }
  return withHours ? report : withoutHours(report)
}

const shareReports = createSharedRuns<KeptReport>()

/** Who asks for the same report at the same time, or for several files of it, shares the count. */
function countReport(context: Context, customerId: string, about: ReportAbout): Promise<KeptReport> {
  const key = JSON.stringify([customerId, context.onlyTicketsOf, writePeriod(about.period), about.group])
  return shareReports(context.pool, key, () =>
    inTransaction(context, customerId, (transaction) => makeReport(transaction, customerId, { ...about, now: context.now })),
  )
}

/** A group stands before those within it. */
function compareValues([outer = '', inner]: readonly string[], [otherOuter = '', otherInner]: readonly string[]): number {
  if (outer !== otherOuter) return outer < otherOuter ? -1 : 1
  if (inner === undefined || otherInner === undefined) return Number(inner !== undefined) - Number(otherInner !== undefined)
  return inner < otherInner ? -1 : Number(inner > otherInner)
}

/** The largest tag groups of the customer, by their values. */
export async function listReportGroups(
  context: Context,
  customerId: string,
): Promise<{ tagKeys: string[]; groups: { values: string[]; resources: number }[] }> {
  const tagKeys = await inTransaction(context, customerId, (transaction) => readTagGroupKeys(transaction, customerId))
  if (tagKeys.length === 0) return { tagKeys, groups: [] }
  const rows = await readTagGroups(context, customerId, {}, tagKeys)
  const groups = new Map<string, { values: string[]; resources: number }>()
  const add = (values: string[], resources: number) => {
    const key = JSON.stringify(values)
    const known = groups.get(key) ?? { values, resources: 0 }
    groups.set(key, { ...known, resources: known.resources + resources })
  }
  for (const { outer, inner, entities } of rows) {
    add([outer ?? ''], entities)
    if (tagKeys.length > 1) add([outer ?? '', inner ?? ''], entities)
  }
  const sorted = [...groups.values()].sort((a, b) => b.resources - a.resources).slice(0, maxGroups)
  return { tagKeys, groups: sorted.sort((a, b) => compareValues(a.values, b.values)) }
}

export function getPrepaidBalance(context: Context, customerId: string): Promise<{ balance: Report['prepaid'] }> {
  return inTransaction(context, customerId, async (transaction) => {
    const known = await readBeginning(transaction, customerId)
    const isShown = known && (context.isStaff || (await readHoursShown(transaction, customerId)))
    return { balance: isShown ? await readPrepaidBalance(transaction, customerId, todayIn(known.timeZone, context.now)) : null }
  })
}
