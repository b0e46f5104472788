import { useQuery } from '@tanstack/react-query'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { ErrorState, RefreshFailed } from '#web/ui/page/error-state.tsx'
import { ListPage } from '#web/ui/page/list-page.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import { PermissionEditor } from './permission-editor.tsx'
import { permissionsQuery } from './permission-queries.ts'
import { permissionTexts } from './permissions.texts.ts'

export function PermissionsPage() {
  const words = useTexts(permissionTexts)
  const { customerId, name } = useShownCustomer()
  const query = useQuery(permissionsQuery(customerId))
  return (
    <ListPage title={words.title} conclusion={words.of(name, customerId)}>
      {query.isRefetchError ? <RefreshFailed onRetry={() => void query.refetch()} /> : null}
      {query.data ? (
        <PermissionEditor key={customerId} customerId={customerId} customerName={name} current={query.data} />
      ) : query.isPending ? (
        <DetailSkeleton />
      ) : (
        <ErrorState title={words.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      )}
    </ListPage>
  )
}
