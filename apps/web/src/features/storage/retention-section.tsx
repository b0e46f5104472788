import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { retentionTexts } from './retention.texts.ts'
import { RetentionForm } from './retention-form.tsx'
import { retentionQuery } from './retention-queries.ts'
import styles from './storage.module.css'

/** Of the customer that is chosen at the top of the page; of the provider itself: for all customers. */
export function RetentionSection() {
  const words = useTexts(retentionTexts)
  const { locale } = useFormat()
  const { customerId, name } = useShownCustomer()
  const query = useQuery(retentionQuery(customerId))
  const { data } = query
  const others = data?.others.map((customer) => customer.name) ?? []
  return (
    <section className={styles.retention} aria-labelledby="retention">
      <h2 id="retention">{words.title}</h2>
      {data ? (
        <>
          <p>
            {data.isOfAll ? words.ofAll : words.of(name)}{' '}
            {others.length > 0 ? words.others(new Intl.ListFormat(locale).format(others)) : null}
          </p>
          {data.isOfAll ? null : <PlainLink href="/admin/storage">{words.toAll}</PlainLink>}
          <RetentionForm key={`${customerId} ${JSON.stringify(data.own)}`} customerId={customerId} retention={data} />
        </>
      ) : query.isError ? (
        <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={4} />
      )}
    </section>
  )
}
