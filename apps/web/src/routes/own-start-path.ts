import { startPath } from '#web/navigation.ts'
import { currentSession } from '#web/platform/session.ts'
import { ownShownCustomer } from '#web/platform/shown-customer.ts'

/** Where anyone who is signed in starts: at the page that they chose. */
export function ownStartPath(): string {
  const session = currentSession()
  if (!session) return '/dashboard'
  return startPath(ownShownCustomer(session), session.user.start_page)
}
