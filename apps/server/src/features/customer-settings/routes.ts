import * as contract from '@vakt/contract/customers/customer-settings.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getCustomerSettings, saveCustomerSettings } from './save-customer-settings.ts'

export const customerSettingsRoutes = [
  serve(contract.getCustomerSettings, (context, { params }) => getCustomerSettings(context, params.customerId)),
  serve(contract.saveCustomerSettings, (context, { params, body }) => saveCustomerSettings(context, params.customerId, body)),
]
