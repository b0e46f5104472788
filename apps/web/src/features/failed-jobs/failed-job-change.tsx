import type { FailedJob } from '@vakt/contract/failed-jobs.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { useFailedJob } from './failed-job-queries.ts'
import styles from './failed-jobs.module.css'
import { failedJobsTexts } from './failed-jobs.texts.ts'

/** Has one job retried, or removes it. */
export function JobActions({ job, onDone }: { job: FailedJob; onDone?: () => void }) {
  const words = useTexts(failedJobsTexts)
  const change = useFailedJob(job)
  const act = (what: 'retry' | 'remove') =>
    change.mutate(what, {
      onSuccess: () => {
        onDone?.()
        showToast(what === 'retry' ? words.retried : words.removed)
      },
      onError: failureToast({ failed: words.failed, messages: { 'error.not_found': words.gone } }),
    })
  return (
    <span className={styles.actions}>
      <Button variant="default" size="compact-sm" loading={change.isPending} onClick={() => act('retry')}>
        {words.retry}
      </Button>
      <Button variant="subtle" size="compact-sm" color="red" disabled={change.isPending} onClick={() => act('remove')}>
        {words.remove}
      </Button>
    </span>
  )
}
