import type { Access } from '@vakt/contract/features.ts'
import { isGlobalAdmin } from '@vakt/domain/access.ts'
import { currentSession } from './session.ts'

export class NotAuthorizedError extends Error {}

/** Stops a route, before its screen is loaded, that this user may not see, or whose `customerId` is not theirs. */
export function requireAccess(access: Access): (route: { params: object }) => void {
  return ({ params }) => {
    const session = currentSession()
    const { customerId } = params as { customerId?: string }
    const isTheirs = !customerId || customerId === session?.customer.customer_id
    if (session?.can(access) && (isTheirs || isGlobalAdmin({ roles: session.user.permissions }))) return
    throw new NotAuthorizedError('Not authorized')
  }
}
