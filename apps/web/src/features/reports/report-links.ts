import { environmentAccess, overviewAccess, ticketAccess } from '@vakt/contract/features.ts'
import type { Report } from '@vakt/contract/reports.ts'
import { severities } from '@vakt/contract/severity.ts'
import { hourTypes, ticketStatuses, ticketTypes } from '@vakt/contract/ticket-filters.ts'
import { periodOfReport } from '@vakt/domain/reports/write-period.ts'
import type { ShownCustomer } from '#web/platform/shown-customer.ts'
import { writeTag } from '#web/shared/entities/write-tag.ts'

type Search = Record<string, string | readonly string[]>

const anyState = ['open', 'acknowledged', 'resolved']

const isOneOf = (values: readonly string[], key: string) => values.includes(key)

/** Where the lists behind the figures of a report are; undefined where the reader may not see the list, or none shows just that. */
export function linksOf(report: Report, { customerId, can }: Pick<ShownCustomer, 'customerId' | 'can'>) {
  const { firstDay, lastDay } = periodOfReport(report)
  const { group, tagKeys } = report
  const customer = encodeURIComponent(customerId)
  const addressOf = (path: string, search: Search) => {
    const query = new URLSearchParams()
    for (const [name, values] of Object.entries(search)) for (const value of [values].flat()) query.append(name, value)
    return `${path}${query.size > 0 ? `?${query}` : ''}`
  }
  const days = { from: firstDay, to: lastDay }
  const ofGroup = group.length > 0 ? { group } : {}
  const incidents = (search: Search) =>
    can(overviewAccess) ? addressOf(`/incidents/${customer}`, { state: anyState, ...ofGroup, ...search }) : undefined
  const opened = (search: Search) => incidents({ ...days, ...search })
  // The list of tickets knows no tag group.
  const tickets = (search: Search) =>
    can(ticketAccess) && group.length === 0 ? addressOf(`/tickets/${customer}`, { onlyOpen: 'false', ...search }) : undefined
  const created = (search: Search) => tickets({ ...days, ...search })
  const worked = (search: Search) => tickets({ workedFrom: firstDay, workedTo: lastDay, ...search })
  const environment = (path: string, search: Search) =>
    can(environmentAccess) ? addressOf(`/my-environment/${customer}${path}`, search) : undefined
  // Nor does the list of agents.
  const agents = (search: Search) => (group.length === 0 ? environment('/agents', search) : undefined)
  /** As the list of resources says it. */
  const tags = () => {
    const values = group.map((value, index) => ({ key: tagKeys?.[index] ?? '', value }))
    return {
      tag: values.filter(({ value }) => value !== '').map(({ key, value }) => writeTag(key, value)),
      without: values.filter(({ value }) => value === '').map(({ key }) => key),
    }
  }
  return {
    incident: (key: string) => {
      if (key === 'opened') return opened({})
      if (isOneOf(severities, key)) return opened({ severity: key })
      return key === 'minutesToAcknowledge'
        ? incidents({ acknowledgedFrom: firstDay, acknowledgedTo: lastDay })
        : incidents({ resolvedFrom: firstDay, resolvedTo: lastDay })
    },
    /** Incidents of a rule that were opened in the period. */
    rule: (rule: string) => opened({ rule }),
    ticket: (key: string) => {
      if (key === 'created') return created({})
      if (isOneOf(ticketTypes, key)) return created({ type: key })
      if (isOneOf(ticketStatuses, key)) return created({ status: key })
      return created({ missed: key === 'missed' ? 'true' : 'false' })
    },
    /** Tickets on which that time was registered. */
    hours: (key: string) =>
      isOneOf(hourTypes, key) ? worked({ hourType: key }) : worked({ billable: key === 'billable' ? 'true' : 'false' }),
    windows: () =>
      can(['@feature.servicewindow.read', '@feature.servicewindow.write'])
        ? addressOf(`/service-window/${customer}`, { view: 'month', at: firstDay })
        : undefined,
    /** The resources of today, or what happened to them in the period. */
    inventory: (key: string) =>
      key === 'resources' ? environment('', tags()) : environment('/changes', { ...days, ...ofGroup, kind: key }),
    /** The agents of today: all, or those that were silent in the period. */
    agent: (key: string) => agents(key === 'machines' ? {} : { silentFrom: firstDay, silentTo: lastDay }),
    agentVersion: (version: string) => agents({ q: version }),
    cloudOps: () => environment('', { cloudops: 'true' }),
    entity: (entityId: string) => environment(`/${encodeURIComponent(entityId)}`, {}),
    /** Incidents of one group that were opened in the period, or the critical ones of them. */
    incidentsOfGroup: (values: readonly (string | null)[], search: Search = {}) =>
      opened({ ...search, group: values.map((value) => value ?? '') }),
    /** The same report of one group alone. */
    group: (values: readonly (string | null)[]) =>
      addressOf(`/reports/${customer}/builtin/report/monthly`, { period: report.period, group: values.map((value) => value ?? '') }),
  }
}

export type ReportLinks = ReturnType<typeof linksOf>
