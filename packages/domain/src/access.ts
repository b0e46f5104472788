import type { Customer } from '@vakt/contract/customers/customers.ts'
import { type Access, type FeatureKey, featureKeys, globalAdminRole, ticketAccess } from '@vakt/contract/features.ts'
import type { Operation } from '@vakt/contract/operation.ts'
import type { StartPage } from '@vakt/contract/users/session.ts'

type RoleMappings = Pick<Customer, 'role_feature_mappings' | 'enabledFeatures' | 'ignoresGlobalAdminMapping'>

/** What is known of someone when access is decided. `features` are those of the customer in question. */
export type Subject = { roles: readonly string[]; features: ReadonlySet<FeatureKey> }

const readKeyOf = (key: FeatureKey): FeatureKey => key.replace(/\.write$/, '.read') as FeatureKey

/** These features with what they imply (write implies read), each once, in the order in which features are listed everywhere. */
export function withImplied(features: readonly FeatureKey[]): FeatureKey[] {
  const held = new Set(features.flatMap((key) => [key, readKeyOf(key)]))
  return featureKeys.filter((key) => held.has(key))
}

/**
 * What someone with these roles may do at a customer: the sum of the mappings of their roles, write implying read, never more than
 * the customer has switched on. A role without a mapping allows nothing.
 */
export function featuresOf(user: { roles: readonly string[] }, customer: RoleMappings): ReadonlySet<FeatureKey> {
  const counts = (role: string) => user.roles.includes(role) && !(role === globalAdminRole && customer.ignoresGlobalAdminMapping)
  const granted = customer.role_feature_mappings.filter(({ role }) => counts(role)).flatMap(({ features }) => features)
  const enabled = customer.enabledFeatures && withImplied(customer.enabledFeatures)
  return new Set(withImplied(granted).filter((key) => !enabled || enabled.includes(key)))
}

/** What the customer has switched on: all that anyone can have there. */
export const featuresEnabledAt = ({ enabledFeatures }: Pick<Customer, 'enabledFeatures'>): ReadonlySet<FeatureKey> =>
  new Set(enabledFeatures ? withImplied(enabledFeatures) : featureKeys)

/** Whether someone with these features administers the customer: holds each that it has, what it lets change its environment among them. */
export function isAdministratorWith(features: ReadonlySet<FeatureKey>, customer: Pick<Customer, 'enabledFeatures'>): boolean {
  return features.has('@feature.myenvironment.write') && [...featuresEnabledAt(customer)].every((key) => features.has(key))
}

export function isGlobalAdmin({ roles }: { roles: readonly string[] }): boolean {
  return roles.includes(globalAdminRole)
}

/** Whether a signed-in subject may; what is `public` or `signed-in` they always may. */
export function canAccess(subject: Subject, access: Access): boolean {
  if (access === 'public' || access === 'signed-in') return true
  if (access === 'global-admin') return isGlobalAdmin(subject)
  if (access === 'administrators') return isGlobalAdmin(subject) || subject.features.has('@feature.myenvironment.write')
  return access.some((key) => subject.features.has(key))
}

/**
 * The access that a call demands of an API token; null: no token may make it. A call that writes takes a write key, also where people get by
 * with a read key or with being signed in. A token that leaked must not hand out rights, so none administers.
 */
export function accessOfApiToken({ method, access, tokenAccess }: Pick<Operation, 'method' | 'access' | 'tokenAccess'>): Access | null {
  if (access === 'global-admin' || access === 'administrators') return null
  if (tokenAccess !== undefined) return tokenAccess
  if (method === 'GET' || access === 'public') return access
  if (access === 'signed-in') return null
  const [first, ...more] = access.filter((key) => key !== readKeyOf(key))
  return first ? [first, ...more] : null
}

/** As `accessOfApiToken`, for a token that belongs to no user: it has no settings, sessions and notifications of its own. */
export function accessOfServiceToken(operation: Pick<Operation, 'method' | 'path' | 'access' | 'tokenAccess'>): Access | null {
  const access = accessOfApiToken(operation)
  return access === 'signed-in' && !operation.path.includes(':customerId') ? null : access
}

/** What is missing to anyone who is refused: any one of these would do. A write key is left out where reading is enough. */
export function missingFeatures(access: Access): FeatureKey[] {
  if (typeof access === 'string') return []
  return access.filter((key) => key === readKeyOf(key) || !access.includes(readKeyOf(key)))
}

type Starter = { features: ReadonlySet<FeatureKey>; customerId: string; isStaff: boolean; startPage: StartPage | null }

/** Where `/` leads: to the page that the user chose, as long as they may see it. */
export function startPath({ features, customerId, isStaff, startPage }: Starter): string {
  const tickets = `/tickets/${encodeURIComponent(customerId)}`
  if (startPage === 'inbox' && isStaff) return `${tickets}?all=true`
  if (startPage === 'tickets' && canAccess({ roles: [], features }, ticketAccess)) return tickets
  return homePath(features, customerId)
}

/** Where someone starts: the overview where they may see it, otherwise the tickets. */
export function homePath(features: ReadonlySet<FeatureKey>, customerId: string): string {
  return features.has('@feature.overview.read') ? '/dashboard' : `/tickets/${encodeURIComponent(customerId)}`
}
