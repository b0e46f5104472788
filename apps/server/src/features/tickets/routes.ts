import * as contract from '@vakt/contract/tickets.ts'
import { serve } from '#server/platform/http/serve.ts'
import { addTicketComment } from './add-ticket-comment.ts'
import { changeTicketStatus } from './change-ticket-status.ts'
import { createTicket } from './create-ticket.ts'
import { countTickets, findTicket, getTicket, listTickets } from './read-tickets.ts'

export const ticketRoutes = [
  serve(contract.listTickets, (context, { params, query, after }) => listTickets(context, params.customerId, query, after)),
  serve(contract.countTickets, (context, { params }) => countTickets(context, params.customerId)),
  serve(contract.getTicket, (context, { params }) => getTicket(context, params.customerId, params.ticketId)),
  serve(contract.findTicket, (context, { params }) => findTicket(context, params.ticketId)),
  serve(contract.createTicket, (context, { params, body }) => createTicket(context, params.customerId, body)),
  serve(contract.addTicketComment, (context, { params, body }) => addTicketComment(context, params.customerId, params.ticketId, body)),
  serve(contract.changeTicketStatus, (context, { params, body }) => changeTicketStatus(context, params.customerId, params.ticketId, body)),
]
