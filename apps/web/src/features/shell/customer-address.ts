type Address =
  | { to: '/dashboard' | '/alert-overview' | '/tickets/create'; search: { customer: string } }
  | { to: '/tickets/$customerId'; params: { customerId: string } }

/** The screen to go to when staff choose another customer: the same kind of screen, never a row of the customer they leave. */
export function addressAtCustomer(pathname: string, customerId: string): Address {
  const search = { customer: customerId }
  if (pathname === '/alert-overview' || pathname === '/tickets/create') return { to: pathname, search }
  if (pathname.startsWith('/tickets/')) return { to: '/tickets/$customerId', params: { customerId } }
  return { to: '/dashboard', search }
}
