import { featureKeys, ownRolePrefix } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { object, oneLine, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { OwnStaffRole } from '@vakt/contract/users/session.ts'

/** How many of those who have a role are named. */
export const namedHolders = 10

export const AdministeredStaffRole = object({
  ...OwnStaffRole.properties,
  description: Type.String(),
  /** Who has it, is invited with it or gets it by the sign-in rules; it cannot be removed before no one does. */
  holders: object({
    people: Type.Integer(),
    names: Type.Array(Type.String(), { maxItems: namedHolders }),
    invitations: Type.Integer(),
    isWelcomeRole: Type.Boolean(),
  }),
  /** Goes up with each change. */
  version: Type.Integer(),
})
export type AdministeredStaffRole = Static<typeof AdministeredStaffRole>

export const listStaffRoles = operation({
  summary: 'The roles that the provider has made for its staff',
  method: 'GET',
  path: '/admin/staff-role',
  access: 'global-admin',
  result: Type.Array(AdministeredStaffRole),
})

export const mostStaffRoles = 50

export const ownRoleKey = () =>
  Type.String({
    pattern: `^${ownRolePrefix}[a-z0-9-]{1,60}$`,
    description: 'Such as `vakt-own-network`: as the identity provider names it, too',
    messages: { pattern: 'staff_roles.key_wrong' },
  })

const roleFields = () => ({
  name: object({ en: oneLine({ maxLength: 60 }), sv: oneLine({ maxLength: 60 }) }),
  description: Type.String({ maxLength: 300 }),
  features: Type.Array(oneOf(featureKeys), {
    minItems: 1,
    maxItems: featureKeys.length,
    messages: { minItems: 'staff_roles.features_empty' },
  }),
})

export const NewStaffRole = object({
  /** Made from the name where it is left out. */
  role: Type.Optional(ownRoleKey()),
  ...roleFields(),
})
export type NewStaffRole = Static<typeof NewStaffRole>

export const createStaffRole = operation({
  summary:
    'Make a role for the staff of the provider. It allows at most what administrators may do at each customer, and administers nothing',
  method: 'POST',
  path: '/admin/staff-role',
  access: 'global-admin',
  recordsItself: ['staff-role.create'],
  body: NewStaffRole,
  result: AdministeredStaffRole,
})

export const StaffRoleChange = object({
  ...roleFields(),
  /** The version that the change was made from; another one answers 409. */
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
})
export type StaffRoleChange = Static<typeof StaffRoleChange>

export const changeStaffRole = operation({
  summary: 'Change a role of the staff; it counts from the next request of those who have it',
  method: 'PUT',
  path: '/admin/staff-role/:role',
  access: 'global-admin',
  recordsItself: ['staff-role.change'],
  body: StaffRoleChange,
  result: AdministeredStaffRole,
})

export const removeStaffRole = operation({
  summary: 'Remove a role of the staff that no one has any more',
  method: 'DELETE',
  path: '/admin/staff-role/:role',
  access: 'global-admin',
  recordsItself: ['staff-role.remove'],
})
