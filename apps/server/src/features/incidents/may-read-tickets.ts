import { ticketAccess } from '@vakt/contract/features.ts'
import { canAccess } from '@vakt/domain/access.ts'
import type { CallContext } from '#server/platform/http/serve.ts'

/** Tickets and what was said in them only for those who may see tickets: the right to the overview alone does not show them. */
export function mayReadTickets({ caller, isStaff }: CallContext): boolean {
  if (!caller) return false
  const { apiToken, roles, features } = caller
  if (apiToken && !ticketAccess.some((key) => apiToken.scope.includes(key))) return false
  return isStaff || canAccess({ roles, features }, ticketAccess)
}
