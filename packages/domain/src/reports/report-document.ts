import type { Report, ReportedGroup } from '@vakt/contract/reports/reports.ts'
import { severities } from '@vakt/contract/severity.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import { incidentBars } from './incident-bars.ts'
import { noisyRules } from './noisy-rules.ts'
import { columnsOf, type FigureRow, rowsOf, writeCost, writeIncidents, writePrepaid } from './report-rows.ts'
import { reportWords } from './report-words.ts'
import { writeMinutes, writeShare } from './write-figures.ts'
import { localeOf, nameGroup, periodOfReport, writeGroup, writeReportTitle } from './write-period.ts'
import { writeSummary } from './write-summary.ts'

/** Bars of one colour a severity, one bar a day or week. */
export type ReportChart = { label: string; bars: { label: string; values: number[] }[]; series: { key: string; label: string }[] }

/** The first column names the row, the others are figures; the second table of a section has a title of its own. */
export type ReportTable = { title?: string; columns: string[]; rows: string[][] }

export type ReportSection = { title: string; paragraphs: string[]; chart?: ReportChart; tables: ReportTable[] }

/** A report in words and tables, in the order of its pages; whatever draws it decides nothing about its content. */
export type ReportDocument = {
  language: Language
  title: string
  /** Of the cover, one line each. */
  customer: string
  cover: string[]
  summary: string
  sections: ReportSection[]
}

type About = { language: Language; customer: string; provider: string }

/** What the figures of a report say, for paper. */
export function documentOf(report: Report, { language, customer, provider }: About): ReportDocument {
  const words = reportWords[language]
  const { timeZone, isOver, frozenAt, to, group, tagKeys, figures, availability } = report
  const period = periodOfReport(report)
  const moment = (iso: string) => formatMoment(iso, { language, timeZone })
  const dayFormat = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' })
  const day = (date: string) => dayFormat.format(new Date(date))
  const rows = rowsOf(report, language)
  const compared = (title: string, own: readonly FigureRow[], paragraphs: string[] = []): ReportSection[] =>
    own.length > 0 ? [{ title, paragraphs, tables: [tableOf(report, own, language)] }] : []
  const prepaid = writePrepaid(report, language)
  const cost = writeCost(report, language)
  const changes = changesOf(report, language)
  const versions = report.agentVersions.map(({ version, machines }) => [version, machines.toLocaleString(localeOf(language))])
  return {
    language,
    title: writeReportTitle(period, language),
    customer,
    cover: [
      words.period(day(period.firstDay), day(period.lastDay)),
      ...(group.length > 0 ? [words.onlyGroup(writeGroup(tagKeys ?? [], group, language))] : []),
      ...(provider ? [words.madeBy(provider)] : []),
    ],
    summary: [
      writeSummary(report, language),
      ...(isOver ? (frozenAt ? [words.frozen(moment(frozenAt))] : []) : [words.until(moment(to))]),
    ].join(' '),
    sections: [
      incidentsOf(report, rows.incidents, language),
      rulesOf(report, language),
      availabilityOf(availability, language),
      ...groupsOf(words.groups, (report.tagKeys ?? []).join(' / '), report.groups, report.groupCount, language),
      ...groupsOf(words.applications, words.application, report.applications, report.applicationCount, language),
      ...compared(words.tickets, rows.tickets, [words.ticketsLead(figures.tickets.met ?? 0, figures.tickets.missed)]),
      ...compared(words.hours, rows.hours, prepaid ? [prepaid] : []),
      ...compared(words.cloudOps, rows.cloudOps, cost ? [cost] : []),
      ...compared(words.inventory, rows.inventory).map((section) => ({ ...section, tables: [...section.tables, ...changes] })),
      ...compared(words.windows, rows.windows),
      ...compared(words.agents, rows.agents).map((section) => ({
        ...section,
        tables: [...section.tables, ...(versions.length > 0 ? [{ columns: [words.version, words.machines], rows: versions }] : [])],
      })),
      ...barFiguresOf(report, language),
    ],
  }
}

const tableOf = (report: Report, rows: readonly FigureRow[], language: Language): ReportTable => ({
  columns: columnsOf(report, language),
  rows: rows.map(({ label, now, before }) => [label, now, before]),
})

