import type { Customer, RoleFeatureMapping } from '@vakt/contract/customers/customers.ts'
import {
  type Access,
  type FeatureKey,
  featureKeys,
  globalAdminRole,
  isStaffAccess,
  ownRolePrefix,
  type StaffAccess,
  type StaffRole,
  staffRoles,
} from '@vakt/contract/features.ts'
import type { Operation } from '@vakt/contract/operation.ts'

type RoleMappings = Pick<Customer, 'role_feature_mappings' | 'enabledFeatures' | 'ignoresGlobalAdminMapping'>

/** What is known of someone when access is decided. `features` are those of the customer in question. */
export type Subject = { roles: readonly string[]; features: ReadonlySet<FeatureKey> }

const readKeyOf = (key: FeatureKey): FeatureKey => key.replace(/\.write$/, '.read') as FeatureKey

/** These features with what they imply (write implies read), each once, in the order in which features are listed everywhere. */
export function withImplied(features: readonly FeatureKey[]): FeatureKey[] {
  const held = new Set(features.flatMap((key) => [key, readKeyOf(key)]))
  return featureKeys.filter((key) => held.has(key))
}

/** `ownRoles` says what the roles allow that the provider has made for its staff; those that are not there allow nothing. */
type WithRoles = { roles: readonly string[]; ownRoles?: readonly RoleFeatureMapping[] }

/** What each role of the provider's people allows, at a customer no more than its administrators may do there. */
const featuresOfStaffRole: Readonly<Record<StaffRole, readonly FeatureKey[]>> = {
  'vakt-technician': [
    '@feature.overview.read',
    '@feature.tickets.write',
    '@feature.myenvironment.read',
    '@feature.servicewindow.write',
    '@feature.report.read',
    '@feature.appmonitor.write',
  ],
  'vakt-service-desk': ['@feature.overview.read', '@feature.tickets.write', '@feature.myenvironment.read', '@feature.servicewindow.read'],
  'vakt-read-only': featureKeys.filter((key) => key.endsWith('.read')),
}

const isFixedStaffRole = (role: string): role is StaffRole => (staffRoles as readonly string[]).includes(role)

/** Whether it is a role that the provider made for its staff. */
export const isOwnStaffRole = (role: string): boolean => role.startsWith(ownRolePrefix)

const isStaffRole = (role: string): boolean => isFixedStaffRole(role) || isOwnStaffRole(role)

/** Whether it makes someone one of the provider's staff; it counts for people of the provider only. */
export const isRoleOfProvider = (role: string): boolean => role === globalAdminRole || isStaffRole(role)

/** What the staff roles among these allow by themselves; nothing for an administrator, who may do what each customer says of the role. */
export function featuresOfStaffRoles({ roles, ownRoles = [] }: WithRoles): FeatureKey[] {
  const own = ownRoles.filter(({ role }) => roles.includes(role)).flatMap(({ features }) => features)
  return withImplied([...roles.filter(isFixedStaffRole).flatMap((role) => featuresOfStaffRole[role]), ...own])
}

const mapped = (roles: readonly string[], customer: RoleMappings) =>
  withImplied(customer.role_feature_mappings.filter(({ role }) => roles.includes(role)).flatMap(({ features }) => features))

/**
 * What someone with these roles may do at a customer: the sum of the mappings of their roles, write implying read, never more than
 * the customer has switched on. A role without a mapping allows nothing. A staff role allows what it says, as far as the mapping of the
 * administrators goes.
 */
export function featuresOf({ roles, ownRoles = [] }: WithRoles, customer: RoleMappings): ReadonlySet<FeatureKey> {
  const counting = roles.filter((role) => !isStaffRole(role) && !(role === globalAdminRole && customer.ignoresGlobalAdminMapping))
  const ofAdministrators = customer.ignoresGlobalAdminMapping ? featureKeys : mapped([globalAdminRole], customer)
  const ofStaff = featuresOfStaffRoles({ roles, ownRoles }).filter((key) => ofAdministrators.includes(key))
  const enabled = featuresEnabledAt(customer)
  return new Set(withImplied([...mapped(counting, customer), ...ofStaff]).filter((key) => enabled.has(key)))
}

/** What staff may do at a customer that is not their own: of those who are no administrators only the staff roles count there. */
export function featuresElsewhere({ roles, ownRoles = [] }: WithRoles, customer: RoleMappings): ReadonlySet<FeatureKey> {
  return featuresOf({ roles: isGlobalAdmin({ roles }) ? roles : roles.filter(isStaffRole), ownRoles }, customer)
}

