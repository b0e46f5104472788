import type { RoleFeatureMapping } from '@vakt/contract/customers/customers.ts'
import type { FeatureKey } from '@vakt/contract/features.ts'
import type { AdministeredStaffRole, NewStaffRole } from '@vakt/contract/users/staff-roles.ts'
import { featuresOfStaffRoles } from '@vakt/domain/access.ts'
import { type Area, areas, keyOf, type Level } from '#web/shared/access/feature-areas.ts'

export type AreaLevel = 'none' | Level

/** What a role has of an area: writing implies reading. */
export function levelOf(features: readonly FeatureKey[], area: Area): AreaLevel {
  const has = (level: Level) => features.some((key) => key === keyOf(area, level))
  if (has('write')) return 'write'
  return has('read') ? 'read' : 'none'
}

export type RoleValues = { name: { en: string; sv: string }; description: string; areas: Record<Area, AreaLevel> }

const areasOf = (features: readonly FeatureKey[]) =>
  Object.fromEntries(areas.map((area) => [area, levelOf(features, area)])) as Record<Area, AreaLevel>

export const valuesOf = ({
  name,
  description,
  features,
}: Pick<AdministeredStaffRole, 'name' | 'description' | 'features'>): RoleValues => ({
  name,
  description,
  areas: areasOf(features),
})

/** Whether it has rights at customers among which it cannot choose. See `customerChoiceAccess`. */
export const lacksCustomerChoice = (levels: Record<Area, AreaLevel>): boolean =>
  levels.overview === 'none' && areas.some((area) => levels[area] !== 'none')

/** What another role allows, without its name. */
export const copyOf = (role: string, own: readonly RoleFeatureMapping[]): RoleValues =>
  valuesOf({ name: { en: '', sv: '' }, description: '', features: featuresOfStaffRoles({ roles: [role], ownRoles: own }) })

/** What is sent of it. */
export const roleOf = ({ name, description, areas: levels }: RoleValues): NewStaffRole => ({
  name: { en: name.en ?? '', sv: name.sv ?? '' },
  description: description ?? '',
  features: areas.flatMap((area) => {
    const wanted: readonly Level[] = levels[area] === 'write' ? ['read', 'write'] : levels[area] === 'read' ? ['read'] : []
    return wanted.flatMap((level) => keyOf(area, level) ?? [])
  }),
})
