/** What a user may do, one key each. Write implies read: see `domain/access.ts`. */
export const featureKeys = [
  '@feature.overview.read',
  '@feature.tickets.read',
  '@feature.tickets.write',
  '@feature.myenvironment.read',
  '@feature.myenvironment.write',
  '@feature.servicewindow.read',
  '@feature.servicewindow.write',
  '@feature.report.read',
  '@feature.appmonitor.read',
  '@feature.appmonitor.write',
] as const

export type FeatureKey = (typeof featureKeys)[number]

/** The role of the provider's administrators. Its holder may act in every customer. */
export const globalAdminRole = 'api-permission-global-admin'

/** The other roles of the provider's people, at all customers or at those that they are limited to. */
export const staffRoles = ['vakt-technician', 'vakt-service-desk', 'vakt-read-only'] as const

export type StaffRole = (typeof staffRoles)[number]

/** What the keys of roles begin with that the provider's administrators made for the staff. */
export const ownRolePrefix = 'vakt-own-'

/**
 * Of the provider's staff: its administrators, and others whose role has one of these features. `andAdministrators`: also those of the customer, as
 * `administrators` says.
 */
export type StaffAccess = { readonly staff: readonly [FeatureKey, ...FeatureKey[]]; readonly andAdministrators?: true }

/**
 * Who may use a call or see a screen: everyone, everyone who is signed in, the provider's administrators, these and those of the customer
 * (who hold each feature that it has, which the verb looks up), the provider's staff, or who holds any one of the listed features. An empty
 * list is not possible: an access that no one stated must not compile.
 */
export type Access = 'public' | 'signed-in' | 'global-admin' | 'administrators' | StaffAccess | readonly [FeatureKey, ...FeatureKey[]]

export const isStaffAccess = (access: Access): access is StaffAccess => typeof access === 'object' && 'staff' in access

/** What opens each part at all: reading it, or writing, which implies it. */
export const overviewAccess = ['@feature.overview.read'] as const
export const ticketAccess = ['@feature.tickets.read', '@feature.tickets.write'] as const
export const environmentAccess = ['@feature.myenvironment.read', '@feature.myenvironment.write'] as const
export const serviceWindowAccess = ['@feature.servicewindow.read', '@feature.servicewindow.write'] as const
/** Of staff: whose customers they can choose among. Whatever asks for a customer first needs it, too. */
export const customerChoiceAccess = { staff: ['@feature.overview.read'] } as const satisfies StaffAccess
/** Of staff: their own shifts on call, and swaps of them. */
export const shiftAccess = { staff: ['@feature.overview.read'] } as const satisfies StaffAccess
export const metricAccess = ['@feature.appmonitor.read', '@feature.appmonitor.write'] as const
