import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ChecklistItem,
  type CustomerChecklist,
  getChecklist,
  getCustomerChecklist,
  noteRestore,
  saveChecklist,
  saveCustomerChecklist,
  testChecklistItem,
} from '@vakt/contract/customers/checklists.ts'
import { call } from '#web/platform/api.ts'
import { currentLanguage } from '#web/platform/language.ts'

/** Asked again each time it is shown: what it is about is done on other pages. */
export const checklistQuery = queryOptions({
  queryKey: ['checklist'],
  queryFn: ({ signal }) => call(getChecklist, { signal }),
  staleTime: 0,
})

export const customerChecklistQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer-checklist', customerId],
    queryFn: ({ signal }) => call(getCustomerChecklist, { params: { customerId }, signal }),
    staleTime: 0,
  })

function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: checklistQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: ['recorded-actions'] }),
    ])
}

export function useTestItem(item: ChecklistItem) {
  return useMutation({
    mutationFn: () => call(testChecklistItem, { body: { item, language: currentLanguage() } }),
    onSuccess: useRefresh(),
  })
}

export function useHideChecklist() {
  return useMutation({ mutationFn: (isHidden: boolean) => call(saveChecklist, { body: { isHidden } }), onSuccess: useRefresh() })
}

export function useNoteRestore() {
  return useMutation({ mutationFn: (date: string) => call(noteRestore, { body: { date } }), onSuccess: useRefresh() })
}

export function useSaveCustomerChecklist(customerId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { isDismissed?: boolean; permissionsConfirmed?: boolean }) =>
      call(saveCustomerChecklist, { params: { customerId }, body }),
    onSuccess: (saved: CustomerChecklist) => queryClient.setQueryData(customerChecklistQuery(customerId).queryKey, saved),
  })
}
