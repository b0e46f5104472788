import { queryOptions } from '@tanstack/react-query'
import { getEntity } from '@vakt/contract/entities/entities.ts'
import { call } from '#web/platform/api.ts'

export const entityQuery = (customerId: string, entityId: string) =>
  queryOptions({
    queryKey: ['entities', customerId, 'one', entityId],
    queryFn: ({ signal }) => call(getEntity, { params: { customerId, entityId }, signal }),
  })
