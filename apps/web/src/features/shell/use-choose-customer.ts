import { useRouter } from '@tanstack/react-router'
import { useSession } from '#web/platform/session.ts'
import { addressAtAll, addressAtCustomer } from './customer-address.ts'

/** Goes to the same kind of screen of another customer, or for null of all of them, with a group of those in a group. */
export function useChooseCustomer(): (customerId: string | null, group?: string) => void {
  const router = useRouter()
  const own = useSession().customer.customer_id
  return (customerId, group) => {
    const { pathname } = router.state.location
    void router.navigate(customerId === null ? addressAtAll(pathname, own, group) : addressAtCustomer(pathname, customerId))
  }
}
