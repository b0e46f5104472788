import type { Access } from '@vakt/contract/features.ts'
import { BellRing, LayoutGrid, type LucideIcon, Ticket, TicketPlus } from 'lucide-react'
import type { ShownCustomer } from '#web/platform/shown-customer.ts'

export type NavigationItem = {
  key: 'overview' | 'alerts' | 'tickets'
  to: '/dashboard' | '/alert-overview' | '/tickets/$customerId'
  icon: LucideIcon
  access: Access
}

const items: NavigationItem[] = [
  { key: 'overview', to: '/dashboard', icon: LayoutGrid, access: ['@feature.overview.read'] },
  { key: 'alerts', to: '/alert-overview', icon: BellRing, access: ['@feature.overview.read'] },
  { key: 'tickets', to: '/tickets/$customerId', icon: Ticket, access: ['@feature.tickets.read', '@feature.tickets.write'] },
]

export type CreateItem = { key: 'ticket'; to: '/tickets/create'; icon: LucideIcon; access: Access }

const creations: CreateItem[] = [{ key: 'ticket', to: '/tickets/create', icon: TicketPlus, access: ['@feature.tickets.write'] }]

export const navigationFor = ({ can }: ShownCustomer): NavigationItem[] => items.filter(({ access }) => can(access))
export const creationsFor = ({ can }: ShownCustomer): CreateItem[] => creations.filter(({ access }) => can(access))

const firstSegment = (path: string) => path.split('/')[1]

/** An item is active for every path that begins with the same segment. */
export const isActive = (item: { to: string }, pathname: string): boolean => firstSegment(item.to) === firstSegment(pathname)