/** What someone may do where no customer is named: what they may at their own, and of staff what their role allows. */
export function featuresAnywhere(user: WithRoles, ownCustomer: RoleMappings): ReadonlySet<FeatureKey> {
  return new Set([...featuresOf(user, ownCustomer), ...featuresOfStaffRoles(user)])
}

/** All that people who are limited to some of a customer's resources can have. */
const featuresOfLimited: readonly FeatureKey[] = [
  '@feature.overview.read',
  '@feature.tickets.read',
  '@feature.tickets.write',
  '@feature.myenvironment.read',
  '@feature.appmonitor.read',
]

/** What is left of these features to someone who is limited to some of the customer's resources. */
export const withinResourceLimit = (features: ReadonlySet<FeatureKey>): ReadonlySet<FeatureKey> =>
  new Set(featuresOfLimited.filter((key) => features.has(key)))

/** Whether people who are limited to some of the customer's resources may make this call: about themselves they may make each. */
export const isOpenToLimited = ({ access, path, openToLimited }: Pick<Operation, 'access' | 'path' | 'openToLimited'>): boolean =>
  openToLimited === true || access === 'public' || (access === 'signed-in' && !path.includes(':customerId'))

/** What the customer has switched on: all that anyone can have there. */
export const featuresEnabledAt = ({ enabledFeatures }: Pick<Customer, 'enabledFeatures'>): ReadonlySet<FeatureKey> =>
  new Set(enabledFeatures ? withImplied(enabledFeatures) : featureKeys)

/** Whether someone with these features administers the customer: holds each that it has, what it lets change its environment among them. */
export function isAdministratorWith(features: ReadonlySet<FeatureKey>, customer: Pick<Customer, 'enabledFeatures'>): boolean {
  return features.has('@feature.myenvironment.write') && [...featuresEnabledAt(customer)].every((key) => features.has(key))
}

export function isGlobalAdmin({ roles }: WithRoles): boolean {
  return roles.includes(globalAdminRole)
}

/** Whether someone is of the provider's staff, whatever they may do. The roles of another customer's people must be left out beforehand. */
export function isOfStaff({ roles }: WithRoles): boolean {
  return roles.some(isRoleOfProvider)
}

/** Whether a signed-in subject may; what is `public` or `signed-in` they always may. */
export function canAccess(subject: Subject, access: Access): boolean {
  if (access === 'public' || access === 'signed-in') return true
  if (access === 'global-admin') return isGlobalAdmin(subject)
  // Staff who may change what a customer has connected do not administer its people by that.
  if (access === 'administrators')
    return isGlobalAdmin(subject) || (!isOfStaff(subject) && subject.features.has('@feature.myenvironment.write'))
  if (isStaffAccess(access)) {
    if (isGlobalAdmin(subject)) return true
    if (isOfStaff(subject)) return access.staff.some((key) => subject.features.has(key))
    return access.andAdministrators === true && subject.features.has('@feature.myenvironment.write')
  }
  return access.some((key) => subject.features.has(key))
}

/**
 * The access that a call demands of an API token; null: no token may make it. A call that writes takes a write key, also where people get by
 * with a read key or with being signed in. A token that leaked must not hand out rights, so none administers.
 */
export function accessOfApiToken({
  method,
  access,
  tokenAccess,
}: Pick<Operation, 'method' | 'access' | 'tokenAccess'>): Exclude<Access, StaffAccess> | null {
  if (access === 'global-admin' || access === 'administrators' || isStaffAccess(access)) return null
  if (tokenAccess !== undefined) return tokenAccess
  if (method === 'GET' || access === 'public') return access
  if (access === 'signed-in') return null
  const [first, ...more] = access.filter((key) => key !== readKeyOf(key))
  return first ? [first, ...more] : null
}

/** As `accessOfApiToken`, for a token that belongs to no user: it has no settings, sessions and notifications of its own. */
export function accessOfServiceToken(
  operation: Pick<Operation, 'method' | 'path' | 'access' | 'tokenAccess'>,
): Exclude<Access, StaffAccess> | null {
  const access = accessOfApiToken(operation)
  return access === 'signed-in' && !operation.path.includes(':customerId') ? null : access
}

/** What is missing to anyone who is refused: any one of these would do. A write key is left out where reading is enough. */
export function missingFeatures(access: Access): FeatureKey[] {
  if (typeof access === 'string' || isStaffAccess(access)) return []
  return access.filter((key) => key === readKeyOf(key) || !access.includes(readKeyOf(key)))
}
