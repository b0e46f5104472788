import { requireAdministrator } from '#server/features/customers/require-administrator.ts'
import { NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'

/** Staff whose role lets them make the call keep the contacts of every customer that they see; of a customer its administrators. Throws Forbidden. */
export async function requireContactKeeper(context: CallContext, customerId: string): Promise<void> {
  if (!context.caller) throw new NotSignedIn()
  if (!context.caller.isStaff) await requireAdministrator(context, customerId)
}
