import { useQuery } from '@tanstack/react-query'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormPage } from '#web/ui/page/form-page.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { customerSettingsTexts } from './customer-settings.texts.ts'
import { CustomerSettingsForm } from './customer-settings-form.tsx'
import { customerSettingsQuery } from './customer-settings-query.ts'

/** Of the customer that is looked at. */
export function CustomerSettingsPage() {
  const { customerId, name } = useShownCustomer()
  const words = useTexts(customerSettingsTexts)
  const settings = useQuery(customerSettingsQuery(customerId))
  return (
    <FormPage title={words.title} intro={words.intro(name)}>
      {settings.data ? (
        <CustomerSettingsForm key={`${customerId} ${settings.data.version}`} customerId={customerId} settings={settings.data} />
      ) : settings.isError ? (
        <ErrorState title={words.failed} error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </FormPage>
  )
}
