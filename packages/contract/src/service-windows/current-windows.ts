import { serviceWindowAccess } from '@vakt/contract/features.ts'
import { operation, type ResultOf } from '@vakt/contract/operation.ts'
import { nullable, object, Type } from '@vakt/contract/schema.ts'

import { ofCustomer } from './service-window-paths.ts'
import { uuid, WindowOccurrence } from './service-windows.ts'

export const getCurrentWindows = operation({
  summary: 'The service windows that hold now, and the next one to start',
  method: 'GET',
  path: `${ofCustomer}-now`,
  access: serviceWindowAccess,
  query: object({ entityId: Type.Optional(uuid()) }),
  result: object({
    ongoing: Type.Array(WindowOccurrence),
    /** The first to start of those that will hold. */
    next: nullable(WindowOccurrence),
    awaitingApproval: Type.Integer(),
    /** Alerts that are held now. */
    heldAlerts: Type.Integer(),
  }),
})

export type CurrentWindows = ResultOf<typeof getCurrentWindows>
