import { useCallback } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { roleNames } from './role-names.texts.ts'

/** What a role is called in the interface: the role itself where Vakt has no name for it. The function changes with the language only. */
export function useRoleName(): (role: string) => string {
  const names: Record<string, string | undefined> = useTexts(roleNames)
  return useCallback((role) => names[role] ?? role, [names])
}
