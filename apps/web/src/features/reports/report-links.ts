import { environmentAccess, overviewAccess, serviceWindowAccess, ticketAccess } from '@vakt/contract/features.ts'
import type { Report } from '@vakt/contract/reports/reports.ts'
import { severities } from '@vakt/contract/severity.ts'
import { hourTypes, ticketStatuses, ticketTypes } from '@vakt/contract/tickets/ticket-filters.ts'
import { stepPeriod } from '@vakt/domain/reports/report-period.ts'
import { formerSpan, spanOfReport } from '@vakt/domain/reports/report-span.ts'
import { periodOfReport } from '@vakt/domain/reports/write-period.ts'
import { writeTag } from '@vakt/domain/resource-limit.ts'
import { momentOf } from '#web/platform/list-search.ts'
import type { ShownCustomer } from '#web/platform/shown-customer.ts'

type Search = Record<string, string | readonly string[]>
type Values = readonly (string | null)[]

const anyState = ['open', 'acknowledged', 'resolved']

const isOneOf = (values: readonly string[], key: string) => values.includes(key)

function addressOf(path: string, search: Search): string {
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(search)) for (const value of [values].flat()) query.append(name, value)
  return `${path}${query.size > 0 ? `?${query}` : ''}`
}

/** A period as lists have it in their address: by days where these begin and end for the reader as for the customer, otherwise by moments. */
function asDays({ from, to, firstDay, lastDay }: ReturnType<typeof spanOfReport>): { from: string; to: string } {
  return {
    from: momentOf(firstDay) === from ? firstDay : from,
    to: momentOf(lastDay, 1) === to ? lastDay : to,
  }
}

/** As the list of resources says the tags of a group. */
function tagsOf(tagKeys: readonly string[], values: Values): Search {
  const pairs = values.map((value, index) => ({ key: tagKeys[index] ?? '', value }))
  return {
    tag: pairs.flatMap(({ key, value }) => (value ? [writeTag(key, value)] : [])),
    without: pairs.flatMap(({ key, value }) => (value ? [] : [key])),
  }
}

/** The lists behind the figures of the period of a report, or of the one before it. */
function listsOf(report: Report, { customerId, can }: Pick<ShownCustomer, 'customerId' | 'can'>, period: 'now' | 'before') {
  const span = period === 'now' ? spanOfReport(report) : formerSpan(report)
  const whole = period === 'now' ? periodOfReport(report) : stepPeriod(periodOfReport(report), -1)
  const isNow = period === 'now' && !report.isOver
  const { group } = report
  const tagKeys = report.tagKeys ?? []
  const customer = encodeURIComponent(customerId)
  const days = asDays(span)
  const during = (name: string) => ({ [`${name}From`]: days.from, [`${name}To`]: days.to })
  const ofGroup = group.length > 0 ? { group } : {}
  const incidents = (search: Search) =>
    can(overviewAccess) ? addressOf(`/incidents/${customer}`, { state: anyState, ...ofGroup, ...search }) : undefined
  const opened = (search: Search) => incidents({ ...days, ...search })
  const tickets = (search: Search) =>
    can(ticketAccess)
      ? addressOf(`/tickets/${customer}`, { onlyOpen: 'false', ...(group.length > 0 ? { tagGroup: group } : {}), ...search })
      : undefined
  const created = (search: Search) => tickets({ ...days, ...search })
  const worked = (search: Search) => tickets({ workedFrom: span.firstDay, workedTo: span.lastDay, ...search })
  const environment = (path: string, search: Search) =>
    can(environmentAccess) ? addressOf(`/my-environment/${customer}${path}`, search) : undefined
  const agents = (search: Search) => environment('/agents', { ...ofGroup, ...search })
  /** Those that were there at the end, which is now where the period goes on. */
  const atEnd = isNow ? {} : { at: span.to }
  const known = (from: string) => ({ knownFrom: from, knownTo: days.to })
  const resources = (values: Values, search: Search) => environment('', { ...tagsOf(tagKeys, values), ...search })
  return {
    incident: (key: string) => {
      if (key === 'opened') return opened({})
      if (isOneOf(severities, key)) return opened({ severity: key })
      return incidents(during(key === 'minutesToAcknowledge' ? 'acknowledged' : 'resolved'))
    },
    /** Incidents of a rule that were opened in the period. */
    rule: (rule: string, search: Search = {}) => opened({ rule, ...search }),
    ticket: (key: string) => {
      if (key === 'created') return created({})
      if (isOneOf(ticketTypes, key)) return created({ type: key })
      if (isOneOf(ticketStatuses, key)) return created({ status: key })
      return created({ missed: key === 'missed' ? 'true' : 'false' })
    },
    /** Tickets on which that time was registered. */
    hours: (key: string) =>
      isOneOf(hourTypes, key) ? worked({ hourType: key }) : worked({ billable: key === 'billable' ? 'true' : 'false' }),
    /** The windows that started in the period, or the alerts that those held. */
    windows: (key: string) =>
      can(serviceWindowAccess)
        ? addressOf(`/service-window/${customer}/${key === 'held' ? 'held' : 'started'}`, { ...days, ...ofGroup })
        : undefined,
    /** The resources at the end, or what happened to them in the period. */
    inventory: (key: string) =>
      key === 'resources'
        ? resources(group, isNow ? { stale: 'false' } : known(new Date(Date.parse(span.to) - 1).toISOString()))
        : environment('/changes', { ...days, ...ofGroup, kind: key, latest: 'true' }),
    /** The agents at the end, or those that were silent in the period. */
    agent: (key: string) => agents(key === 'machines' ? atEnd : during('silent')),
    agentVersion: (version: string) => agents({ ...atEnd, version }),
    /** What each resource cost in the months of the period. */
    cloudOps: () => environment('/cloudops-costs', { from: whole.firstDay.slice(0, 7), to: whole.lastDay.slice(0, 7), ...ofGroup }),
    entity: (entityId: string) => environment(`/${encodeURIComponent(entityId)}`, {}),
    /** The incidents for which a resource counts as unavailable. */
    outagesOf: (entityId: string) => incidents({ entity: entityId, severity: 'critical', ...during('ongoing') }),
    /** Incidents of one group that were opened in the period, or the critical ones of them. */
    incidentsOfGroup: (values: Values, search: Search = {}) => opened({ ...search, group: values.map((value) => value ?? '') }),
    incidentsOfApplication: ([value]: Values, search: Search = {}) => opened({ ...search, tag: writeTag('application', value ?? '') }),
    /** The resources of a group that were known at some time of the period. */
    resourcesOfGroup: (values: Values) => resources(values, known(days.from)),
    resourcesOfApplication: ([value]: Values) => {
      const { tag = [], without = [] } = tagsOf(tagKeys, group)
      const own = writeTag('application', value ?? '')
      return environment('', { tag: [...new Set([...tag, own])], without, ...known(days.from) })
    },
    /** The same report of one group alone. */
    group: (values: Values) =>
      addressOf(`/reports/${customer}/builtin/report/monthly`, { period: report.period, group: values.map((value) => value ?? '') }),
  }
}

/** Where the lists behind the figures of a report are; undefined where the reader may not see the list. `before` has those of the period before. */
export const linksOf = (report: Report, shown: Pick<ShownCustomer, 'customerId' | 'can'>) => ({
  ...listsOf(report, shown, 'now'),
  before: listsOf(report, shown, 'before'),
})

export type ReportLinks = ReturnType<typeof linksOf>
