import * as contract from '@vakt/contract/deliveries/deliveries.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { getOutboxMessage, getOutboxState, listOutbox, listTicketDeliveries, type Outgoing, retryOutboxMessage } from './outbox.ts'

export const deliveryRoutes = (outgoing: Outgoing): Served[] => [
  serve(contract.listTicketDeliveries, (context, { params, query, after }) =>
    listTicketDeliveries(context, params.customerId, { ticketId: params.ticketId, ...query }, after),
  ),
  serve(contract.listOutbox, (context, { query, after }) => listOutbox(context, query, after)),
  serve(contract.getOutboxMessage, (context, { params }) => getOutboxMessage(context, params.mailId, outgoing)),
  serve(contract.getOutboxState, (context) => getOutboxState(context, outgoing)),
  serve(contract.retryOutboxMessage, (context, { params }) => retryOutboxMessage(context, params.mailId, outgoing)),
]
