import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getRetention, getRetentionEffect, type RetentionChange, saveRetention } from '@vakt/contract/retention/retention.ts'
import type { RetentionKind } from '@vakt/contract/retention/retention-terms.ts'
import { call } from '#web/platform/api.ts'

export const retentionQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['storage', 'retention', customerId],
    queryFn: ({ signal }) => call(getRetention, { params: { customerId }, signal }),
  })

export type AskedDays = Partial<Record<RetentionKind, number>>

export const retentionEffectQuery = (customerId: string, asked: AskedDays) =>
  queryOptions({
    queryKey: ['storage', 'retention', customerId, 'effect', asked],
    queryFn: ({ signal }) => call(getRetentionEffect, { params: { customerId }, query: asked, signal }),
    placeholderData: keepPreviousData,
  })

export function useSaveRetention(customerId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RetentionChange) => call(saveRetention, { params: { customerId }, body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['storage'] })
      void queryClient.invalidateQueries({ queryKey: ['recorded-actions'] })
    },
  })
}
