import { Forbidden } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'

/** A major incident is about several customers. Throws Forbidden for staff who do not see all of them. */
export function requireAllCustomers({ limitedTo }: Pick<CallContext, 'limitedTo'>): void {
  if (limitedTo) throw new Forbidden()
}
