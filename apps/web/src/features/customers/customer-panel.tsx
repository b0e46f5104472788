import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { ChangeCustomerForm, CreateCustomerForm } from './customer-form.tsx'
import { customerRecordQuery } from './customer-queries.ts'
import styles from './customers.module.css'
import { customerTexts } from './customers.texts.ts'

const CustomerNight = lazy(() =>
  import('#web/shared/incident-contacts/customer-night.tsx').then((module) => ({ default: module.CustomerNight })),
)

export type CustomerPanelProps = {
  customerId: string | undefined
  isNew: boolean
  /** What a new customer still needs. */
  Checklist: ComponentType<{ customerId: string }>
  /** Closes a customer that leaves. */
  Closing: ComponentType<{ customerId: string }>
  onCreated: (customerId: string) => void
  onClose: () => void
}

export function CustomerPanel({ customerId, isNew, Checklist, Closing, onCreated, onClose }: CustomerPanelProps) {
  const words = useTexts(customerTexts)
  return (
    <SidePanel label={isNew ? words.create : words.details} isOpen={isNew || customerId !== undefined} onClose={onClose}>
      {isNew ? (
        <div className={styles.panel}>
          <div>
            <h2>{words.create}</h2>
            <p>{words.createIntro}</p>
          </div>
          <CreateCustomerForm onCreated={onCreated} />
        </div>
      ) : customerId ? (
        <CustomerContent key={customerId} customerId={customerId} Checklist={Checklist} Closing={Closing} />
      ) : null}
    </SidePanel>
  )
}

function CustomerContent({ customerId, Checklist, Closing }: Pick<CustomerPanelProps, 'Checklist' | 'Closing'> & { customerId: string }) {
  const words = useTexts(customerTexts)
  const format = useFormat()
  const query = useQuery(customerRecordQuery(customerId))
  if (query.isPending) return <DetailSkeleton />
  // Also one that was there until it was erased.
  if (query.error instanceof ApiError && query.error.status === 404) return <EmptyState title={words.notFound} />
  if (!query.data) return <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
  const record = query.data
  return (
    <div className={styles.panel}>
      <h2>{record.name}</h2>
      <Facts>
        <Fact label={words.id}>{record.customerId}</Fact>
        <Fact label={words.since}>{format.exact(record.createdAt)}</Fact>
      </Facts>
      <Suspense>
        <CustomerNight customerId={record.customerId} />
      </Suspense>
      <Checklist customerId={record.customerId} />
      <ChangeCustomerForm current={record} />
      {record.isProvider ? null : <Closing customerId={record.customerId} />}
    </div>
  )
}
