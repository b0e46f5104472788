import { type Access, type FeatureKey, isStaffAccess } from '@vakt/contract/features.ts'
import { withinResourceLimit } from '@vakt/domain/access.ts'

/** The features of which any one would open the screen, without those that only say more than another: write implies read. */
export function missingFeatures(access: Access | 'whole' | null | undefined): FeatureKey[] {
  if (!access || typeof access === 'string' || isStaffAccess(access)) return []
  return access.filter((key) => !key.endsWith('.write') || !access.some((other) => other === key.replace(/\.write$/, '.read')))
}

/** Whether it stays closed to people who are limited to some resources whatever roles they are given. */
export const isClosedByLimit = (access: Access | 'whole' | null | undefined): boolean =>
  access === 'whole' ||
  access === 'administrators' ||
  (Array.isArray(access) && withinResourceLimit(new Set<FeatureKey>(access)).size === 0)
