import assert from 'node:assert/strict'
import { type FeatureKey, featureKeys, isStaffAccess, type StaffRole } from '@vakt/contract/features.ts'
import type { Operation } from '@vakt/contract/operation.ts'
import { setUpInstallation } from '@vakt/contract/set-up.ts'
import { accessOfServiceToken, featuresOfStaffRoles, isOpenToLimited, withinResourceLimit } from '@vakt/domain/access.ts'
import { demoAccounts } from '#server/features/demo/demo-accounts.ts'
import { fjallbo, nordan, provider } from '#server/features/demo/demo-customers.ts'
import type { TestUser } from '#server/testing/test-app.ts'

export type Account = {
  who: string
  user: TestUser | null
  customerId: string | null
  isStaff: boolean
  /** Of the provider. */
  isAdministrator: boolean
  /** The customers that someone of the staff sees; absent: all. */
  limitedTo?: readonly string[]
  /** To resources of which the customer has none: they see nothing in particular. */
  isLimited?: true
  holds: readonly FeatureKey[]
  isServiceToken?: true
}

const accountOf = (email: string, customerId: string, holds: readonly FeatureKey[], isStaff = false): Account => {
  const found = demoAccounts.find((account) => account.email === email)
  assert.ok(found, `there is no demo account ${email}`)
  return { who: email, user: { email, roles: found.roles, subject: found.subject }, customerId, isStaff, isAdministrator: isStaff, holds }
}
/** Someone of the provider who is no administrator. */
const colleagueOf = (role: StaffRole, limitedTo?: readonly string[]): Account => ({
  who: `${role} of ${limitedTo ?? 'every customer'}`,
  user: { email: `${role}@vakt.example`, roles: [role] },
  customerId: provider,
  isStaff: true,
  isAdministrator: false,
  ...(limitedTo && { limitedTo }),
  holds: featuresOfStaffRoles({ roles: [role] }),
})
/** Has a role that the provider made itself, with every feature, at one customer: it administers nothing, and reaches no other. */
export const ownRole = { role: 'vakt-own-matrix', features: featureKeys }
const ofOwnRole: Account = {
  who: 'someone of the provider with a role of its own, at one customer',
  user: { email: 'own-role@vakt.example', roles: [ownRole.role] },
  customerId: provider,
  isStaff: true,
  isAdministrator: false,
  limitedTo: [nordan],
  holds: featureKeys,
}
/** Holds every feature; its `user` is no one. */
const serviceTokenOf = (customerId: string, isStaff: boolean): Account => ({
  who: `a service token of ${customerId}`,
  user: { email: 'nobody@nowhere.example', roles: [] },
  customerId,
  isStaff,
  isAdministrator: false,
  holds: featureKeys,
  isServiceToken: true,
})
/** Someone with every role of an administrator, who is limited to resources. */
const limited: Account = {
  ...accountOf('admin@nordan.example', nordan, [...withinResourceLimit(new Set(featureKeys))]),
  ...{ who: 'someone who is limited to resources that there are not', isLimited: true },
}
limited.user = { email: 'limited@nordan.example', roles: limited.user?.roles ?? [] }
export const accounts: Account[] = [
  { who: 'nobody', user: null, customerId: null, isStaff: false, isAdministrator: false, holds: [] },
  accountOf('admin@nordan.example', nordan, featureKeys),
  accountOf(
    'reader@nordan.example',
    nordan,
    featureKeys.filter((key) => key.endsWith('.read')),
  ),
  accountOf('tickets@nordan.example', nordan, ['@feature.tickets.read', '@feature.tickets.write']),
  accountOf('admin@fjallbo.example', fjallbo, featureKeys),
  accountOf('staff@vakt.example', provider, featureKeys, true),
  colleagueOf('vakt-technician', [nordan]),
  colleagueOf('vakt-read-only'),
  ofOwnRole,
  limited,
  serviceTokenOf(nordan, false),
  serviceTokenOf(provider, true),
]
export const [, nordanAdmin, , , fjallboAdmin, staff] = accounts as [Account, Account, Account, Account, Account, Account]

