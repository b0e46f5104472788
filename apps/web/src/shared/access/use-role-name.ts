import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLanguage } from '#web/platform/language.ts'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ownRoleName } from './own-role-name.ts'
import { roleNames } from './role-names.texts.ts'
import { staffRolesQuery } from './staff-roles-query.ts'

/** What a role is called in the interface: the role itself where Vakt has no name for it. The function changes with the language and the roles. */
export function useRoleName(): (role: string) => string {
  const names: Record<string, string | undefined> = useTexts(roleNames)
  const language = useLanguage()
  const own = useQuery({ ...staffRolesQuery, enabled: isAdministrator(useSession()) }).data
  return useCallback(
    (role) => {
      const found = own?.find((one) => one.role === role)
      return found ? ownRoleName(found, language) : (names[role] ?? role)
    },
    [names, own, language],
  )
}
