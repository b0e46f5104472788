import * as contract from '@vakt/contract/customers/customer-closing.ts'
import { serve } from '#server/platform/http/serve.ts'
import { closeCustomer, getCustomerClosing, reopenCustomer, setErasingTerm } from './close-customer.ts'

export const customerClosingRoutes = [
  serve(contract.getCustomerClosing, (context, { params }) => getCustomerClosing(context, params.customerId)),
  serve(contract.closeCustomer, (context, { params, body }) => closeCustomer(context, params.customerId, body)),
  serve(contract.setErasingTerm, (context, { params, body }) => setErasingTerm(context, params.customerId, body)),
  serve(contract.reopenCustomer, (context, { params }) => reopenCustomer(context, params.customerId)),
]
