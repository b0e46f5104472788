import type { Access } from '@vakt/contract/features.ts'
import { canAccess, isGlobalAdmin } from '@vakt/domain/access.ts'
import type { CallContext } from '#server/platform/http/serve.ts'

/** Whether the caller may read another part of the customer whose incident they read. */
export function mayRead({ caller }: CallContext, access: Access): boolean {
  if (!caller) return false
  return (isGlobalAdmin(caller) && !caller.apiToken) || canAccess(caller, access)
}
