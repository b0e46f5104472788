import * as contract from '@vakt/contract/customers/customer-cards.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getCustomerCard, saveCustomerCard } from './keep-customer-card.ts'

export const customerCardRoutes = [
  serve(contract.getCustomerCard, (context, { params }) => getCustomerCard(context, params.customerId)),
  serve(contract.saveCustomerCard, (context, { params, body }) => saveCustomerCard(context, params.customerId, body)),
]
