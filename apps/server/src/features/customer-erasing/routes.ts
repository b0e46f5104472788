import * as contract from '@vakt/contract/customers/customer-erasing.ts'
import { serve } from '#server/platform/http/serve.ts'
import { eraseCustomer, getCustomerErasing } from './ask-to-erase.ts'

export const customerErasingRoutes = [
  serve(contract.getCustomerErasing, (context, { params }) => getCustomerErasing(context, params.customerId)),
  serve(contract.eraseCustomer, (context, { params, body }) => eraseCustomer(context, params.customerId, body)),
]
