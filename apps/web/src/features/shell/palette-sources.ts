import { type AlertRule, listAlertRules } from '@vakt/contract/alert-rules/alert-rules.ts'
import { listAlertRulesOfAllCustomers } from '@vakt/contract/alert-rules/alert-rules-of-all.ts'
import { type Alert, listAlerts } from '@vakt/contract/alerts/alerts.ts'
import { listAlertsOfAllCustomers, listIncidentsOfAllCustomers } from '@vakt/contract/customers/all-customers.ts'
import { listEntitiesOfAllCustomers } from '@vakt/contract/entities/entities-of-all.ts'
import { type ListedEntity, listEntities } from '@vakt/contract/entities/entity-list.ts'
import { type Access, environmentAccess, overviewAccess, ticketAccess } from '@vakt/contract/features.ts'
import { type Incident, listIncidents } from '@vakt/contract/incidents/incidents.ts'
import { type ListedTicket, listTickets, listTicketsOfAllCustomers } from '@vakt/contract/tickets/ticket-list.ts'
import { findTicket } from '@vakt/contract/tickets/tickets.ts'
import { listCustomers } from '@vakt/contract/users/administration.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { BellRing, Building2, Box as EntityIcon, Gauge, Siren, Ticket } from 'lucide-react'
import { ApiError, call } from '#web/platform/api.ts'
import { queryClient } from '#web/platform/query.ts'
import type { ShownCustomer } from '#web/platform/shown-customer.ts'
import { type MaybeOfCustomer, ownerOf } from '#web/shared/customers/list-scope.tsx'
import { levelOfPriority } from '#web/shared/severity/severity-mark.tsx'
import { ticketQuery } from '#web/shared/tickets/ticket-query.ts'
import { type Address, addressAtCustomer } from './customer-address.ts'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'

type TicketRow = ListedTicket & MaybeOfCustomer
type IncidentRow = Incident & MaybeOfCustomer
type EntityRow = ListedEntity & MaybeOfCustomer
type AlertRow = Alert & MaybeOfCustomer
type RuleRow = AlertRule & MaybeOfCustomer

type Asked = {
  text: string
  customerId: string
  /** Of all customers, for staff who look at none. */
  isAll: boolean
  /** Where the user is now. */
  pathname: string
  language: Language
  /** How the states of incidents and tickets are called. */
  states: Record<string, string>
  hrefOf: (address: Address) => string
  signal: AbortSignal
}

/** What of the same name is told apart by: its customer, over all of them. */
const detailOf = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ') || undefined

const isOver = (state: string) => state === 'resolved' || state === 'closed'

function openFirst<Row>(rows: Row[], stateOf: (row: Row) => string): Row[] {
  return rows.toSorted((one, other) => Number(isOver(stateOf(one))) - Number(isOver(stateOf(other))))
}

/** Something that is looked up on the server while somebody types. */
type PaletteSource = {
  group: PaletteGroup
  access: Access
  /** Of the whole customer: not for people who are limited to some of its resources. */
  isOfWhole?: true
  /** Whether this text can find anything here; what cannot is not asked. */
  answers: (text: string) => boolean
  search: (asked: Asked) => Promise<PaletteItem[]>
}

const mostOfOneSource = 8
const ticketNumber = (text: string) => /^#?\s*(\d{1,12})$/.exec(text)?.[1]

