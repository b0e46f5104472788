import { useInfiniteQuery } from '@tanstack/react-query'
import { type EntityUpload, type UploadProblem, uploadLimits } from '@vakt/contract/entities/entity-uploads.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { checkOutcomeTexts } from './check-outcome.texts.ts'
import styles from './entity-uploads.module.css'
import { entityUploadTexts } from './entity-uploads.texts.ts'
import { downloadProblems, problemListQuery } from './upload-queries.ts'

/** What is wrong in the file, by row and column. */
export function UploadProblems({ customerId, upload: { uploadId, found } }: { customerId: string; upload: EntityUpload }) {
  const words = useTexts(checkOutcomeTexts)
  const format = useFormat()
  const { failed } = useTexts(entityUploadTexts)
  const list = useInfiniteQuery(problemListQuery(customerId, uploadId))
  if (!found || found.problems === 0) return null
  const problems = list.data?.pages.flatMap((page) => page.result) ?? []
  return (
    <section className={styles.section} aria-labelledby="upload-problems">
      <div className={styles.head}>
        <h2 id="upload-problems" className={styles.subtitle}>
          {words.problemsTitle}
        </h2>
        <ExportMenu size="compact-sm" onExport={(as) => downloadProblems(customerId, uploadId, as)} />
      </div>
      <p className={styles.dim}>
        {words.problemsCount(format.number(found.problems), format.number(found.bad + (found.broken ? 1 : 0)))}
        {found.problems > uploadLimits.maxProblems ? ` ${words.tooMany}` : ''}
      </p>
      {list.isPending ? <ListSkeleton rows={3} /> : null}
      {list.isError ? <ErrorState title={failed} error={list.error} onRetry={() => void list.refetch()} /> : null}
      <ul className={styles.list}>
        {problems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row may have the same problem twice, and the list only grows
          <li key={index} className={styles.item}>
            <ProblemLine problem={problem} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
    </section>
  )
}

export function ProblemLine({ problem: { row, column, problem, value } }: { problem: UploadProblem }) {
  const words = useTexts(checkOutcomeTexts)
  const format = useFormat()
  return (
    <span className={styles.problemLine}>
      <strong>
        {words.rowNumber(format.number(row))}
        {column ? (
          <>
            {' · '}
            <bdi>{column}</bdi>
          </>
        ) : null}
      </strong>
      <span>
        {words.problems[problem]}
        {value ? <code className={styles.value}>{value}</code> : null}
      </span>
    </span>
  )
}
