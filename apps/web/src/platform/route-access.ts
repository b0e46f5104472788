import type { Access } from '@vakt/contract/features.ts'
import { flag } from './list-search.ts'
import { currentSession } from './session.ts'
import { loadShownCustomer } from './shown-customer.ts'

type Place = { params: object; search: object }

export class NotAuthorizedError extends Error {
  /** Any of what is missing would do; null: the address belongs to another customer; `whole`: they are limited to some of its resources. */
  missing: Access | 'whole' | null

  constructor(missing: Access | 'whole' | null) {
    super('Not authorized')
    this.missing = missing
  }
}

/** Whether it is about the customer that its path names, and not about all of them. */
const isOfOne = ({ params, search }: Place) => 'customerId' in params && flag((search as { all?: unknown }).all) !== true

/**
 * Stops a route, before its screen is loaded, that this user may not see, or whose customer is not theirs. A screen of the `whole` customer is
 * none of people who are limited to some of its resources.
 */
export function requireAccess(access: Access, of?: 'whole') {
  return async (place: Place): Promise<void> => {
    const session = currentSession()
    const shown = session && (await loadShownCustomer(place, session))
    if (!shown) throw new NotAuthorizedError(null)
    if (!(isOfOne(place) ? shown.canHere : shown.can)(access)) throw new NotAuthorizedError(access)
    if (of && shown.isLimited) throw new NotAuthorizedError(of)
  }
}
