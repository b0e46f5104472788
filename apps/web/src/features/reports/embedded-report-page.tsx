import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { embeddedTexts } from './embedded.texts.ts'
import { embedTokenQuery, isRefused } from './embedded-queries.ts'
import styles from './reports.module.css'

const PowerBiFrame = lazy(() => import('./power-bi-frame.tsx'))

/** Why Power BI gave no token, where the server says so: to staff. */
const reasonOf = (error: unknown) =>
  error instanceof ApiError ? error.errors.find(({ property }) => property === 'powerBi')?.message : undefined

/** A report of Power BI in its frame; its token is renewed before it expires. */
export function EmbeddedReportPage({ customerId, embeddedReportId }: { customerId: string; embeddedReportId: string }) {
  const words = useTexts(embeddedTexts)
  const query = useQuery(embedTokenQuery({ customerId, embeddedReportId }))
  if (query.isPending) return <DetailSkeleton />
  const toList = (
    <ButtonLink variant="default" to="/reports/$customerId" params={{ customerId }}>
      {words.all}
    </ButtonLink>
  )
  if (!query.data || isRefused(query.error))
    return (
      <>
        <ErrorState title={words.tokenFailed} error={query.error} isWholePage onRetry={() => void query.refetch()}>
          {toList}
        </ErrorState>
        {reasonOf(query.error) ? <p className={styles.dim}>{reasonOf(query.error)}</p> : null}
      </>
    )
  return (
    <div className={styles.wide}>
      <PageHeading title={query.data.name}>{words.title}</PageHeading>
      <div className={styles.actions}>{toList}</div>
      {query.isError ? <p role="status">{words.renewFailed}</p> : null}
      <Suspense fallback={<DetailSkeleton />}>
        <PowerBiFrame opened={query.data} onExpired={() => void query.refetch()} />
      </Suspense>
    </div>
  )
}
