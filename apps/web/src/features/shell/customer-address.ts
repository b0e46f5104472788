/** A place in the portal, as links and the router take it. */
export type Address =
  | { to: '/dashboard' | (typeof staying)[number]; search: { customer: string; of?: string[] } }
  | { to: '/alert-overview'; search: { customer: string; alert: string } }
  | { to: (typeof listsOfCustomer)[number]; params: { customerId: string } }
  | { to: (typeof listsByPath)[number]; params: { customerId: string }; search: { all: true; of?: string[] } }
  | { to: (typeof listsBySearch)[number]; search: { customer: string; all: true; of?: string[] } }
  | { to: '/my-environment/$customerId/$entityId/information'; params: { customerId: string; entityId: string } }
  | { to: '/incidents/$customerId/$incidentId'; params: { customerId: string; incidentId: string } }
  | { to: '/tickets/$customerId/$ticketId/details'; params: { customerId: string; ticketId: string } }
  | { to: '/alert-rules/$customerId'; params: { customerId: string }; search: { rule: string } }

const staying = [
  '/alert-overview',
  '/tickets/create',
  '/admin',
  '/admin/permissions',
  '/admin/users',
  '/admin/customer-settings',
  '/admin/customer-card',
  '/admin/incident-contacts',
  '/admin/integrations',
  '/admin/storage',
] as const

/** Lists over all customers whose path names one: the provider's own. */
const listsByPath = [
  '/incidents/$customerId',
  '/tickets/$customerId',
  '/service-window/$customerId',
  '/alert-rules/$customerId',
  '/my-environment/$customerId',
  '/automation/$customerId/runs',
  '/automation/$customerId',
] as const

/** Lists over all customers whose path names none. */
const listsBySearch = ['/alert-overview', '/admin/integrations'] as const

/** Lists whose path names the customer. */
const listsOfCustomer = listsByPath

/** The list at this path, or the one that what is at it belongs to. */
const listAt = <const To extends string>(lists: readonly To[], pathname: string): To | undefined => {
  const parts = pathname.split('/')
  return lists.find((to) => to.split('/').every((part, index) => part.startsWith('$') || part === parts[index]))
}

const isStaying = (pathname: string): pathname is (typeof staying)[number] => staying.some((one) => one === pathname)

/** The screen to go to when staff choose another customer: the same kind of screen, never a row of the customer they leave. */
export function addressAtCustomer(pathname: string, customerId: string): Address {
  const search = { customer: customerId }
  if (isStaying(pathname)) return { to: pathname, search }
  const list = listAt(listsOfCustomer, pathname)
  return list ? { to: list, params: { customerId } } : { to: '/dashboard', search }
}

/** The same kind of list over all customers, or those of a group, for staff, whose own customer is given; else their dashboard. */
export function addressAtAll(pathname: string, own: string, group?: string): Address {
  const of = group === undefined ? {} : { of: [group] }
  const list = listAt(listsByPath, pathname)
  if (list) return { to: list, params: { customerId: own }, search: { all: true, ...of } }
  const bySearch = listsBySearch.find((to) => to === pathname)
  return bySearch ? { to: bySearch, search: { customer: own, all: true, ...of } } : { to: '/dashboard', search: { customer: own, ...of } }
}
