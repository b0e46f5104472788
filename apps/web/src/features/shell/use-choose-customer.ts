import { useRouter } from '@tanstack/react-router'
import { addressAtCustomer } from './customer-address.ts'

/** Goes to the same kind of screen of another customer. */
export function useChooseCustomer(): (customerId: string) => void {
  const router = useRouter()
  return (customerId) => {
    void router.navigate(addressAtCustomer(router.state.location.pathname, customerId))
  }
}
