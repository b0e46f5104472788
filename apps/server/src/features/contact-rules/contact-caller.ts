import { NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'

/** The person who is reached. Throws NotFound for a service token, which is none. */
export function readContactCaller({ caller }: CallContext): { customerId: string; userId: string } {
  if (!caller) throw new NotSignedIn()
  if (caller.apiToken?.isService) throw new NotFound()
  return { customerId: caller.customerId, userId: caller.userId }
}
