import * as contract from '@vakt/contract/customers.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getCustomer } from './get-customer.ts'

export const customerRoutes = [serve(contract.getCustomer, (context, { params }) => getCustomer(context, params.customerId))]
