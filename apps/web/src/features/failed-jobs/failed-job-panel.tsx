import type { FailedJob } from '@vakt/contract/failed-jobs.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CustomerName } from '#web/shared/customers/customer-name.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { PanelContent, PanelPart, PanelTitle } from '#web/ui/overlay/panel-content.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { JobActions } from './failed-job-change.tsx'
import styles from './failed-jobs.module.css'
import { failedJobsTexts } from './failed-jobs.texts.ts'

/** The name of a job. Which maintenance it was says its row; elsewhere the row is an id. */
export function useJobName(): (job: Pick<FailedJob, 'queue' | 'rowId'>) => string {
  const { queues } = useTexts(failedJobsTexts)
  return ({ queue, rowId }) => `${queues[queue] ?? queue}${queue === 'schedules' ? `: ${rowId}` : ''}`
}

export const errorOf = ({ error }: Pick<FailedJob, 'error'>, { workerLost, noError }: Record<'workerLost' | 'noError', string>): string =>
  error === 'worker_lost' ? workerLost : error || noError

/** One failed job with the whole error. */
export function FailedJobPanel({ job, onClose }: { job: FailedJob | undefined; onClose: () => void }) {
  const words = useTexts(failedJobsTexts)
  const format = useFormat()
  const nameOf = useJobName()
  if (!job) return <EmptyState title={words.details} text={words.notThere} />
  return (
    <PanelContent>
      <PanelTitle>{nameOf(job)}</PanelTitle>
      <JobActions job={job} onDone={onClose} />
      <PanelPart title={words.error}>
        <p className={styles.wholeError}>{errorOf(job, words)}</p>
      </PanelPart>
      <Facts>
        <Fact label={words.customer}>
          <CustomerName name={job.customerName} isClosed={job.customerIsClosed} />
        </Fact>
        <Fact label={words.attempts}>{format.number(job.attempts)}</Fact>
        <Fact label={words.since}>{format.exact(job.failedAt)}</Fact>
        <Fact label={words.created}>{format.exact(job.createdAt)}</Fact>
        <Fact label={words.row}>{job.rowId}</Fact>
      </Facts>
    </PanelContent>
  )
}
