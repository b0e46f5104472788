import type { Report } from '@vakt/contract/reports/reports.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import type { PeriodKind } from './report-period.ts'
import { writeShare } from './write-figures.ts'
import { localeOf, periodOfReport } from './write-period.ts'

type Words = {
  /** Without any resource. */
  noResources: string
  neverDown(count: string, isOne: boolean): string
  available(count: string, isOne: boolean, share: string, outsideWindows: string | null): string
  down(count: string, isOne: boolean): string
  /** In a report that was kept before Vakt knew the share. */
  downOf(count: string, of: string, isOne: boolean): string
  noIncidents: string
  opened(count: string, isOne: boolean): string
  fewer(by: string, than: string): string
  more(by: string, than: string): string
  asMany(as: string): string
  critical(count: string, isOne: boolean): string
  noneCritical: string
  /** With what it is compared, once the period is over and while it goes on. */
  before: Record<PeriodKind, [over: string, ongoing: string]>
  levelsMet(count: string, isOne: boolean): string
  levelsMissed(missed: string, of: string, isOne: boolean): string
}

const english: Words = {
  noResources: 'There were no resources to watch over.',
  neverDown: (count, isOne) => (isOne ? 'The resource was available all the time.' : `All ${count} resources were available all the time.`),
  available: (count, isOne, share, outside) =>
    `${isOne ? 'The resource was' : `The ${count} resources were`} available ${share} of the time${
      outside ? ` (${outside} outside service windows)` : ''
    }`,
  down: (count, isOne) => `${count} of them ${isOne ? 'was' : 'were'} unavailable at some time`,
  downOf: (count, of, isOne) => `${count} of ${of} resources ${isOne ? 'was' : 'were'} unavailable at some time.`,
  noIncidents: 'No incidents were opened',
  opened: (count, isOne) => `${count} ${isOne ? 'incident was' : 'incidents were'} opened`,
  fewer: (by, than) => `${by} fewer than ${than}`,
  more: (by, than) => `${by} more than ${than}`,
  asMany: (as) => `as many as ${as}`,
  critical: (count, isOne) => `${count} ${isOne ? 'was' : 'were'} critical`,
  noneCritical: 'none was critical',
  before: {
    month: ['the month before', 'at this point in the month before'],
    quarter: ['the quarter before', 'at this point in the quarter before'],
    range: ['in the same number of days before', 'in as many days before'],
  },
  levelsMet: (count, isOne) => (isOne ? 'The ticket with a service level met it.' : `All ${count} tickets with a service level met it.`),
  levelsMissed: (missed, of, isOne) => `${missed} of ${of} ${isOne ? 'ticket' : 'tickets'} with a service level missed it.`,
}

const swedish: Words = {
  noResources: 'Det fanns inga resurser att övervaka.',
  neverDown: (count, isOne) => (isOne ? 'Resursen var tillgänglig hela tiden.' : `Alla ${count} resurser var tillgängliga hela tiden.`),
  available: (count, isOne, share, outside) =>
    `${isOne ? 'Resursen var tillgänglig' : `De ${count} resurserna var tillgängliga`} ${share} av tiden${
      outside ? ` (${outside} utanför servicefönster)` : ''
    }`,
  down: (count, isOne) => `${count} av dem var ${isOne ? 'otillgänglig' : 'otillgängliga'} någon gång`,
  downOf: (count, of, isOne) => `${count} av ${of} resurser var ${isOne ? 'otillgänglig' : 'otillgängliga'} någon gång.`,
  noIncidents: 'Inga incidenter öppnades',
  opened: (count, isOne) => `${count} ${isOne ? 'incident' : 'incidenter'} öppnades`,
  fewer: (by, than) => `${by} färre än ${than}`,
  more: (by, than) => `${by} fler än ${than}`,
  asMany: (as) => `lika många som ${as}`,
  critical: (count, isOne) => `${count} var ${isOne ? 'kritisk' : 'kritiska'}`,
  noneCritical: 'ingen var kritisk',
  before: {
    month: ['månaden före', 'lika långt in i månaden före'],
    quarter: ['kvartalet före', 'lika långt in i kvartalet före'],
    range: ['under lika många dagar före', 'under lika många dagar före'],
  },
  levelsMet: (count, isOne) => (isOne ? 'Ärendet med servicenivå höll den.' : `Alla ${count} ärenden med servicenivå höll den.`),
  levelsMissed: (missed, of) => `${missed} av ${of} ärenden med servicenivå höll den inte.`,
}

const words: Record<Language, Words> = { en: english, sv: swedish }

/** What a report says first, for someone who reads nothing else of it: availability, incidents, service levels. */
export function writeSummary(report: Report, language: Language): string {
  const of = words[language]
  const locale = localeOf(language)
  const number = (value: number) => value.toLocaleString(locale)
  return [availabilityIn(report, of, locale), incidentsIn(report, of, number), levelsIn(report, of, number)].filter(Boolean).join(' ')
}

function availabilityIn({ availability }: Report, of: Words, locale: string): string {
  const { resources, affected, withWindows, withoutWindows } = availability
  const number = (value: number) => value.toLocaleString(locale)
  if (resources === 0) return of.noResources
  if (affected === 0) return of.neverDown(number(resources), resources === 1)
  if (withWindows === null) return of.downOf(number(affected), number(resources), affected === 1)
  const [share, outside] = [writeShare(withWindows, locale), writeShare(withoutWindows, locale)]
  const available = of.available(number(resources), resources === 1, share, withoutWindows === null || outside === share ? null : outside)
  return resources === 1 ? `${available}.` : `${available}; ${of.down(number(affected), affected === 1)}.`
}

function incidentsIn({ figures, before, isOver, ...report }: Report, of: Words, number: (value: number) => string): string {
  const { opened, bySeverity } = figures.incidents
  const past = before.incidents.opened
  const than = of.before[periodOfReport(report).kind][isOver ? 0 : 1]
  const said = opened === 0 ? of.noIncidents : of.opened(number(opened), opened === 1)
  const difference = opened - past
  const compared =
    difference === 0 ? of.asMany(than) : difference < 0 ? of.fewer(number(-difference), than) : of.more(number(difference), than)
  if (opened === 0) return past === 0 ? `${said}.` : `${said}, ${compared}.`
  const critical = bySeverity.critical === 0 ? of.noneCritical : of.critical(number(bySeverity.critical), bySeverity.critical === 1)
  return `${said}, ${compared}; ${critical}.`
}

function levelsIn({ figures }: Report, of: Words, number: (value: number) => string): string {
  const { met, missed } = figures.tickets
  if (met === null || met + missed === 0) return ''
  if (missed === 0) return of.levelsMet(number(met), met === 1)
  return of.levelsMissed(number(missed), number(met + missed), met + missed === 1)
}
