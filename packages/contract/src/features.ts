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

/**
 * Who may use a call or see a screen: everyone, everyone who is signed in, the provider's administrators, these and those of the customer
 * (who hold each feature that it has, which the verb looks up), or who holds any one of the listed features. An empty list is not possible:
 * an access that no one stated must not compile.
 */
export type Access = 'public' | 'signed-in' | 'global-admin' | 'administrators' | readonly [FeatureKey, ...FeatureKey[]]

/** What opens each part at all: reading it, or writing, which implies it. */
export const overviewAccess = ['@feature.overview.read'] as const
export const ticketAccess = ['@feature.tickets.read', '@feature.tickets.write'] as const
export const environmentAccess = ['@feature.myenvironment.read', '@feature.myenvironment.write'] as const
export const serviceWindowAccess = ['@feature.servicewindow.read', '@feature.servicewindow.write'] as const
export const metricAccess = ['@feature.appmonitor.read', '@feature.appmonitor.write'] as const
