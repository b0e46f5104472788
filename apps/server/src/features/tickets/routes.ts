import * as details from '@vakt/contract/tickets/ticket-details.ts'
import * as hours from '@vakt/contract/tickets/ticket-hours.ts'
import * as list from '@vakt/contract/tickets/ticket-list.ts'
import * as presence from '@vakt/contract/tickets/ticket-presence.ts'
import * as contract from '@vakt/contract/tickets/tickets.ts'
import { serve } from '#server/platform/http/serve.ts'
import { addTicketComment } from './add-ticket-comment.ts'
import { changeManyTickets } from './change-many-tickets.ts'
import { changeTicketFacts } from './change-ticket-facts.ts'
import { changeTicketStatus } from './change-ticket-status.ts'
import { createTicket } from './create-ticket.ts'
import { editTicketComment, listCommentVersions } from './edit-ticket-comment.ts'
import { findTicketEntities, findTicketPeople, findTicketRequesters } from './find-ticket-people.ts'
import { followUpTicket, linkTickets, unlinkTickets } from './link-tickets.ts'
import {
  countTickets,
  countTicketsOfAllCustomers,
  listSimilarTickets,
  listTickets,
  listTicketsOfAllCustomers,
  readTicketFilterChoices,
  readTicketFilterChoicesOfAllCustomers,
} from './list-tickets.ts'
import { getTicket, listTicketComments } from './read-ticket-details.ts'
import { findTicket } from './read-tickets.ts'
import { changeHours, registerHours, removeHours } from './register-hours.ts'
import { endPresence, showPresence } from './show-presence.ts'
import { undoManyTickets } from './undo-many-tickets.ts'

export const ticketRoutes = [
  serve(list.listTickets, (context, { params, query, after }) => listTickets(context, params.customerId, query, after)),
  serve(list.countTickets, (context, { params }) => countTickets(context, params.customerId)),
  serve(list.listSimilarTickets, (context, { params, query }) => listSimilarTickets(context, params.customerId, query.subject)),
  serve(list.readTicketFilterChoices, (context, { params }) => readTicketFilterChoices(context, params.customerId)),
  serve(list.listTicketsOfAllCustomers, (context, { query, after }) => listTicketsOfAllCustomers(context, query, after)),
  serve(list.changeManyTickets, (context, { body }) => changeManyTickets(context, body)),
  serve(list.undoManyTickets, (context, { body }) => undoManyTickets(context, body.tickets)),
  serve(list.countTicketsOfAllCustomers, (context) => countTicketsOfAllCustomers(context)),
  serve(list.readTicketFilterChoicesOfAllCustomers, (context) => readTicketFilterChoicesOfAllCustomers(context)),
  serve(contract.findTicket, (context, { params }) => findTicket(context, params.ticketId)),
  serve(contract.createTicket, (context, { params, body }) => createTicket(context, params.customerId, body)),
  serve(details.getTicket, (context, { params }) => getTicket(context, params.customerId, params.ticketId)),
  serve(details.listTicketComments, (context, { params, query, after }) =>
    listTicketComments(context, params.customerId, params.ticketId, query, after),
  ),
  serve(details.addTicketComment, (context, { params, body }) => addTicketComment(context, params.customerId, params.ticketId, body)),
  serve(details.editTicketComment, (context, { params, body }) => editTicketComment(context, params.customerId, params, body)),
  serve(details.listCommentVersions, (context, { params }) => listCommentVersions(context, params.customerId, params)),
  serve(details.changeTicketStatus, (context, { params, body }) => changeTicketStatus(context, params.customerId, params.ticketId, body)),
  serve(details.changeTicketFacts, (context, { params, body }) => changeTicketFacts(context, params.customerId, params.ticketId, body)),
  serve(details.findTicketPeople, (context, { params, query }) => findTicketPeople(context, params.customerId, params.ticketId, query)),
  serve(details.findTicketRequesters, (context, { params, query }) => findTicketRequesters(context, params.customerId, query)),
  serve(details.findTicketEntities, (context, { params, query }) => findTicketEntities(context, params.customerId, query)),
  serve(details.linkTickets, (context, { params }) => linkTickets(context, params.customerId, params)),
  serve(details.unlinkTickets, (context, { params }) => unlinkTickets(context, params.customerId, params)),
  serve(details.followUpTicket, (context, { params, body }) => followUpTicket(context, params.customerId, params.ticketId, body)),
  serve(hours.registerHours, (context, { params, body }) => registerHours(context, params.customerId, params.ticketId, body)),
  serve(hours.changeHours, (context, { params, body }) => changeHours(context, params.customerId, params, body)),
  serve(hours.removeHours, (context, { params }) => removeHours(context, params.customerId, params)),
  serve(presence.showPresence, (context, { params, body }) => showPresence(context, params.customerId, params, body.doing)),
  serve(presence.endPresence, (context, { params }) => endPresence(context, params.customerId, params)),
]
