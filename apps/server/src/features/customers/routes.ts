import { listCustomers as listCustomersCall } from '@vakt/contract/administration.ts'
import * as contract from '@vakt/contract/customers.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getCustomer } from './get-customer.ts'
import { listCustomers } from './list-customers.ts'

export const customerRoutes = [
  serve(contract.getCustomer, (context, { params }) => getCustomer(context, params.customerId)),
  serve(listCustomersCall, (context, { query, after }) => listCustomers(context, query, after)),
]
