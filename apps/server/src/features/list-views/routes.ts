import * as lists from '@vakt/contract/list-views.ts'
import * as tickets from '@vakt/contract/tickets/ticket-views.ts'
import { serve } from '#server/platform/http/serve.ts'
import {
  changeListView,
  changeTicketView,
  createListView,
  createTicketView,
  listTicketViews,
  readListViews,
  removeListView,
  removeTicketView,
  saveChoiceOfList,
  saveTicketListChoice,
} from './keep-list-views.ts'

export const listViewRoutes = [
  serve(tickets.listTicketViews, (context, { params }) => listTicketViews(context, params.customerId)),
  serve(tickets.createTicketView, (context, { params, body }) => createTicketView(context, params.customerId, body)),
  serve(tickets.changeTicketView, (context, { params, body }) => changeTicketView(context, params.customerId, params.viewId, body)),
  serve(tickets.removeTicketView, (context, { params }) => removeTicketView(context, params.customerId, params.viewId)),
  serve(tickets.saveTicketListChoice, (context, { params, body }) => saveTicketListChoice(context, params.customerId, body)),
  serve(lists.readListViews, (context) => readListViews(context)),
  serve(lists.createListView, (context, { body }) => createListView(context, body)),
  serve(lists.changeListView, (context, { params, body }) => changeListView(context, params.listViewId, body)),
  serve(lists.removeListView, (context, { params }) => removeListView(context, params.listViewId)),
  serve(lists.saveListChoice, (context, { body }) => saveChoiceOfList(context, body)),
]