async function findTicketByNumber({ text, states, hrefOf }: Asked): Promise<PaletteItem[]> {
  try {
    const { customerId, ticketId } = await call(findTicket, { params: { ticketId: ticketNumber(text) ?? '' } })
    const { subject, status, priority } = await queryClient.fetchQuery(ticketQuery(customerId, ticketId))
    const href = hrefOf({ to: '/tickets/$customerId/$ticketId/details', params: { customerId, ticketId } })
    const state = { detail: detailOf(states[status], `#${ticketId}`), level: isOver(status) ? undefined : levelOfPriority[priority] }
    return [{ id: `ticket:${ticketId}`, group: 'tickets', label: subject, ...state, icon: Ticket, href }]
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}

async function searchTickets({ text, customerId, isAll, states, hrefOf, signal }: Asked): Promise<PaletteItem[]> {
  const query = { search: text, limit: mostOfOneSource }
  const { result }: { result: TicketRow[] } = isAll
    ? await call(listTicketsOfAllCustomers, { query, signal })
    : await call(listTickets, { params: { customerId }, query, signal })
  return openFirst(result, ({ status }) => status).map(({ ticketId, subject, status, priority, customer }) => ({
    id: `ticket:${ticketId}`,
    group: 'tickets',
    label: subject,
    detail: detailOf(states[status], `#${ticketId}`, customer?.name),
    level: isOver(status) ? undefined : levelOfPriority[priority],
    icon: Ticket,
    href: hrefOf({ to: '/tickets/$customerId/$ticketId/details', params: { customerId: ownerOf({ customer }, customerId), ticketId } }),
  }))
}

/** Over all customers those that are open: what is over is found in the list. */
async function searchIncidents({ text, customerId, isAll, states, hrefOf, signal }: Asked): Promise<PaletteItem[]> {
  const query = { q: text, limit: mostOfOneSource }
  const { result }: { result: IncidentRow[] } = isAll
    ? await call(listIncidentsOfAllCustomers, { query: { ...query, state: ['open', 'acknowledged'], sort: 'severity' }, signal })
    : await call(listIncidents, { params: { customerId }, query, signal })
  return openFirst(result, ({ state }) => state).map(({ incidentId, title, state, severity, entity, customer }) => ({
    id: `incident:${incidentId}`,
    group: 'incidents',
    label: title,
    detail: detailOf(states[state], entity?.name, customer?.name),
    level: isOver(state) ? undefined : severity,
    icon: Siren,
    href: hrefOf({ to: '/incidents/$customerId/$incidentId', params: { customerId: ownerOf({ customer }, customerId), incidentId } }),
  }))
}

/** Those that fire: what is over is found in the list. */
async function searchAlerts({ text, customerId, isAll, hrefOf, signal }: Asked): Promise<PaletteItem[]> {
  const query = { q: text, state: 'firing', limit: mostOfOneSource } as const
  const { result }: { result: AlertRow[] } = isAll
    ? await call(listAlertsOfAllCustomers, { query, signal })
    : await call(listAlerts, { params: { customerId }, query, signal })
  return result.map(({ alertId, name, severity, entity, targetName, customer }) => ({
    id: `alert:${alertId}`,
    group: 'alerts',
    label: name,
    detail: detailOf(entity?.name ?? targetName, customer?.name),
    level: severity,
    icon: BellRing,
    href: hrefOf({ to: '/alert-overview', search: { customer: ownerOf({ customer }, customerId), alert: alertId } }),
  }))
}

async function searchEntities({ text, customerId, isAll, language, hrefOf, signal }: Asked): Promise<PaletteItem[]> {
  const query = { search: text, limit: mostOfOneSource }
  const [{ resourceTypeName }, { result }]: [typeof import('@vakt/domain/readable-names/resource-type-names.ts'), { result: EntityRow[] }] =
    await Promise.all([
      import('@vakt/domain/readable-names/resource-type-names.ts'),
      isAll ? call(listEntitiesOfAllCustomers, { query, signal }) : call(listEntities, { params: { customerId }, query, signal }),
    ])
  return result.map(({ entityId, name, type, subtype, resourceGroup, health, customer }) => ({
    id: `entity:${entityId}`,
    group: 'entities',
    label: name,
    detail: detailOf(resourceTypeName(type, subtype)?.[language] ?? type.split('/').at(-1), resourceGroup, customer?.name),
    level: health.mark === 'incident' ? (health.severity ?? undefined) : undefined,
    icon: EntityIcon,
    href: hrefOf({
      to: '/my-environment/$customerId/$entityId/information',
      params: { customerId: ownerOf({ customer }, customerId), entityId },
    }),
  }))
}

async function searchRules({ text, customerId, isAll, language, hrefOf, signal }: Asked): Promise<PaletteItem[]> {
  const query = { q: text, limit: mostOfOneSource }
  const [words, { result }]: [typeof import('#web/shared/incidents/metric-words.ts'), { result: RuleRow[] }] = await Promise.all([
    import('#web/shared/incidents/metric-words.ts'),
    isAll ? call(listAlertRulesOfAllCustomers, { query, signal }) : call(listAlertRules, { params: { customerId }, query, signal }),
  ])
  return result.map(({ alertRuleId, name, entity, metricName, customer }) => ({
    id: `rule:${alertRuleId}`,
    group: 'rules',
    label: name,
    detail: detailOf(words.metricName(metricName)[language], entity?.name, customer?.name),
    icon: Gauge,
    href: hrefOf({
      to: '/alert-rules/$customerId',
      params: { customerId: ownerOf({ customer }, customerId) },
      search: { rule: alertRuleId },
    }),
  }))
}

async function searchCustomers({ text, pathname, hrefOf, signal }: Asked): Promise<PaletteItem[]> {
  const { result } = await call(listCustomers, { query: { q: text, limit: mostOfOneSource }, signal })
  return result.map(({ customerId, name }) => ({
    id: `customer:${customerId}`,
    group: 'customers',
    label: name,
    detail: customerId,
    icon: Building2,
    href: hrefOf(addressAtCustomer(pathname, customerId)),
  }))
}

/** Everything that the palette asks the server for, one entry each. */
const paletteSources: PaletteSource[] = [
  { group: 'incidents', access: overviewAccess, answers: (text) => text.length >= 3, search: searchIncidents },
  { group: 'alerts', access: overviewAccess, answers: (text) => text.length >= 3, search: searchAlerts },
  {
    group: 'tickets',
    access: ticketAccess,
    answers: (text) => ticketNumber(text) !== undefined,
    search: findTicketByNumber,
  },
  {
    group: 'tickets',
    access: ticketAccess,
    answers: (text) => text.length >= 3 && ticketNumber(text) === undefined,
    search: searchTickets,
  },
  {
    group: 'entities',
    access: environmentAccess,
    answers: (text) => text.length >= 2,
    search: searchEntities,
  },
  { group: 'rules', access: environmentAccess, isOfWhole: true, answers: (text) => text.length >= 3, search: searchRules },
  { group: 'customers', access: { staff: ['@feature.overview.read'] }, answers: (text) => text.length >= 2, search: searchCustomers },
]

/** Those that this user may ask. */
export const sourcesFor = ({ can, isLimited }: Pick<ShownCustomer, 'can' | 'isLimited'>): PaletteSource[] =>
  paletteSources.filter(({ access, isOfWhole }) => can(access) && !(isOfWhole && isLimited))