/** A customer that there is not. */
const missing = '9999'
export const customers = [nordan, fjallbo, provider, missing]

/** Who works at a customer with all that it may have. */
export const accountAt = (customerId: string) =>
  [nordanAdmin, fjallboAdmin, staff].find((account) => account.customerId === customerId) ?? staff

export const mayDo = (account: Account, operation: Operation) => {
  const access = account.isServiceToken ? accessOfServiceToken(operation) : operation.access
  if (access === null) return false
  if (access === 'public') return true
  if (access === 'signed-in') return account.user !== null
  if (access === 'administrators')
    return account.isAdministrator || (!account.isStaff && account.holds.includes('@feature.myenvironment.write'))
  if (access === 'global-admin') return account.isAdministrator
  if (isStaffAccess(access)) {
    if (account.isAdministrator || account.isStaff)
      return account.isAdministrator || access.staff.some((key) => account.holds.includes(key))
    return access.andAdministrators === true && account.holds.includes('@feature.myenvironment.write')
  }
  // A token of a service sees all that the customer has switched on: of staff only administrators make them.
  if (operation.path.includes('/service-token') && account.isStaff && !account.isServiceToken) return account.isAdministrator
  return access.some((key) => account.holds.includes(key))
}

const sees = ({ isStaff, limitedTo, customerId: own }: Account, customerId: string) =>
  customerId === own || (isStaff && customerId !== missing && (!limitedTo || limitedTo.includes(customerId)))

/** Staff who do not see the provider itself may do nothing there but what anyone who is signed in may. */
const atCustomer = (account: Account, customerId: string): Account =>
  account.limitedTo && !account.limitedTo.includes(customerId) ? { ...account, isStaff: false, holds: [] } : account

/** What is about things of someone else, or at customers that the account does not see: the tests of the features cover it. */
export const isOfOthers = ({ isStaff, isAdministrator, limitedTo, isServiceToken }: Account, name: string): boolean =>
  isStaff &&
  !isAdministrator &&
  !isServiceToken &&
  (/Swap$/.test(name) ||
    (limitedTo !== undefined && ['createProviderWindow', 'getWindowGroups', 'stopWindowOfGroups', 'openMajorIncident'].includes(name)))

/** What it is about is a customer's, whom its path does not name. */
const isOfCustomer = ({ path }: Operation) => path === '/ticket/:ticketId' || path.startsWith('/major-incident/')

const namesThing = ({ path }: Operation) => /:(entity|alert|incident|(other)?ticket|attachment|series)id\b/i.test(path)

/** What a call answers: first who asks, then whose customer it is, then what they may do there. */
export function expectedStatus(account: Account, operation: Operation, customerId: string): number {
  const success = operation.result || operation.listOf || operation.fileAnswer || operation.path.endsWith('/live') ? 200 : 204
  // The matrix has a provider, and an installation is set up once.
  if (operation === setUpInstallation) return 409
  // What shows a secret of a customer that there is not shows none.
  if (operation.access === 'public') return operation.path.includes(':secret') && customerId === missing ? 404 : success
  if (!account.user) return 401
  const isTheirs = sees(account, customerId)
  if (account.isLimited && isTheirs && mayDo(account, operation))
    return isOpenToLimited(operation) ? (namesThing(operation) ? 404 : success) : 403
  if (operation.ownUsersOnly && isTheirs && customerId !== account.customerId) return 403
  if (operation.path.includes(':customerId')) return isTheirs ? (mayDo(atCustomer(account, customerId), operation) ? success : 403) : 404
  if (!mayDo(account, operation)) return 403
  // Other things without a customer in their path are the caller's own.
  const isFound = isTheirs && (!isOfCustomer(operation) || atCustomer(account, customerId) === account)
  return operation.path.includes(':') && !isFound ? 404 : success
}
