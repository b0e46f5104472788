import { useQueryClient } from '@tanstack/react-query'
import { changeManyFailedJobs, type FailedJob } from '@vakt/contract/failed-jobs.ts'
import { BulkAction } from '#web/lists/bulk-action.tsx'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { failedJobsQuery } from './failed-job-queries.ts'
import { failedJobsTexts } from './failed-jobs.texts.ts'

/** What can be done with the chosen jobs. */
export function FailedJobActions({ selection }: { selection: RowSelection<FailedJob> }) {
  const words = useTexts(failedJobsTexts)
  const queryClient = useQueryClient()
  const change = (what: 'retry' | 'remove') => (rows: FailedJob[]) => {
    const jobs = rows.map(({ customerId, jobId }) => ({ customerId, jobId }))
    return call(changeManyFailedJobs, { body: { what, jobs } })
  }
  const refresh = () => queryClient.invalidateQueries({ queryKey: failedJobsQuery.queryKey })
  const nameOf = ({ queue, rowId }: FailedJob) => `${words.queues[queue] ?? queue}: ${rowId}`
  const common = { selection, refresh, nameOf, reasons: { 'error.not_found': words.gone } }
  return (
    <>
      <BulkAction {...common} label={words.retry} run={change('retry')} done={words.manyRetried} />
      <BulkAction
        {...common}
        label={words.remove}
        run={change('remove')}
        done={words.manyRemoved}
        question={{ title: words.removeMany(selection.keys.size), text: words.removeManyText }}
      />
    </>
  )
}
