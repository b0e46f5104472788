import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listProcessRuns, skipProcessRunStep, startProcessRun, stopProcessRun } from '@vakt/contract/processes/process-runs.ts'
import { listProcesses } from '@vakt/contract/processes/processes.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { failureToast } from '#web/ui/toast/toast.ts'
import { processRunTexts } from './process-runs.texts.ts'

/** The latest runs on an incident. */
export const runsOfIncidentQuery = (customerId: string, incidentId: string) =>
  queryOptions({
    queryKey: ['process-runs', customerId, 'of-incident', incidentId],
    queryFn: ({ signal }) => call(listProcessRuns, { params: { customerId }, query: { incidentId, limit: 20 }, signal }),
  })

/** What can be started by hand on a resource; on none, every process. */
export const startableQuery = (customerId: string, entityId: string | undefined) =>
  queryOptions({
    queryKey: ['process-models', customerId, 'startable', entityId],
    queryFn: ({ signal }) =>
      call(listProcesses, { params: { customerId }, query: { limit: 100, ...(entityId ? { entityId } : {}) }, signal }),
  })

type Change =
  | { kind: 'start'; incidentId: string; processId: string }
  | { kind: 'stop'; processRunId: string }
  | { kind: 'skip'; processRunId: string; step: number }

/** What people do about runs; what is refused is said in a toast. */
export function useChangeRun(customerId: string) {
  const words = useTexts(processRunTexts)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: Change): Promise<void> => {
      if (change.kind === 'start') {
        const { incidentId, processId } = change
        await call(startProcessRun, { params: { customerId, incidentId }, body: { processId } })
      } else if (change.kind === 'stop') await call(stopProcessRun, { params: { customerId, processRunId: change.processRunId } })
      else await call(skipProcessRunStep, { params: { customerId, processRunId: change.processRunId }, body: { step: change.step } })
    },
    onError: failureToast(words),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['process-runs', customerId] }),
  })
}
