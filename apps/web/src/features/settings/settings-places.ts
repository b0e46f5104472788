import { shiftAccess } from '@vakt/contract/features.ts'
import { isAdministratorWith } from '@vakt/domain/access.ts'
import {
  Bell,
  BellRing,
  Bot,
  KeyRound,
  Languages,
  type LucideIcon,
  MonitorSmartphone,
  PhoneCall,
  PhoneForwarded,
  Plug,
  Siren,
  UserRound,
  Users,
} from 'lucide-react'
import type { Session } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import type { settingsTexts } from './settings.texts.ts'

type Words = (typeof settingsTexts)['en']['places']
type SettingsPlace = {
  to:
    | '/settings/profile'
    | '/settings/language-and-theme'
    | '/settings/notifications'
    | '/settings/following'
    | '/settings/shifts'
    | '/settings/contact'
    | '/settings/api-tokens'
    | '/settings/users'
    | '/settings/incident-contacts'
    | '/settings/integrations'
    | '/settings/service-tokens'
    | '/settings/sessions'
  icon: LucideIcon
  name: keyof Words
  /** The place that leads to it: it is found there and by the palette, and is no entry of its own. */
  within?: '/settings/integrations'
  /** Absent: for everyone. */
  isFor?: (session: Session) => boolean
}

/** Who administers their customer: holds each feature that it has. Staff have the same page among the admin pages. */
const administersCustomer = (session: Session) => !isStaff(session) && isAdministratorWith(session.features, session.customer)

/** Those of the provider are managed by its administrators, on a page of the administration. */
const managesPeople = (session: Session) => administersCustomer(session) && !session.customer.isProvider

/** What someone can settle for themselves, one line each: the list beside the pages is made from it. */
export const settingsPlaces: readonly SettingsPlace[] = [
  { to: '/settings/profile', icon: UserRound, name: 'profile' },
  { to: '/settings/language-and-theme', icon: Languages, name: 'appearance' },
  { to: '/settings/notifications', icon: Bell, name: 'notifications' },
  { to: '/settings/contact', icon: PhoneForwarded, name: 'contact' },
  { to: '/settings/following', icon: BellRing, name: 'following' },
  { to: '/settings/shifts', icon: PhoneCall, name: 'shifts', isFor: ({ can }) => can(shiftAccess) },
  { to: '/settings/api-tokens', icon: KeyRound, name: 'tokens' },
  { to: '/settings/users', icon: Users, name: 'users', isFor: managesPeople },
  { to: '/settings/incident-contacts', icon: Siren, name: 'incidentContacts', isFor: administersCustomer },
  { to: '/settings/integrations', icon: Plug, name: 'integrations', isFor: administersCustomer },
  { to: '/settings/service-tokens', icon: Bot, name: 'serviceTokens', isFor: administersCustomer, within: '/settings/integrations' },
  { to: '/settings/sessions', icon: MonitorSmartphone, name: 'sessions' },
]

/**
 * Whether the page at this path is for administrators, and they are none although the route lets them through: they may change their environment,
 * and lack another feature that the customer has.
 */
export const lacksFeaturesFor = (pathname: string, session: Session): boolean =>
  session.can('administrators') &&
  !isStaff(session) &&
  settingsPlaces.some(
    ({ to, isFor }) => pathname.startsWith(to) && (isFor === administersCustomer || isFor === managesPeople) && !isFor(session),
  )
