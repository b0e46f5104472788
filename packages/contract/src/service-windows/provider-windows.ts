import { operation } from '@vakt/contract/operation.ts'
import { object, Type } from '@vakt/contract/schema.ts'

import { NewServiceWindow } from './service-windows.ts'

export const createProviderWindow = operation({
  summary: 'Create a service window at several customers, each of which sees only its own part; for the provider',
  method: 'POST',
  path: '/service-window',
  access: { staff: ['@feature.servicewindow.write'] },
  recordsItself: ['service-window.created'],
  body: object({
    ...NewServiceWindow.properties,
    customerIds: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 500,
      uniqueItems: true,
      messages: { minItems: 'service_window.customers_empty' },
    }),
  }),
  result: object({
    providerWindowId: Type.String(),
    windows: Type.Array(object({ customerId: Type.String(), serviceWindowId: Type.String() })),
  }),
})
