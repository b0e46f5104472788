import * as contract from '@vakt/contract/customers/customers.ts'
import * as administration from '@vakt/contract/users/administration.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getCustomer } from './get-customer.ts'
import { listCustomers } from './list-customers.ts'
import { changeCustomer, createCustomerAsStaff, getCustomerRecord } from './save-customer.ts'

export const customerRoutes = [
  serve(contract.getCustomer, (context, { params }) => getCustomer(context, params.customerId)),
  serve(administration.listCustomers, (context, { query, after }) => listCustomers(context, query, after)),
  serve(administration.getCustomerRecord, (context, { params }) => getCustomerRecord(context, params.customerId)),
  serve(administration.createCustomer, (context, { body }) => createCustomerAsStaff(context, body)),
  serve(administration.changeCustomer, (context, { params, body }) => changeCustomer(context, params.customerId, body)),
]
