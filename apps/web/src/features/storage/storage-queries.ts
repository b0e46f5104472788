import { queryOptions } from '@tanstack/react-query'
import { getStorage } from '@vakt/contract/retention/storage.ts'
import { call } from '#web/platform/api.ts'

export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: ({ signal }) => call(getStorage, { signal }),
})
