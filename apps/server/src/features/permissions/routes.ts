import * as contract from '@vakt/contract/users/administration.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getPermissions, savePermissions } from './save-permissions.ts'

export const permissionRoutes = [
  serve(contract.getPermissions, (context, { params }) => getPermissions(context, params.customerId)),
  serve(contract.savePermissions, (context, { params, body }) => savePermissions(context, params.customerId, body)),
]
