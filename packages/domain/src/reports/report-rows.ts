import type { Report, ReportFigures } from '@vakt/contract/reports/reports.ts'
import { severities } from '@vakt/contract/severity.ts'
import { ticketStatuses, ticketTypes } from '@vakt/contract/tickets/ticket-filters.ts'
import { hourTypes } from '@vakt/contract/tickets/ticket-hours.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { writeMoney } from '@vakt/domain/cloudops/write-money.ts'
import { todayIn } from './report-period.ts'
import { reportWords } from './report-words.ts'
import { writeHours, writeMinutes, writeSpan } from './write-figures.ts'
import { localeOf, periodOfReport } from './write-period.ts'

/** A figure beside the one of the period before; `key` is its path in the figures. */
export type FigureRow = { key: string; label: string; now: string; before: string }

/** The heads of such a table. */
export function columnsOf(report: Report, language: Language): [figure: string, now: string, before: string] {
  const words = reportWords[language]
  const { kind } = periodOfReport(report)
  return [words.figure, words.current[kind], report.isOver ? words.former[kind] : words.asFar(words.former[kind])]
}

/** The figures of a report by section, in words; a section of which nothing is known has none. */
export function rowsOf({ figures: now, before, isOver }: Report, language: Language) {
  const words = reportWords[language]
  const locale = localeOf(language)
  const write = (value: number | null | undefined) => (value === null || value === undefined ? '–' : value.toLocaleString(locale))
  const count = (key: string, label: string, value: number | null | undefined, past: number | null | undefined): FigureRow => ({
    ...{ key, label },
    ...{ now: write(value), before: write(past) },
  })
  const time = (key: string, label: string, value: number | null, past: number | null | undefined): FigureRow => ({
    ...{ key, label },
    ...{ now: writeMinutes(value, locale), before: writeMinutes(past ?? null, locale) },
  })
  const work = (key: string, label: string, value: number, past: number | undefined): FigureRow => ({
    ...{ key, label },
    ...{ now: writeHours(value, locale), before: writeHours(past ?? null, locale) },
  })
  const cost = (of: ReportFigures['cloudOps']) => (of ? writeMoney(of.amountMinor, of.currency, locale) : '–')
  const { incidents, tickets, hours, windows, inventory, agents } = now
  return {
    incidents: [
      count('opened', words.opened, incidents.opened, before.incidents.opened),
      ...severities.map((one) => count(one, words.severities[one], incidents.bySeverity[one], before.incidents.bySeverity[one])),
      time('minutesToAcknowledge', words.acknowledge, incidents.minutesToAcknowledge, before.incidents.minutesToAcknowledge),
      time('minutesToResolve', words.resolve, incidents.minutesToResolve, before.incidents.minutesToResolve),
    ],
    tickets: [
      count('created', words.created, tickets.created, before.tickets.created),
      ...ticketTypes.map((one) => count(one, words.types[one], tickets.byType[one], before.tickets.byType[one])),
      ...(tickets.byStatus
        ? ticketStatuses.map((one) => count(one, words.statuses[one], tickets.byStatus?.[one], before.tickets.byStatus?.[one]))
        : []),
      ...(tickets.met === null ? [] : [count('met', words.met, tickets.met, before.tickets.met)]),
      count('missed', words.missed, tickets.missed, before.tickets.missed),
    ],
    hours: hours
      ? [
          work('billable', words.billable, hours.billable, before.hours?.billable),
          work('notBillable', words.notBillable, hours.notBillable, before.hours?.notBillable),
          ...hourTypes
            .filter((type) => hours.byType[type] > 0 || (before.hours?.byType[type] ?? 0) > 0)
            .map((type) => work(type, words.hourTypes[type], hours.byType[type], before.hours?.byType[type])),
        ]
      : [],
    cloudOps:
      now.cloudOps || before.cloudOps
        ? [{ key: 'cost', label: words.cost, now: cost(now.cloudOps), before: cost(isOver ? before.cloudOps : null) }]
        : [],
    inventory: inventory
      ? [
          count('resources', words.inventoryAtEnd, inventory.resources, before.inventory?.resources),
          ...(['added', 'gone', 'returned', 'changed'] as const).map((one) =>
            count(one, words.inventoryCounts[one], inventory[one], before.inventory?.[one]),
          ),
        ]
      : [],
    windows: [
      count('occurrences', words.occurrences, windows.occurrences, before.windows.occurrences),
      count('held', words.held, windows.held, before.windows.held),
    ],
    agents:
      agents && (agents.machines > 0 || (before.agents?.machines ?? 0) > 0)
        ? [
            count('machines', words.machines, agents.machines, before.agents?.machines),
            count('silent', words.silent, agents.silent, before.agents?.silent),
            time('silentMinutes', words.silentTime, agents.silentMinutes, before.agents?.silentMinutes),
          ]
        : [],
  } satisfies Record<string, FigureRow[]>
}

/** What the incidents of a report say, before their figures. */
export function writeIncidents({ figures: { incidents } }: Report, language: Language): string {
  const words = reportWords[language]
  const locale = localeOf(language)
  const { opened, bySeverity, minutesToAcknowledge, minutesToResolve } = incidents
  if (opened === 0 && minutesToAcknowledge === null && minutesToResolve === null) return words.noIncidents
  return words.incidentsLead(bySeverity.critical, writeSpan(minutesToAcknowledge, locale), writeSpan(minutesToResolve, locale))
}

/** Why the cost of CloudOps is not compared, of a period that goes on: only that of whole months is known. Null of one that is over. */
export const writeCost = ({ isOver }: Report, language: Language): string | null => (isOver ? null : reportWords[language].costFollows)

/** The balance of prepaid hours on a day in one sentence, what is left first; null without any. */
export function writeBalance(prepaid: Report['prepaid'], day: string, language: Language): string | null {
  if (!prepaid) return null
  const words = reportWords[language]
  const time = (minutes: number) => writeHours(minutes, localeOf(language))
  const date = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
  const left = prepaid.remaining < 0 ? words.prepaidOver(time(-prepaid.remaining)) : words.prepaidLeft(time(prepaid.remaining))
  return `${left} ${words.prepaid(time(prepaid.bought), time(prepaid.used), date)}`
}

/** As it was at the end of the report. */
export const writePrepaid = (report: Report, language: Language): string | null =>
  writeBalance(report.prepaid, report.isOver ? periodOfReport(report).lastDay : todayIn(report.timeZone, new Date(report.to)), language)
