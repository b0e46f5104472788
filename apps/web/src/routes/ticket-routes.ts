import { createRoute } from '@tanstack/react-router'
import { ticketAccess } from '@vakt/contract/features.ts'
import { createTicketSearch } from '#web/features/tickets/create/create-ticket-search.ts'
import { ticketSearch } from '#web/features/tickets/list/ticket-search.ts'
import { requireAccess } from '#web/platform/route-access.ts'
import { screen } from '#web/platform/screen.ts'
import { application } from './application-routes.tsx'
import { keepingCustomer } from './keep-customer.ts'

const createTicket = createRoute({
  getParentRoute: () => application,
  path: '/tickets/create',
  validateSearch: createTicketSearch,
  search: keepingCustomer,
  beforeLoad: requireAccess(['@feature.tickets.write']),
  component: screen(() => import('#web/features/tickets/create/create-ticket-page.tsx').then((module) => module.CreateTicketPage)),
})

const ticketList = createRoute({
  getParentRoute: () => application,
  path: '/tickets/$customerId',
  validateSearch: ticketSearch,
  beforeLoad: requireAccess(ticketAccess),
  component: screen(() => import('#web/features/tickets/list/ticket-list-page.tsx').then((module) => module.TicketListPage)),
})

const ticketDetails = {
  beforeLoad: requireAccess(ticketAccess),
  component: screen(() => import('#web/features/tickets/details/ticket-details-page.tsx').then((module) => module.TicketDetailsPage)),
} as const

const ticketById = createRoute({ getParentRoute: () => application, path: '/tickets/$ticketId/details', ...ticketDetails })

const ticketOfCustomer = createRoute({
  getParentRoute: () => application,
  path: '/tickets/$customerId/$ticketId/details',
  ...ticketDetails,
})

const ticketOfEntity = createRoute({
  getParentRoute: () => application,
  path: '/tickets/$entityId/$customerId/$ticketId/details',
  ...ticketDetails,
})

const ticketInEntity = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$customerId/$entityId/tickets/$ticketId',
  ...ticketDetails,
})

const ticketInEntityAlone = createRoute({
  getParentRoute: () => application,
  path: '/my-environment/$entityId/tickets/$ticketId',
  ...ticketDetails,
})

export const ticketRoutes = [createTicket, ticketList, ticketById, ticketOfCustomer, ticketOfEntity, ticketInEntity, ticketInEntityAlone]
