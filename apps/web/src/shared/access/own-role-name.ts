import type { Language, OwnStaffRole } from '@vakt/contract/users/session.ts'

/** In the language of the reader, else in the other one. */
export const ownRoleName = ({ name, role }: Pick<OwnStaffRole, 'name' | 'role'>, language: Language): string =>
  name[language] || name.en || name.sv || role
