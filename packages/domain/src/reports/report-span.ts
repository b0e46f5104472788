import type { Report } from '@vakt/contract/reports/reports.ts'
import { boundsOf, stepPeriod, todayIn } from './report-period.ts'
import { periodOfReport } from './write-period.ts'

/** The moments between which things are counted, the end not included, and the days of registered time, both included. */
export type ReportSpan = { from: string; to: string; firstDay: string; lastDay: string }

type Spanned = Pick<Report, 'period' | 'timeZone' | 'to' | 'isOver' | 'from'>

/** Of the period of a report, as far as it has come. */
export function spanOfReport(report: Spanned): ReportSpan {
  const { firstDay, lastDay } = periodOfReport(report)
  const { from, to, isOver, timeZone } = report
  return { from, to, firstDay, lastDay: isOver ? lastDay : todayIn(timeZone, new Date(to)) }
}

/** Of the period before: while the other one goes on, as far into it. */
export function formerSpan(report: Spanned): ReportSpan {
  const former = stepPeriod(periodOfReport(report), -1)
  const bounds = boundsOf(former, report.timeZone)
  const asFar = bounds.from + Date.parse(report.to) - Date.parse(report.from)
  const to = new Date(report.isOver ? bounds.to : Math.min(bounds.to, asFar))
  const day = todayIn(report.timeZone, to)
  return {
    from: new Date(bounds.from).toISOString(),
    to: to.toISOString(),
    firstDay: former.firstDay,
    lastDay: report.isOver || day > former.lastDay ? former.lastDay : day,
  }
}
