import { useInfiniteQuery } from '@tanstack/react-query'
import { type FailedJob, listFailedJobs } from '@vakt/contract/failed-jobs.ts'
import { ListX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { listSearch } from '#web/platform/list-search.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRowSelection } from '#web/ui/table/use-row-selection.ts'
import { useRows } from '#web/ui/table/use-rows.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { failedJobsQuery, useFailedJob } from './failed-job-queries.ts'
import styles from './failed-jobs.module.css'
import { failedJobsTexts } from './failed-jobs.texts.ts'

const FailedJobActions = lazy(() => import('./failed-job-actions.tsx').then((module) => ({ default: module.FailedJobActions })))

function useColumns(): Column<FailedJob>[] {
  const words = useTexts(failedJobsTexts)
  // Which maintenance it was says its name; elsewhere the row is an id.
  const nameOf = ({ queue, rowId }: FailedJob) => `${words.queues[queue] ?? queue}${queue === 'schedules' ? `: ${rowId}` : ''}`
  const format = useFormat()
  return [
    { key: 'work', label: words.work, width: '12rem', phone: 'first', cell: nameOf },
    { key: 'customer', label: words.customer, width: '12rem', phone: 'second', cell: ({ customerName }) => customerName },
    {
      key: 'error',
      label: words.error,
      phone: 'second',
      cell: ({ error }) => {
        const text = error === 'worker_lost' ? words.workerLost : (error ?? '')
        return (
          <span className={styles.error} title={text}>
            {text}
          </span>
        )
      },
    },
    { key: 'attempts', label: words.attempts, width: '6rem', phone: 'hidden', cell: ({ attempts }) => format.number(attempts) },
    {
      key: 'since',
      label: words.since,
      width: '8rem',
      phone: 'hidden',
      isDim: true,
      cell: ({ failedAt }) => <RelativeTime iso={failedAt} />,
    },
    { key: 'actions', label: words.actions, width: '13rem', phone: 'first', cell: (job) => <Actions job={job} /> },
  ]
}

function Actions({ job }: { job: FailedJob }) {
  const words = useTexts(failedJobsTexts)
  const change = useFailedJob(job)
  const act = (what: 'retry' | 'remove') =>
    change.mutate(what, {
      onSuccess: () => showToast(what === 'retry' ? words.retried : words.removed),
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

const keyOf = ({ jobId }: FailedJob) => jobId
const batchSize = 200

const failedJobsSearch = listSearch({ list: 'failed-jobs' })

/** Background work that failed at every attempt: with its error, to be retried or removed. */
export function FailedJobsPage() {
  const words = useTexts(failedJobsTexts)
  const screen = useListScreen(failedJobsSearch)
  const list = useInfiniteQuery(failedJobsQuery)
  const rows = useRows(list.data)
  const columns = useColumns()
  const selection = useRowSelection({
    rows,
    keyOf,
    labelOf: ({ rowId }) => words.select(rowId),
    labelOfAll: words.selectAll,
    batchSize,
    list,
  })
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.title}
      conclusion={rows.length > 0 ? words.conclusion(rows.length, list.hasNextPage) : null}
      onExport={(format) => downloadList(listFailedJobs, {}, format)}
      columns={columns}
      rowKey={keyOf}
      selection={selection}
      bulk={
        <Suspense>
          <FailedJobActions selection={selection} />
        </Suspense>
      }
      words={{ failed: words.listFailed }}
      empty={<EmptyState title={words.nothing} text={words.nothingText} icon={<ListX size={28} strokeWidth={1.5} />} />}
    />
  )
}
