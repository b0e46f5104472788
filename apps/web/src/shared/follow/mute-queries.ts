import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getIncidentMute, muteIncident } from '@vakt/contract/notifications/follows.ts'
import { call } from '#web/platform/api.ts'

export type MuteTarget = { customerId: string; incidentId: string }

export const muteQuery = (params: MuteTarget) =>
  queryOptions({
    queryKey: ['follows', params.customerId, 'mute', params.incidentId],
    queryFn: ({ signal }) => call(getIncidentMute, { params, signal }),
  })

/** Takes the moment until which to mute; null takes it back. */
export function useMute(params: MuteTarget) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (until: string | null) => call(muteIncident, { params, body: { until } }),
    onSuccess: (state) => queryClient.setQueryData(muteQuery(params).queryKey, state),
  })
}
