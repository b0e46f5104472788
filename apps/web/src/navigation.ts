import { type Access, environmentAccess, overviewAccess, ticketAccess } from '@vakt/contract/features.ts'
import { serviceWindowAccess } from '@vakt/contract/service-windows.ts'
import {
  BellRing,
  Boxes,
  CalendarClock,
  CalendarPlus,
  Gauge,
  LayoutGrid,
  type LucideIcon,
  Megaphone,
  ShieldUser,
  Siren,
  Ticket,
  TicketPlus,
} from 'lucide-react'
import type { ShownCustomer } from '#web/platform/shown-customer.ts'
import { type Texts, texts } from '#web/platform/texts.ts'

export type NavigationItem = {
  key: string
  to:
    | '/dashboard'
    | '/alert-overview'
    | '/incidents/$customerId'
    | '/major-incidents'
    | '/tickets/$customerId'
    | '/my-environment/$customerId'
    | '/alert-rules/$customerId'
    | '/service-window/$customerId'
    | '/admin'
  words: Texts<{ title: string; about: string }>
  /** In the bar of a phone, by this name; the others are behind *More* there. */
  short?: Texts<{ title: string }>
  icon: LucideIcon
  access: Access
  /** In the user menu instead of the sidebar. */
  isDropdownItem?: boolean
  /** What it takes out of the search when it is followed on its own screen; without it, everything. */
  clearStateKeys?: readonly string[]
}

const items: NavigationItem[] = [
  {
    key: 'overview',
    to: '/dashboard',
    words: texts({ title: 'Overview', about: 'What needs attention now' }, { title: 'Översikt', about: 'Det som kräver uppmärksamhet nu' }),
    short: texts({ title: 'Overview' }, { title: 'Översikt' }),
    icon: LayoutGrid,
    access: overviewAccess,
  },
  {
    key: 'incidents',
    to: '/incidents/$customerId',
    words: texts(
      { title: 'Incidents', about: 'What is wrong now, and what was' },
      { title: 'Incidenter', about: 'Det som är fel nu, och det som har varit' },
    ),
    icon: Siren,
    access: overviewAccess,
    clearStateKeys: ['state', 'severity', 'q', 'entity', 'group', 'assignee', 'from', 'to', 'sort'],
  },
  {
    key: 'majorIncidents',
    to: '/major-incidents',
    words: texts(
      { title: 'Major incidents', about: 'One fault at several customers' },
      { title: 'Större incidenter', about: 'Ett fel hos flera kunder' },
    ),
    icon: Megaphone,
    access: 'global-admin',
  },
  {
    key: 'alerts',
    to: '/alert-overview',
    words: texts(
      { title: 'Alert overview', about: 'Every alert, and why it was raised' },
      { title: 'Larmöversikt', about: 'Alla larm, och varför de utlöstes' },
    ),
    short: texts({ title: 'Alerts' }, { title: 'Larm' }),
    icon: BellRing,
    access: overviewAccess,
    clearStateKeys: ['state', 'severity', 'q', 'alert', 'from', 'to', 'sort', 'group'],
  },
  {
    key: 'tickets',
    to: '/tickets/$customerId',
    words: texts(
      { title: 'Tickets', about: 'Requests and faults, and who is on them' },
      { title: 'Ärenden', about: 'Önskemål och fel, och vem som arbetar med dem' },
    ),
    short: texts({ title: 'Tickets' }, { title: 'Ärenden' }),
    icon: Ticket,
    access: ticketAccess,
  },
  {
    key: 'explore',
    to: '/my-environment/$customerId',
    words: texts(
      { title: 'My environment', about: 'Everything in your cloud, and how it is' },
      { title: 'Min miljö', about: 'Allt i ditt moln, och hur det mår' },
    ),
    short: texts({ title: 'Environment' }, { title: 'Miljö' }),
    icon: Boxes,
    access: environmentAccess,
  },
  {
    key: 'alertRules',
    to: '/alert-rules/$customerId',
    words: texts(
      { title: 'Alert rules', about: 'What is watched, and when it raises an alert' },
      { title: 'Larmregler', about: 'Vad som bevakas och när det larmar' },
    ),
    icon: Gauge,
    access: environmentAccess,
    clearStateKeys: ['q', 'severity', 'state', 'rule'],
  },
  {
    key: 'serviceWindows',
    to: '/service-window/$customerId',
    words: texts(
      { title: 'Service windows', about: 'When alerts are held, and what was held' },
      { title: 'Servicefönster', about: 'När larm hålls, och vad som hölls' },
    ),
    icon: CalendarClock,
    access: serviceWindowAccess,
    clearStateKeys: ['q', 'creator', 'state', 'entity', 'scope'],
  },
  {
    key: 'admin',
    to: '/admin',
    words: texts(
      { title: 'Admin', about: 'Customers, people and what was done' },
      { title: 'Admin', about: 'Kunder, personer och vad som har gjorts' },
    ),
    icon: ShieldUser,
    access: 'global-admin',
  },
]

/** It leads somewhere, or does something where one is. */
export type CreateItem = { key: string; words: Texts<{ title: string; about: string }>; icon: LucideIcon; access: Access } & (
  | { to: '/tickets/create' | '/alert-rules/$customerId/create' | '/service-window/$customerId/create'; onClick?: undefined }
  | { to?: undefined; onClick: () => void }
)

const creations: CreateItem[] = [
  {
    key: 'ticket',
    words: texts(
      { title: 'Create ticket', about: 'Ask for something, or report a fault' },
      { title: 'Skapa ärende', about: 'Be om något eller anmäl ett fel' },
    ),
    to: '/tickets/create',
    icon: TicketPlus,
    access: ['@feature.tickets.write'],
  },
  {
    key: 'alertRule',
    words: texts(
      { title: 'Create alert rule', about: 'Raise an alert when a metric passes a threshold' },
      { title: 'Skapa larmregel', about: 'Larma när ett mått passerar ett gränsvärde' },
    ),
    to: '/alert-rules/$customerId/create',
    icon: Gauge,
    access: ['@feature.myenvironment.write'],
  },
  {
    key: 'serviceWindow',
    words: texts(
      { title: 'Create service window', about: 'Hold alerts while something is maintained' },
      { title: 'Skapa servicefönster', about: 'Håll larm medan något underhålls' },
    ),
    to: '/service-window/$customerId/create',
    icon: CalendarPlus,
    access: ['@feature.servicewindow.write'],
  },
]

/** Everything that this user may open, in the order of the sidebar; `isDropdownItem` says which stand in the user menu. */
export const navigationFor = ({ can }: Pick<ShownCustomer, 'can'>): NavigationItem[] => items.filter(({ access }) => can(access))
export const creationsFor = ({ can }: Pick<ShownCustomer, 'can'>): CreateItem[] => creations.filter(({ access }) => can(access))

const firstSegment = (path: string) => path.split('/')[1]

/** An item is active for every path that begins with the same segment. */
export const isActive = (item: { to: string }, pathname: string): boolean => firstSegment(item.to) === firstSegment(pathname)

/** The search that an item leads to: on its own screen it may clear some of it only, from elsewhere it begins again. */
export function searchOf(
  { to, clearStateKeys }: Pick<NavigationItem, 'to' | 'clearStateKeys'>,
  shown: { customerId: string },
  here: { pathname: string; search: object },
): Record<string, unknown> {
  const isHere = to.replace('$customerId', encodeURIComponent(shown.customerId)) === here.pathname
  if (!isHere || !clearStateKeys) return {}
  return Object.fromEntries(Object.entries(here.search).filter(([key]) => !clearStateKeys.includes(key)))
}
