import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { getUserPhoneNumber, saveUserPhoneNumber } from '@vakt/contract/on-call/phone-numbers.ts'
import { call } from '#web/platform/api.ts'
import { PhoneNumberSection } from '#web/shared/phone-number/phone-number-section.tsx'

type Whose = { customerId: string; userId: string }

const numberQuery = (params: Whose) =>
  queryOptions({
    queryKey: ['phone-numbers', params.customerId, params.userId],
    queryFn: ({ signal }) => call(getUserPhoneNumber, { params, signal }),
  })

/** The telephone number of a user, for staff. Nothing while it is loaded. */
export function UserPhoneNumber(params: Whose) {
  const queryClient = useQueryClient()
  const { data } = useQuery(numberQuery(params))
  if (!data) return null
  const save = async (number: string | null) =>
    queryClient.setQueryData(numberQuery(params).queryKey, await call(saveUserPhoneNumber, { params, body: { number } }))
  return <PhoneNumberSection {...data} heading="h3" save={save} remove={() => save(null)} />
}
