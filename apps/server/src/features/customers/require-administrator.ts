import type { FeatureKey } from '@vakt/contract/features.ts'
import { featuresEnabledAt, isAdministratorWith, isGlobalAdmin } from '@vakt/domain/access.ts'
import { Forbidden, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { findCustomer } from './get-customer.ts'

/**
 * The features that the customer has switched on. Throws Forbidden for anyone who does not administer the customer: administrators of the provider
 * do, and users of it who hold each of those features; NotFound where there is no such customer.
 */
export async function requireAdministrator({ caller, pool }: CallContext, customerId: string): Promise<ReadonlySet<FeatureKey>> {
  if (!caller) throw new NotSignedIn()
  const customer = await findCustomer({ pool }, customerId)
  if (!customer) throw new NotFound()
  const enabled = featuresEnabledAt(customer)
  if (isGlobalAdmin(caller) || (!caller.isStaff && !customer.isProvider && isAdministratorWith(caller.features, customer))) return enabled
  throw new Forbidden([...enabled].filter((key) => !caller.features.has(key)).slice(0, 1))
}
