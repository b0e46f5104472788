import { type Access, environmentAccess, overviewAccess, ticketAccess } from '@vakt/contract/features.ts'
import { BellRing, Boxes, LayoutGrid, type LucideIcon, Megaphone, ShieldUser, Siren, Ticket, TicketPlus } from 'lucide-react'
import type { ShownCustomer } from '#web/platform/shown-customer.ts'

/** Its label and tooltip are the texts of the shell by its key. */
export type NavigationItem = {
  key: 'overview' | 'alerts' | 'incidents' | 'majorIncidents' | 'tickets' | 'explore' | 'admin'
  to:
    | '/dashboard'
    | '/alert-overview'
    | '/incidents/$customerId'
    | '/major-incidents'
    | '/tickets/$customerId'
    | '/my-environment/$customerId'
    | '/admin'
  icon: LucideIcon
  access: Access
  /** In the user menu instead of the sidebar. */
  isDropdownItem?: boolean
  /** What it takes out of the search when it is followed on its own screen; without it, everything. */
  clearStateKeys?: readonly string[]
}

const items: NavigationItem[] = [
  { key: 'overview', to: '/dashboard', icon: LayoutGrid, access: overviewAccess },
  {
    key: 'incidents',
    to: '/incidents/$customerId',
    icon: Siren,
    access: overviewAccess,
    clearStateKeys: ['state', 'severity', 'q', 'entity', 'group', 'assignee', 'from', 'to', 'sort'],
  },
  { key: 'majorIncidents', to: '/major-incidents', icon: Megaphone, access: 'global-admin' },
  {
    key: 'alerts',
    to: '/alert-overview',
    icon: BellRing,
    access: overviewAccess,
    clearStateKeys: ['state', 'severity', 'q', 'alert', 'from', 'to', 'sort', 'group'],
  },
  { key: 'tickets', to: '/tickets/$customerId', icon: Ticket, access: ticketAccess },
  {
    key: 'explore',
    to: '/my-environment/$customerId',
    icon: Boxes,
    access: environmentAccess,
  },
  { key: 'admin', to: '/admin', icon: ShieldUser, access: 'global-admin' },
]

/** Its title and description are the texts of the shell by its key. It leads somewhere, or does something where one is. */
export type CreateItem = { key: 'ticket'; icon: LucideIcon; access: Access } & (
  | { to: '/tickets/create'; onClick?: undefined }
  | { to?: undefined; onClick: () => void }
)

const creations: CreateItem[] = [{ key: 'ticket', to: '/tickets/create', icon: TicketPlus, access: ['@feature.tickets.write'] }]

/** Everything that this user may open, in the order of the sidebar; `isDropdownItem` says which stand in the user menu. */
export const navigationFor = ({ can }: Pick<ShownCustomer, 'can'>): NavigationItem[] => items.filter(({ access }) => can(access))
export const creationsFor = ({ can }: Pick<ShownCustomer, 'can'>): CreateItem[] => creations.filter(({ access }) => can(access))

const firstSegment = (path: string) => path.split('/')[1]

/** An item is active for every path that begins with the same segment. */
export const isActive = (item: { to: string }, pathname: string): boolean => firstSegment(item.to) === firstSegment(pathname)

/** The search that an item leads to: on its own screen it may clear some of it only, from elsewhere it begins anew. */
export function searchOf(
  { to, clearStateKeys }: Pick<NavigationItem, 'to' | 'clearStateKeys'>,
  shown: { customerId: string },
  here: { pathname: string; search: object },
): Record<string, unknown> {
  const isHere = to.replace('$customerId', encodeURIComponent(shown.customerId)) === here.pathname
  if (!isHere || !clearStateKeys) return {}
  return Object.fromEntries(Object.entries(here.search).filter(([key]) => !clearStateKeys.includes(key)))
}
