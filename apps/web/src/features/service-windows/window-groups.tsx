import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getWindowGroups, stopWindowOfGroups } from '@vakt/contract/service-windows/provider-windows.ts'
import { call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RemoveButton } from '#web/ui/controls/remove-button.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { useFailureToast } from './window-failure.ts'
import { windowGroupsTexts } from './window-groups.texts.ts'
import styles from './windows.module.css'

const groupsQuery = (providerWindowId: string) =>
  queryOptions({
    queryKey: ['service-windows', 'groups', providerWindowId],
    queryFn: ({ signal }) => call(getWindowGroups, { params: { providerWindowId }, signal }),
  })

/** Who a window of the provider is for. For staff: the groups of customers that a window follows, who has it through them, and the way to stop that. */
export function WindowGroups({ providerWindowId }: { providerWindowId: string }) {
  const words = useTexts(windowGroupsTexts)
  const format = useFormat()
  const { can } = useShownCustomer()
  const queryClient = useQueryClient()
  const fail = useFailureToast()
  const { data } = useQuery({ ...groupsQuery(providerWindowId), enabled: isStaff(useSession()) })
  const stop = useMutation({
    mutationFn: () => call(stopWindowOfGroups, { params: { providerWindowId }, body: { raiseNow: true } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['service-windows'] }),
  })
  const ofProvider = <p className={styles.dim}>{words.ofProvider}</p>
  if (!data || data.groups.length === 0) return ofProvider
  const { groups, customers, names, stopped } = data
  const ofWhom = names.length > 0 ? words.customers(names.join(', '), customers - names.length) : words.noCustomers
  return (
    <div>
      {ofProvider}
      <p className={styles.dim}>
        {stopped ? words.stopped(groups, format.exact(stopped.at), stopped.by) : `${words.follows(groups)} ${ofWhom}`}
      </p>
      {!stopped && can(['@feature.servicewindow.write']) ? (
        <RemoveButton
          size="compact-sm"
          words={{ remove: words.stop, removeAsk: words.stopAsk, keep: words.keep }}
          loading={stop.isPending}
          onRemove={() => stop.mutate(undefined, { onSuccess: () => showToast(words.isStopped, 'success'), onError: fail })}
        />
      ) : null}
    </div>
  )
}
