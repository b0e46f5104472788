import { useQuery } from '@tanstack/react-query'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { customerCardQuery } from '#web/shared/customer-card/customer-card-query.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormPage } from '#web/ui/page/form-page.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { customerCardFormTexts } from './customer-card-form.texts.ts'
import { CustomerCardForm } from './customer-card-form.tsx'

/** Of the customer that is looked at. */
export function CustomerCardPage() {
  const { customerId, name } = useShownCustomer()
  const words = useTexts(customerCardFormTexts)
  const card = useQuery(customerCardQuery(customerId))
  return (
    <FormPage title={words.title} intro={words.intro(name)}>
      {card.data ? (
        <CustomerCardForm key={`${customerId} ${card.data.version}`} customerId={customerId} card={card.data} />
      ) : card.isError ? (
        <ErrorState title={words.failed} error={card.error} onRetry={() => void card.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </FormPage>
  )
}
