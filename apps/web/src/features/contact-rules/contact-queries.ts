import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '@vakt/contract/contact-rules.ts'
import type { ContactChannel } from '@vakt/contract/deliveries/delivery-states.ts'
import { call } from '#web/platform/api.ts'

const key = 'contact-rules'

export const preferenceQuery = queryOptions({
  queryKey: [key, 'preference'],
  queryFn: ({ signal }) => call(contract.getContactPreference, { signal }),
})

export const devicesQuery = queryOptions({
  queryKey: [key, 'devices'],
  queryFn: ({ signal }) => call(contract.listPushDevices, { signal }),
})

function useContactMutation<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: [key] }) })
}

export const useSavePreference = () =>
  useContactMutation((body: contract.ContactPreference) => call(contract.saveContactPreference, { body }))

export const useTestContact = () => useContactMutation((channel: ContactChannel) => call(contract.testContact, { body: { channel } }))

export const useAddDevice = () => useContactMutation((body: contract.NewPushDevice) => call(contract.addPushDevice, { body }))

export const useRemoveDevice = () => useContactMutation((deviceId: string) => call(contract.removePushDevice, { params: { deviceId } }))
