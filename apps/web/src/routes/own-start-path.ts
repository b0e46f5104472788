import { startPath } from '@vakt/domain/access.ts'
import { currentSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'

/** Where anyone who is signed in starts: at the page that they chose. */
export function ownStartPath(): string {
  const session = currentSession()
  if (!session) return '/dashboard'
  const { features, customer, user } = session
  return startPath({ features, customerId: customer.customer_id, isStaff: isStaff(session), startPage: user.start_page })
}
