import { NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'

/** The person whose shifts they are; a service token has none. */
export function readOnCallCaller({ caller }: CallContext): { customerId: string; userId: string; name: string } {
  if (!caller) throw new NotSignedIn()
  return { customerId: caller.customerId, userId: caller.userId, name: caller.name }
}
