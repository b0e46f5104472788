import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import styles from './paging.module.css'
import { pagingTexts } from './paging.texts.ts'
import { policiesQuery, settingsQuery } from './paging-queries.ts'
import { PolicySection } from './policy-section.tsx'

const CustomerPaging = lazy(() => import('./customer-paging.tsx').then((module) => ({ default: module.CustomerPaging })))
const LatestPages = lazy(() => import('./latest-pages.tsx').then((module) => ({ default: module.LatestPages })))
const PolicyForm = lazy(() => import('./policy-form.tsx').then((module) => ({ default: module.PolicyForm })))

const newOne = 'new'

/** Whom incidents page: the escalation policies, which customers use them, and what was paged. */
export function PagingPage() {
  const words = useTexts(pagingTexts)
  usePageTitle(words.title)
  const policies = useQuery(policiesQuery)
  const settings = useQuery(settingsQuery)
  const [open, setOpen] = useState<string | null>(null)
  const [opener, setOpener] = useState<{ of: string | null } | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  // In an effect, which runs once the form has given way to its button.
  useEffect(() => {
    if (opener) frame.current?.querySelector<HTMLElement>(`[data-opens="${opener.of}"]`)?.focus()
  }, [opener])
  const close = () => {
    setOpen(null)
    setOpener({ of: open })
  }
  const failed = [policies, settings].find((query) => query.isError && !query.data)
  const paged = settings.data?.filter(({ fromSeverity, pagesCloudOps }) => fromSeverity !== null || pagesCloudOps).length ?? 0
  const add = (
    <Button data-opens={newOne} variant={policies.data?.length ? 'default' : 'filled'} onClick={() => setOpen(newOne)}>
      {words.add}
    </Button>
  )
  return (
    <div ref={frame} className={styles.page}>
      <header>
        <h1 className={styles.title}>{words.title}</h1>
        <p className={styles.intro}>{settings.data ? words.summary(paged, settings.data.length) : words.intro}</p>
        {policies.data?.length === 0 && paged > 0 ? <p className={styles.problem}>{words.noPolicyButPaged}</p> : null}
      </header>
      {failed ? (
        <ErrorState title={words.failed} error={failed.error} onRetry={() => void Promise.all([policies.refetch(), settings.refetch()])} />
      ) : policies.data && settings.data ? (
        <>
          <section aria-labelledby="policies" className={styles.policies}>
            <h2 id="policies">{words.policies}</h2>
            {policies.data.map((policy) =>
              open === policy.policyId ? (
                <Suspense key={policy.policyId} fallback={<ListSkeleton rows={4} />}>
                  <PolicyForm policy={policy} onClose={close} />
                </Suspense>
              ) : (
                <PolicySection
                  key={policy.policyId}
                  policy={policy}
                  isOnly={policies.data.length === 1}
                  onEdit={() => setOpen(policy.policyId)}
                />
              ),
            )}
            {open === newOne ? (
              <Suspense fallback={<ListSkeleton rows={4} />}>
                <PolicyForm policy={null} onClose={close} />
              </Suspense>
            ) : policies.data.length > 0 ? (
              <div>{add}</div>
            ) : (
              <EmptyState title={words.noneTitle} text={words.noneText} icon={<BellRing size={28} strokeWidth={1.5} />}>
                {add}
              </EmptyState>
            )}
          </section>
          <section aria-labelledby="paged-customers">
            <h2 id="paged-customers">{words.customers}</h2>
            <p className={styles.intro}>{words.customersHelp}</p>
            <Suspense fallback={<ListSkeleton rows={4} />}>
              <CustomerPaging settings={settings.data} policies={policies.data} />
            </Suspense>
          </section>
          <Suspense fallback={<ListSkeleton rows={4} />}>
            <LatestPages />
          </Suspense>
        </>
      ) : (
        <ListSkeleton rows={6} />
      )}
    </div>
  )
}