function barsOf(report: Report, language: Language) {
  const words = reportWords[language]
  const { isByWeek, bars } = incidentBars(report)
  const dayFormat = new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return {
    title: isByWeek ? words.perWeek : words.perDay,
    unit: isByWeek ? words.week : words.day,
    bars: bars.map(({ from, counts }) => ({ label: dayFormat.format(new Date(from)), values: severities.map((one) => counts[one]) })),
  }
}

const isFilled = ({ values }: { values: readonly number[] }) => values.some((count) => count > 0)

function incidentsOf(report: Report, rows: readonly FigureRow[], language: Language): ReportSection {
  const words = reportWords[language]
  const { title, bars } = barsOf(report, language)
  const series = severities.map((key) => ({ key, label: words.severities[key] }))
  return {
    title: words.incidents,
    paragraphs: [writeIncidents(report, language)],
    ...(bars.some(isFilled) ? { chart: { label: title, series, bars } } : {}),
    tables: [tableOf(report, rows, language)],
  }
}

/** The figures of the chart, last in the document: a month of them takes most of a page, and what follows a chart is read before it. */
function barFiguresOf(report: Report, language: Language): ReportSection[] {
  const words = reportWords[language]
  const { title, unit, bars } = barsOf(report, language)
  const rows = bars.filter(isFilled).map(({ label, values }) => [label, ...values.map((count) => count.toLocaleString(localeOf(language)))])
  return rows.length > 0
    ? [{ title, paragraphs: [], tables: [{ columns: [unit, ...severities.map((one) => words.severities[one])], rows }] }]
    : []
}

function rulesOf({ rules }: Report, language: Language): ReportSection {
  const words = reportWords[language]
  const locale = localeOf(language)
  const noisy = noisyRules(rules)
  const rows = rules.map(({ rule, ...counts }) => [
    rule,
    ...[counts.opened, counts.critical, counts.short].map((value) => value.toLocaleString(locale)),
  ])
  return {
    title: words.rules,
    paragraphs: [rules.length === 0 ? words.noRules : noisy.length > 0 ? words.noisy(noisy) : words.notNoisy],
    tables: rows.length > 0 ? [{ columns: [words.rule, words.opened, words.severities.critical, words.short], rows }] : [],
  }
}

function availabilityOf({ affected, worst, withWindows, withoutWindows }: Report['availability'], language: Language): ReportSection {
  const words = reportWords[language]
  const locale = localeOf(language)
  const rows = worst.map((one) => [
    one.name,
    writeMinutes(one.minutesDown, locale),
    writeMinutes(one.minutesDownInWindows, locale),
    writeShare(one.withWindows, locale),
    writeShare(one.withoutWindows, locale),
  ])
  const together = withWindows === null ? [] : [words.together(writeShare(withWindows, locale), writeShare(withoutWindows, locale))]
  return {
    title: words.availability,
    paragraphs: [
      ...together,
      words.definition,
      ...(rows.length === 0 ? [words.none] : affected > rows.length ? [words.worst(rows.length)] : []),
    ],
    tables: rows.length > 0 ? [{ columns: [words.resource, words.down, words.inWindows, words.all24, words.outside], rows }] : [],
  }
}

function groupsOf(title: string, column: string, groups: readonly ReportedGroup[], count: number, language: Language): ReportSection[] {
  if (groups.length === 0) return []
  const words = reportWords[language]
  const locale = localeOf(language)
  return [
    {
      title,
      paragraphs: [words.groupsLead(groups.length, count)],
      tables: [
        {
          columns: [column, words.resources, words.incidents, words.severities.critical, words.all24, words.outside],
          rows: groups.map(({ values, resources, incidents, critical, withWindows, withoutWindows }) => [
            nameGroup(values, language),
            ...[resources, incidents, critical].map((value) => value.toLocaleString(locale)),
            writeShare(withWindows, locale),
            writeShare(withoutWindows, locale),
          ]),
        },
      ],
    },
  ]
}

function changesOf({ changes, timeZone }: Report, language: Language): ReportTable[] {
  const words = reportWords[language]
  if (changes.length === 0) return []
  const rows = changes.map(({ name, kind, at }) => [name, words.changeKinds[kind], formatMoment(at, { language, timeZone })])
  return [{ title: words.changes, columns: [words.resource, words.change, words.changedAt], rows }]
}
