import { currentSession } from '#web/platform/session.ts'
import { customerIdOf, isStaff } from '#web/platform/shown-customer.ts'

export type CustomerSearch = { customer?: string }
type Place = { params: object; search: object }

let openPlace: () => Place | undefined = () => undefined

/** The router is made from routes that keep the customer, so it can say only afterwards where the browser is. */
export function keepCustomerOf(readPlace: () => Place | undefined): void {
  openPlace = readPlace
}

/** Where the path does not say it, the search goes on saying which customer staff look at; nothing is said of their own. */
function keepCustomer<Search extends CustomerSearch>({ search, next }: { search: Search; next: (search: Search) => Search }): Search {
  const { customer, ...rest } = next(search)
  const session = currentSession()
  const place = openPlace()
  if (!session || !place) return { ...rest, ...(customer ? { customer } : {}) } as Search
  const wanted = customer ?? customerIdOf(place, session)
  return (isStaff(session) && wanted !== session.customer.customer_id ? { ...rest, customer: wanted } : rest) as Search
}

export const keepingCustomer = { middlewares: [keepCustomer] }
