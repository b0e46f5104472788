import { type FeatureKey, featureKeys } from '@vakt/contract/features.ts'
import type { NewPermissions, Permissions } from '@vakt/contract/users/administration.ts'
import { type Area, keyOf, type Level } from '#web/shared/access/feature-areas.ts'

/** What is being changed: the features of the customer, and those of each role. */
export type Draft = { customer: FeatureKey[]; roles: { role: string; features: FeatureKey[] }[] }

const inOrder = (held: ReadonlySet<FeatureKey>): FeatureKey[] => featureKeys.filter((key) => held.has(key))

export function draftOf({ enabledFeatures, role_feature_mappings }: Permissions): Draft {
  return {
    customer: inOrder(new Set(enabledFeatures ?? featureKeys)),
    roles: role_feature_mappings.map(({ role, features }) => ({ role, features: inOrder(new Set(features)) })),
  }
}

/** Everything switched on is said as null, so that a feature that comes later is on as well. */
export function bodyOf({ customer, roles }: Draft, version: number): NewPermissions {
  return { enabledFeatures: customer.length === featureKeys.length ? null : customer, role_feature_mappings: roles, version }
}

/** Writing needs reading: the one is switched on with the other, and off with it. */
export function withFeature(features: readonly FeatureKey[], area: Area, level: Level, isOn: boolean): FeatureKey[] {
  const held = new Set(features)
  const both = [keyOf(area, 'read'), keyOf(area, 'write')]
  for (const key of isOn === (level === 'write') ? both : [keyOf(area, level)]) {
    if (!key) continue
    if (isOn) held.add(key)
    else held.delete(key)
  }
  return inOrder(held)
}

export type Difference = { role: string | null; key: FeatureKey; theirs: boolean; yours: boolean }

const rowsOf = (draft: Draft) =>
  new Map<string | null, FeatureKey[]>([[null, draft.customer], ...draft.roles.map((one) => [one.role, one.features] as const)])

/** Where two drafts are not the same; `role` null is the customer itself. */
export function findDifferences(theirs: Draft, yours: Draft): Difference[] {
  const [one, other] = [rowsOf(theirs), rowsOf(yours)]
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((role) =>
    featureKeys
      .map((key) => ({ role, key, theirs: one.get(role)?.includes(key) ?? false, yours: other.get(role)?.includes(key) ?? false }))
      .filter((found) => found.theirs !== found.yours),
  )
}

const namesOf = (draft: Draft) =>
  draft.roles
    .map(({ role }) => role)
    .toSorted()
    .join('\n')

export const isSame = (one: Draft, other: Draft): boolean => findDifferences(one, other).length === 0 && namesOf(one) === namesOf(other)
