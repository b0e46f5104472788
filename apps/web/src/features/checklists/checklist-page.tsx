import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { checklistQuery, useHideChecklist } from './checklist-queries.ts'
import styles from './checklists.module.css'
import { checklistTexts } from './checklists.texts.ts'
import { InstallationStep } from './installation-step.tsx'

/** Everything that a new installation needs, each step with its test; below, what else is to know about the installation. */
export function ChecklistPage({ secretKeys }: { secretKeys: ReactNode }) {
  const words = useTexts(checklistTexts)
  const query = useQuery(checklistQuery)
  const hide = useHideChecklist()
  if (query.isPending) return <ListSkeleton rows={6} />
  if (!query.data) return <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
  const { items, isComplete, isHidden } = query.data
  const done = items.filter(({ state }) => state === 'done').length
  return (
    <div className={styles.page}>
      <PageHeading title={words.title}>{isComplete ? words.complete : `${words.progress(done, items.length)}. ${words.intro}`}</PageHeading>
      <ol className={styles.steps}>
        {items.map((step) => (
          <InstallationStep key={step.item} step={step} />
        ))}
      </ol>
      {isComplete ? null : (
        <div className={styles.foot}>
          {isHidden ? <p>{words.hidden}</p> : null}
          <Button variant="subtle" loading={hide.isPending} onClick={() => hide.mutate(!isHidden)}>
            {isHidden ? words.show : words.hide}
          </Button>
          {hide.isError ? <p role="alert">{failureText(hide.error, { failed: words.notSaved })}</p> : null}
        </div>
      )}
      {secretKeys}
    </div>
  )
}
