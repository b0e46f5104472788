import {
  type Access,
  customerChoiceAccess,
  environmentAccess,
  metricAccess,
  overviewAccess,
  serviceWindowAccess,
  ticketAccess,
} from '@vakt/contract/features.ts'
import {
  BellRing,
  Boxes,
  CalendarClock,
  ChartColumn,
  EyeOff,
  Gauge,
  LayoutGrid,
  type LucideIcon,
  Megaphone,
  MonitorCheck,
  ShieldUser,
  Siren,
  Ticket,
  Workflow,
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
    | '/automation/$customerId'
    | '/service-window/$customerId'
    | '/reports/$customerId'
    | '/admin'
    | '/admin/agents'
    | '/admin/unmatched-signals'
    | '/team'
    | '/dashboards/$customerId'
  words: Texts<{ title: string; about: string }>
  /** In the bar of a phone, by this name; the others are behind *More* there. */
  short?: Texts<{ title: string }>
  icon: LucideIcon
  access: Access
  /** Of one customer, for which it asks where staff look at none. */
  asksForCustomer?: true
  /** Of the whole customer: not for people who are limited to some of its resources. */
  isOfWhole?: true
  /** Administrators find it under Admin, which other staff do not have. */
  isInAdmin?: true
  /** In the user menu instead of the sidebar. */
  isDropdownItem?: boolean
  /** What it takes out of the search when it is followed on its own screen; without it, everything. */
  clearStateKeys?: readonly string[]
}

/** All of them, in the order of the sidebar. */
export const navigationItems: readonly NavigationItem[] = [
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
    access: { staff: ['@feature.overview.read'] },
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
    isOfWhole: true,
    clearStateKeys: ['q', 'severity', 'state', 'rule'],
  },
  {
    key: 'automation',
    to: '/automation/$customerId',
    words: texts(
      { title: 'Automation', about: 'What happens by itself on an alert' },
      { title: 'Automatisering', about: 'Det som händer av sig självt vid ett larm' },
    ),
    icon: Workflow,
    access: environmentAccess,
    isOfWhole: true,
    clearStateKeys: ['q', 'scope', 'process'],
  },
  {
    key: 'serviceWindows',
    to: '/service-window/$customerId',
    words: texts({ title: 'Service windows', about: 'When alerts are held' }, { title: 'Servicefönster', about: 'När larm pausas' }),
    icon: CalendarClock,
    access: serviceWindowAccess,
    clearStateKeys: ['q', 'creator', 'state', 'entity', 'scope'],
  },
  {
    key: 'reports',
    to: '/reports/$customerId',
    words: texts({ title: 'Reports', about: 'Your cloud, month by month' }, { title: 'Rapporter', about: 'Ditt moln, månad för månad' }),
    icon: ChartColumn,
    access: ['@feature.report.read'],
    asksForCustomer: true,
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
  {
    key: 'agents',
    to: '/admin/agents',
    words: texts({ title: 'Agents', about: 'The VM agents of your customers' }, { title: 'Agenter', about: 'Era kunders VM-agenter' }),
    icon: MonitorCheck,
    access: { staff: environmentAccess },
    isInAdmin: true,
  },
  {
    key: 'unmatchedSignals',
    to: '/admin/unmatched-signals',
    words: texts(
      { title: 'Unmatched signals', about: 'Alerts that match no known resource' },
      { title: 'Omatchade signaler', about: 'Larm utan matchande resurs' },
    ),
    icon: EyeOff,
    access: { staff: ['@feature.appmonitor.write'] },
    isInAdmin: true,
  },
  {
    key: 'customDashboards',
    to: '/dashboards/$customerId',
    words: texts({ title: 'Dashboards', about: 'Your own' }, { title: 'Instrumentpaneler', about: 'Dina egna' }),
    icon: LayoutGrid,
    access: metricAccess,
    isOfWhole: true,
    isDropdownItem: true,
  },
  {
    key: 'team',
    to: '/team',
    words: texts({ title: 'Team', about: 'Your contacts' }, { title: 'Team', about: 'Dina kontakter' }),
    icon: ShieldUser,
    access: 'signed-in',
    isDropdownItem: true,
  },
]

const firstSegment = (path: string) => path.split('/')[1]

/** An item is active for every path that begins with the same segment. */
export const isActive = ({ to }: { to: string }, pathname: string): boolean =>
  to.startsWith('/admin/') ? pathname === to || pathname.startsWith(`${to}/`) : firstSegment(to) === firstSegment(pathname)

/** Of these the provider's staff have lists over all customers; reports ask for one of them. */
export const listsOfAll: readonly NavigationItem['to'][] = [
  '/incidents/$customerId',
  '/alert-overview',
  '/tickets/$customerId',
  '/service-window/$customerId',
  '/alert-rules/$customerId',
  '/my-environment/$customerId',
  '/automation/$customerId',
  '/reports/$customerId',
]

export type Rights = Pick<ShownCustomer, 'isProvider' | 'isLimited' | 'can' | 'canHere'>

/** A page that is about one customer takes the rights there; a list over all of them, or what names none, those at any. */
function mayOpen({ to, access, asksForCustomer, isOfWhole }: NavigationItem, { isProvider, isLimited, can, canHere }: Rights): boolean {
  if (isOfWhole && isLimited) return false
  if (to.includes('$customerId') && !(isProvider && listsOfAll.includes(to))) return canHere(access)
  return can(access) && !(isProvider && asksForCustomer && !can(customerChoiceAccess))
}

/** Everything that this user may open, in the order of the sidebar; `isDropdownItem` says which stand in the user menu. */
export const navigationFor = (shown: Rights): NavigationItem[] =>
  navigationItems.filter((item) => mayOpen(item, shown) && !(item.isInAdmin && shown.can('global-admin')))

/**
 * The search that an item leads to: on its own screen it may clear some of it only, from elsewhere it begins again. The provider's staff begin
 * with the rows of all customers.
 */
export function searchOf(
  { to, clearStateKeys }: Pick<NavigationItem, 'to' | 'clearStateKeys'>,
  shown: Pick<ShownCustomer, 'customerId' | 'isProvider'>,
  here: { pathname: string; search: object } = { pathname: '', search: {} },
): Record<string, unknown> {
  if (shown.isProvider && listsOfAll.includes(to)) return { all: true }
  const isHere = to.replace('$customerId', encodeURIComponent(shown.customerId)) === here.pathname
  if (!isHere || !clearStateKeys) return {}
  return Object.fromEntries(Object.entries(here.search).filter(([key]) => !clearStateKeys.includes(key)))
}
