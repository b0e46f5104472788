import { type FeatureKey, featureKeys, globalAdminRole } from '@vakt/contract/features.ts'

/** What the roles of a customer allow until someone says otherwise. */
export const defaultRoleFeatures: Readonly<Record<string, readonly FeatureKey[]>> = {
  'customer-admin': featureKeys,
  'customer-reader': featureKeys.filter((key) => key.endsWith('.read')),
  'customer-tickets': ['@feature.tickets.read', '@feature.tickets.write'],
  [globalAdminRole]: featureKeys,
}
