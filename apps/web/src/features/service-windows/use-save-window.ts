import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createProviderWindow } from '@vakt/contract/service-windows/provider-windows.ts'
import { changeServiceWindow, createServiceWindow, type ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { groupNameOf } from '#web/shared/customers/customer-groups.ts'
import { type WindowValues, windowOf, withFormNames } from './window-values.ts'

type Save = { values: WindowValues; window: ServiceWindow | null; isEdit: boolean }

/** `window` is null where several were created. */
export type SavedWindow = { window: ServiceWindow | null; count: number; isForGroup?: boolean }

async function send({ values, window, isEdit }: Save, customerId: string): Promise<SavedWindow> {
  const body = windowOf(values, isEdit ? window : null)
  const customers = values.customers ?? [customerId]
  if (isEdit && window) {
    const params = { customerId: window.customer_id, serviceWindowId: window.serviceWindowId }
    return { window: await call(changeServiceWindow, { params, body: { ...body, version: window.version } }), count: 1 }
  }
  if (customers.length > 1 || customers.some((one) => groupNameOf(one) !== undefined)) {
    const { windows } = await call(createProviderWindow, { body: { ...body, customerIds: customers } })
    return { window: null, count: windows.length, isForGroup: customers.some((one) => groupNameOf(one) !== undefined) }
  }
  return { window: await call(createServiceWindow, { params: { customerId: customers[0] ?? customerId }, body }), count: 1 }
}

/** Creates or changes what the form holds, at one customer or several. What the server refuses is said of the fields of the form. */
export function useSaveWindow(customerId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (save: Save) =>
      send(save, customerId).catch((error: unknown) => {
        if (error instanceof ApiError) error.errors = withFormNames(error.errors)
        throw error
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['service-windows'] }),
  })
}
