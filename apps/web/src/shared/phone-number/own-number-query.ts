import { queryOptions } from '@tanstack/react-query'
import { getPhoneNumber } from '@vakt/contract/on-call/phone-numbers.ts'
import { call } from '#web/platform/api.ts'

export const ownNumberQuery = queryOptions({
  queryKey: ['phone-numbers', 'own'],
  queryFn: ({ signal }) => call(getPhoneNumber, { signal }),
})
