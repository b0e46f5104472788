import { useInfiniteQuery } from '@tanstack/react-query'
import { type FailedJob, listFailedJobs } from '@vakt/contract/failed-jobs.ts'
import { ListX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { type RowLink, useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { CustomerName } from '#web/shared/customers/customer-name.tsx'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { useRowSelection } from '#web/ui/table/use-row-selection.ts'
import { useRows } from '#web/ui/table/use-rows.ts'
import { JobActions } from './failed-job-change.tsx'
import { errorOf, FailedJobPanel, useJobName } from './failed-job-panel.tsx'
import { failedJobsQuery } from './failed-job-queries.ts'
import styles from './failed-jobs.module.css'
import { failedJobsTexts } from './failed-jobs.texts.ts'
import { failedJobsSearch } from './failed-jobs-search.ts'

const FailedJobActions = lazy(() => import('./failed-job-actions.tsx').then((module) => ({ default: module.FailedJobActions })))

function useColumns(link: RowLink): Column<FailedJob>[] {
  const words = useTexts(failedJobsTexts)
  const nameOf = useJobName()
  const format = useFormat()
  return [
    {
      key: 'work',
      label: words.work,
      width: '12rem',
      phone: 'first',
      cell: (job) => link(job.jobId, nameOf(job), nameOf(job)),
    },
    {
      key: 'customer',
      label: words.customer,
      width: '12rem',
      phone: 'hidden',
      cell: ({ customerName, customerIsClosed }) => <CustomerName name={customerName} isClosed={customerIsClosed} />,
    },
    {
      key: 'error',
      label: words.error,
      phone: 'yielding',
      wraps: true,
      cell: (job) => {
        const text = errorOf(job, words)
        return (
          <span className={styles.error} title={text}>
            {text}
          </span>
        )
      },
    },
    {
      key: 'attempts',
      label: words.attempts,
      width: '6rem',
      phone: 'second',
      cell: ({ attempts }) => (
        <>
          <span className={styles.onWide}>{format.number(attempts)}</span>
          <span className={styles.onPhone}>{words.failedTimes(format.number(attempts))}</span>
        </>
      ),
    },
    {
      key: 'since',
      label: words.since,
      width: '8rem',
      phone: 'first',
      isDim: true,
      cell: ({ failedAt }) => <RelativeTime iso={failedAt} />,
    },
    { key: 'actions', label: words.actions, width: '13rem', phone: 'hidden', cell: (job) => <JobActions job={job} /> },
  ]
}

const keyOf = ({ jobId }: FailedJob) => jobId
const batchSize = 200

/** Background work that failed at every attempt: with its error, to be retried or removed. */
export function FailedJobsPage() {
  const words = useTexts(failedJobsTexts)
  const screen = useListScreen(failedJobsSearch)
  const list = useInfiniteQuery(failedJobsQuery)
  const rows = useRows(list.data)
  const columns = useColumns(screen.link)
  const { openKey } = screen
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
      panel={
        <SidePanel label={words.details} isOpen={openKey !== undefined} onClose={screen.close}>
          {openKey ? <FailedJobPanel key={openKey} job={rows.find(({ jobId }) => jobId === openKey)} onClose={screen.close} /> : null}
        </SidePanel>
      }
    />
  )
}
