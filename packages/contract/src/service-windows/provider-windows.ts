import { serviceWindowAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, type Static, Type } from '@vakt/contract/schema.ts'

import { NewServiceWindow } from './service-windows.ts'

export const createProviderWindow = operation({
  summary:
    'Create a service window at several customers, and those in groups of them now and later. Each sees only its own part; for the provider',
  method: 'POST',
  path: '/service-window',
  access: { staff: ['@feature.servicewindow.write'] },
  recordsItself: ['service-window.created'],
  body: object({
    ...NewServiceWindow.properties,
    customerIds: Type.Array(Type.String({ minLength: 1, maxLength: 64, description: 'The id of a customer, or `group:` and a label' }), {
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

/** What a window of the provider is for beside single customers. */
export const WindowGroups = object({
  /** The labels of the groups of customers; none: it is for single customers. */
  groups: Type.Array(Type.String()),
  /** How many customers have it because they are in one, and the first of them by name. */
  customers: Type.Integer(),
  names: Type.Array(Type.String()),
  /** Since when it follows the groups no more, and who stopped it. */
  stopped: nullable(object({ at: moment(), by: Type.String() })),
})
export type WindowGroups = Static<typeof WindowGroups>

const one = '/service-window/:providerWindowId' as const

export const getWindowGroups = operation({
  summary: 'The groups of customers that a window of the provider is for',
  method: 'GET',
  path: `${one}/group`,
  access: { staff: serviceWindowAccess },
  result: WindowGroups,
})

export const stopWindowOfGroups = operation({
  summary: 'Disable a window of the provider at all customers that have it through a group; who joins one later does not get it',
  method: 'POST',
  path: `${one}/stop`,
  access: { staff: ['@feature.servicewindow.write'] },
  announces: { content: ['service-windows'], to: 'staff' },
  recordsItself: ['service-window.group-stopped', 'service-window.disabled'],
  body: object({
    raiseNow: Type.Boolean({ description: 'Where it is ongoing, raise now what still fires; else when it was to end' }),
  }),
  result: WindowGroups,
})
