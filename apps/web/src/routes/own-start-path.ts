import { currentSession } from '#web/platform/session.ts'
import { ownShownCustomer } from '#web/platform/shown-customer.ts'

/** Where anyone who is signed in starts: at the page that they chose. */
export async function ownStartPath(): Promise<string> {
  const session = currentSession()
  if (!session) return '/dashboard'
  const { startPath } = await import('#web/start-paths.ts')
  return startPath(ownShownCustomer(session), session.user.start_page)
}
