import type { Report, ReportedGroup, ReportFigures, ReportLine } from '@vakt/contract/reports/reports.ts'

type Table = ReportLine['table']

const percentOf = (share: number | null) => (share === null ? null : share * 100)

/** Figures of the period beside those of the period before, named by their path: `bySeverity.critical`. */
function compared(table: Table, now: object, before: object | null, path = ''): ReportLine[] {
  return Object.entries(now).flatMap(([key, value]: [string, unknown]): ReportLine[] => {
    const past = (before as Record<string, unknown> | null)?.[key] ?? null
    if (typeof value === 'object' && value !== null) return compared(table, value, past as object | null, `${path}${key}.`)
    if (typeof value !== 'number' && value !== null) return []
    return [{ table, of: '', figure: path + key, value, before: typeof past === 'number' ? past : null }]
  })
}

const withoutTag = '-'

/** A report as lines of one table, for spreadsheets and programs. */
export function linesOf(report: Report): ReportLine[] {
  const { figures, before, days, rules, availability, groups, applications, agentVersions, prepaid } = report
  const ofPeriod = (key: keyof ReportFigures) => (figures[key] ? compared(key, figures[key], before[key]) : [])
  const line = (table: Table, of: string, figure: string, value: number | null): ReportLine => ({ table, of, figure, value, before: null })
  const ofGroups = (table: Table, own: readonly ReportedGroup[]) =>
    own.flatMap(({ values, withWindows, withoutWindows, ...counts }) => {
      const name = values.map((value) => value ?? withoutTag).join(' / ')
      return [
        ...Object.entries(counts).map(([figure, count]) => line(table, name, figure, count)),
        line(table, name, 'percentOfAllTime', percentOf(withWindows)),
        line(table, name, 'percentOutsideWindows', percentOf(withoutWindows)),
      ]
    })
  return [
    ...ofPeriod('incidents'),
    ...days.flatMap(({ date, counts }) => Object.entries(counts).map(([severity, count]) => line('days', date, severity, count))),
    ...ofGroups('groups', groups),
    ...ofGroups('applications', applications),
    ...rules.flatMap(({ rule, ...counts }) => Object.entries(counts).map(([figure, count]) => line('rules', rule, figure, count))),
    line('availability', '', 'resources', availability.resources),
    line('availability', '', 'affected', availability.affected),
    line('availability', '', 'percentOfAllTime', percentOf(availability.withWindows)),
    line('availability', '', 'percentOutsideWindows', percentOf(availability.withoutWindows)),
    ...availability.worst.flatMap(({ name, minutesDown, minutesDownInWindows, withWindows, withoutWindows }) => [
      line('availability', name, 'minutesDown', minutesDown),
      line('availability', name, 'minutesDownInWindows', minutesDownInWindows),
      line('availability', name, 'percentOfAllTime', percentOf(withWindows)),
      line('availability', name, 'percentOutsideWindows', percentOf(withoutWindows)),
    ]),
    ...ofPeriod('tickets'),
    ...ofPeriod('hours'),
    ...(prepaid ? compared('prepaid', prepaid, null) : []),
    ...ofPeriod('cloudOps'),
    ...ofPeriod('inventory'),
    ...ofPeriod('windows'),
    ...ofPeriod('agents'),
    ...agentVersions.map(({ version, machines }) => line('agents', version, 'machines', machines)),
  ]
}
