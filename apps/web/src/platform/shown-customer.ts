import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { getCustomer } from '@vakt/contract/customers/customers.ts'
import type { Access, FeatureKey } from '@vakt/contract/features.ts'
import { canAccess, featuresElsewhere, isOfStaff } from '@vakt/domain/access.ts'
import { createContext, useContext, useMemo } from 'react'
import { call } from './api.ts'
import { queryClient } from './query.ts'
import { type Session, useSession } from './session.ts'

/** The customer that a screen is about, and what the user may do there. */
export type ShownCustomer = {
  customerId: string
  /** The id while the name is on its way. */
  name: string
  isOwn: boolean
  /** The provider itself, to its staff. */
  isProvider: boolean
  features: ReadonlySet<FeatureKey>
  /** Where the provider itself is shown, what staff may do at any customer. */
  can(access: Access): boolean
  /** What they may do at this very customer. */
  canHere(access: Access): boolean
  /** To someone who is limited to some of its resources, and may make no call that is not `openToLimited` in the contract. */
  isLimited: boolean
}

type Place = { params: object; search: object }

/** Of the provider's people, whatever their role. What it lets them do `can` says. */
export const isStaff = (session: Session): boolean => isOfStaff({ roles: session.user.permissions })

/** Staff may be limited to customers, of which the provider itself is none. */
export const seesOwnCustomer = ({ user }: Session): boolean => user.sees_own_customer !== false

/** An administrator of the provider. */
export const isAdministrator = (session: Session): boolean => session.can('global-admin')

/** `?customer=`, by which staff look at another customer where the path names none. */
export function customerSearch(search: Record<string, unknown>): { customer?: string } {
  return typeof search.customer === 'string' && search.customer ? { customer: search.customer } : {}
}

/** The customer of the path, for staff else that of `?customer=`, else the user's own. */
export function customerIdOf({ params, search }: Place, session: Session): string {
  const own = session.customer.customer_id
  const { customerId } = params as { customerId?: string }
  return customerId ?? (isStaff(session) ? (customerSearch({ ...search }).customer ?? own) : own)
}

const customerQuery = (customerId: string) =>
  queryOptions({ queryKey: ['customers', customerId], queryFn: ({ signal }) => call(getCustomer, { params: { customerId }, signal }) })

/** The user's own customer, as a screen that names no other shows it. */
export const ownShownCustomer = (session: Session): ShownCustomer => ({
  customerId: session.customer.customer_id,
  name: session.customer.customer_name,
  isOwn: true,
  isProvider: isStaff(session),
  features: session.features,
  can: session.can,
  canHere: (access) => canAccess({ roles: session.user.permissions, features: session.featuresAtOwn }, access),
  isLimited: session.user.resource_limit !== undefined,
})

type Loaded = Awaited<ReturnType<typeof call<typeof getCustomer>>>

function another(customerId: string, customer: Loaded | undefined, session: Session): ShownCustomer {
  const { permissions: roles, own_roles: ownRoles } = session.user
  const features = customer ? featuresElsewhere({ roles, ownRoles }, customer) : new Set<FeatureKey>()
  const can = (access: Access) => canAccess({ roles, features }, access)
  return {
    ...{ customerId, name: customer?.customer_name ?? customerId, isOwn: false, isProvider: false },
    ...{ features, can, canHere: can, isLimited: false },
  }
}

/** For a route, before its screen is loaded. Null when the place is about someone else's customer. Throws `ApiError`. */
export async function loadShownCustomer(place: Place, session: Session): Promise<ShownCustomer | null> {
  const customerId = customerIdOf(place, session)
  if (customerId === session.customer.customer_id) return ownShownCustomer(session)
  if (!isStaff(session)) return null
  return another(customerId, await queryClient.ensureQueryData(customerQuery(customerId)), session)
}

/** Worked out once for all that is on the screen: each row of a list may ask. */
export const ShownCustomerContext = createContext<ShownCustomer | null>(null)

/** For the frame around the screens, which tells them by `ShownCustomerContext`. */
export function useCustomerOfPlace(): ShownCustomer {
  const session = useSession()
  const place = { params: useParams({ strict: false }), search: useSearch({ strict: false }) }
  const customerId = customerIdOf(place, session)
  const isOther = customerId !== session.customer.customer_id && isStaff(session)
  const { data } = useQuery({ ...customerQuery(customerId), enabled: isOther })
  return useMemo(() => (isOther ? another(customerId, data, session) : ownShownCustomer(session)), [isOther, customerId, data, session])
}

/** The customer that the open screen is about. */
export function useShownCustomer(): ShownCustomer {
  const shown = useContext(ShownCustomerContext)
  if (!shown) throw new Error('No customer is shown outside of the screens')
  return shown
}
