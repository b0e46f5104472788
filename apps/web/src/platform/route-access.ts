import type { Access } from '@vakt/contract/features.ts'
import { currentSession } from './session.ts'
import { loadShownCustomer } from './shown-customer.ts'

export class NotAuthorizedError extends Error {
  /** Any of what is missing would do; null: the address belongs to another customer. */
  missing: Access | null

  constructor(missing: Access | null) {
    super('Not authorized')
    this.missing = missing
  }
}

/** Stops a route, before its screen is loaded, that this user may not see, or whose customer is not theirs. */
export function requireAccess(access: Access) {
  return async (place: { params: object; search: object }): Promise<void> => {
    const session = currentSession()
    const shown = session && (await loadShownCustomer(place, session))
    if (!shown) throw new NotAuthorizedError(null)
    if (!shown.can(access)) throw new NotAuthorizedError(access)
  }
}
