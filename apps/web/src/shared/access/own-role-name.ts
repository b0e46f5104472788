import type { Language } from '@vakt/contract/users/session.ts'
import type { OwnStaffRole } from '@vakt/contract/users/staff-roles.ts'

/** In the language of the reader, else in the other one. */
export const ownRoleName = ({ name, role }: Pick<OwnStaffRole, 'name' | 'role'>, language: Language): string =>
  name[language] || name.en || name.sv || role
