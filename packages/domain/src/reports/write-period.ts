import type { Report } from '@vakt/contract/reports/reports.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { type ReportPeriod, readPeriod } from './report-period.ts'
import { reportWords } from './report-words.ts'
import { writeMonth } from './write-figures.ts'

export const localeOf = (language: Language) => (language === 'sv' ? 'sv-SE' : 'en-GB')

const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** `October 2026`, `Q4 2026`, `5 October – 4 November 2026`. */
export function writePeriodName({ kind, firstDay, lastDay }: ReportPeriod, language: Language): string {
  if (kind === 'month') return writeMonth(firstDay.slice(0, 7), localeOf(language))
  if (kind === 'quarter') return reportWords[language].quarterOf(Math.ceil(Number(firstDay.slice(5, 7)) / 3), firstDay.slice(0, 4))
  const format = new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return firstDay === lastDay ? format.format(noon(firstDay)) : format.formatRange(noon(firstDay), noon(lastDay))
}

/** `Quarterly report, Q4 2026`. */
export const writeReportTitle = (period: ReportPeriod, language: Language): string =>
  `${reportWords[language].reportOf[period.kind]}, ${writePeriodName(period, language)}`

/** `application shop, without environment`. */
export const writeGroup = (tagKeys: readonly string[], values: readonly (string | null)[], language: Language): string =>
  values
    .map((value, index) => (value ? `${tagKeys[index] ?? ''} ${value}` : reportWords[language].withoutTag(tagKeys[index] ?? '')))
    .join(', ')

/** The values of a group, as a table names it. */
export const nameGroup = (values: readonly (string | null)[], language: Language): string =>
  values.map((value) => value ?? reportWords[language].noTag).join(' / ')

/** Throws for a report that no server made. */
export function periodOfReport({ period }: Pick<Report, 'period'>): ReportPeriod {
  const read = readPeriod(period)
  if (!read) throw new Error(`A report of ${period} cannot be.`)
  return read
}
