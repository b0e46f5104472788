import type { Report } from '@vakt/contract/reports/reports.ts'
import type { SeverityCounts } from '@vakt/contract/severity.ts'
import { addCounts, noCounts } from '@vakt/domain/severity.ts'
import { addDays, dayList } from './report-period.ts'
import { periodOfReport } from './write-period.ts'

/** More bars than this cannot be told apart. */
const maxDays = 62

/** Incidents opened in a day, or in a week of a long period; the first and the last week may be cut off. Both days are included. */
export type IncidentBar = { from: string; to: string; counts: SeverityCounts }

/** The days of the period with their incidents; of a long one its weeks, from Monday on. */
export function incidentBars(report: Pick<Report, 'period' | 'days'>): { isByWeek: boolean; bars: IncidentBar[] } {
  const days = dayList(periodOfReport(report))
  const counts = new Map(report.days.map((one) => [one.date, one.counts]))
  const of = (day: string) => counts.get(day) ?? noCounts
  if (days.length <= maxDays) return { isByWeek: false, bars: days.map((day) => ({ from: day, to: day, counts: of(day) })) }
  const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
  const bars = [...Map.groupBy(days, mondayOf).values()].map((week) => ({
    from: week[0] ?? '',
    to: week.at(-1) ?? '',
    counts: week.map(of).reduce(addCounts, noCounts),
  }))
  return { isByWeek: true, bars }
}
