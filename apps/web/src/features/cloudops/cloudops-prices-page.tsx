import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useSession } from '#web/platform/session.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import styles from './cloudops.module.css'
import { cloudOpsAdminTexts } from './cloudops-admin.texts.ts'
import { CloudOpsMonths } from './cloudops-months.tsx'
import { pricesQuery } from './cloudops-queries.ts'

const CloudOpsPricesForm = lazy(() => import('./cloudops-prices-form.tsx').then((module) => ({ default: module.CloudOpsPricesForm })))

/** For staff: what an hour of the service costs every customer and the one that is looked at, and what its months cost. */
export function CloudOpsPricesPage() {
  const words = useTexts(cloudOpsAdminTexts)
  usePageTitle(words.title)
  const { customerId, name } = useShownCustomer()
  const provider = useSession().customer.customer_id
  const isOfCustomer = customerId !== provider
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{words.title}</h1>
        <p className={styles.dim}>{words.intro}</p>
      </header>
      {isOfCustomer ? (
        <section aria-labelledby="cloudops-months">
          <h2 id="cloudops-months">{words.months(name)}</h2>
          <CloudOpsMonths customerId={customerId} />
        </section>
      ) : null}
      {isOfCustomer ? <Prices customerId={customerId} title={words.forCustomer(name)} about={words.forCustomerHelp} /> : null}
      <Prices customerId={provider} title={words.forAll} />
    </div>
  )
}

function Prices({ customerId, title, about }: { customerId: string; title: string; about?: string }) {
  const words = useTexts(cloudOpsAdminTexts)
  const query = useQuery(pricesQuery(customerId))
  const [saves, setSaves] = useState(0)
  const id = `cloudops-prices-${customerId}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {about ? <p className={styles.dim}>{about}</p> : null}
      {query.data ? (
        <Suspense fallback={<ListSkeleton rows={3} />}>
          <CloudOpsPricesForm
            key={`${customerId} ${query.data.version}`}
            customerId={customerId}
            prices={query.data}
            label={title}
            saves={saves}
            onSaved={() => setSaves(saves + 1)}
          />
        </Suspense>
      ) : query.isError ? (
        <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </section>
  )
}
