import type { Access } from '@vakt/contract/features.ts'
import { canAccess } from '@vakt/domain/access.ts'
import type { CallContext } from '#server/platform/http/serve.ts'

/** Whether the caller may read another part of the customer whose incident they read. */
export function mayRead({ caller, isStaff }: CallContext, access: Access): boolean {
  if (!caller) return false
  return (isStaff && !caller.apiToken) || canAccess(caller, access)
}
