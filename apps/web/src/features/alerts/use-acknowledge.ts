import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeIncident } from '@vakt/contract/incidents/incident-details.ts'
import { call } from '#web/platform/api.ts'

/** Acknowledges the incident of an alert; what shows it is asked for again, whether it was acknowledged or someone else was first. */
export function useAcknowledge(customerId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ incidentId, version }: { incidentId: string; version: number }) =>
      call(changeIncident, { params: { customerId, incidentId }, body: { version, state: 'acknowledged' } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['alerts', customerId] }),
        queryClient.invalidateQueries({ queryKey: ['incidents', customerId] }),
      ]),
  })
}
