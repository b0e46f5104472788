import * as contract from '@vakt/contract/service-windows.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import { answerApproval } from './approve-window.ts'
import { createFeed, getFeed, readCalendar, revokeFeed } from './calendar-feed.ts'
import {
  getCurrent,
  getOccurrence,
  getTimeline,
  getWindow,
  listCreators,
  listHeld,
  listOccurrences,
  listWindows,
  listWindowsOfAllCustomers,
} from './list-windows.ts'
import { changeWindow, createWindow, startWindow } from './manage-windows.ts'
import { previewWindow } from './preview-window.ts'
import { createProviderWindow } from './provider-windows.ts'
import { disableWindow, enableWindow, endWindow, extendWindow } from './switch-windows.ts'

export const serviceWindowRoutes = [
  serve(contract.listServiceWindows, (context, { params, query, after }) => listWindows(context, params.customerId, query, after)),
  serve(contract.listServiceWindowsOfAllCustomers, (context, { query, after }) => listWindowsOfAllCustomers(context, query, after)),
  serve(contract.listWindowCreators, (context, { params }) => listCreators(context, params.customerId)),
  serve(contract.getServiceWindow, (context, { params }) => getWindow(context, params.customerId, params.serviceWindowId)),
  serve(contract.createServiceWindow, (context, { params, body }) => createWindow(context, params.customerId, body)),
  serve(contract.startServiceWindow, (context, { params, body }) => startWindow(context, params.customerId, body)),
  serve(contract.changeServiceWindow, (context, { params, body }) =>
    changeWindow(context, params.customerId, params.serviceWindowId, body),
  ),
  serve(contract.disableServiceWindow, (context, { params, body }) =>
    disableWindow(context, params.customerId, params.serviceWindowId, body.raiseNow),
  ),
  serve(contract.enableServiceWindow, (context, { params }) => enableWindow(context, params.customerId, params.serviceWindowId)),
  serve(contract.endServiceWindow, (context, { params, body }) =>
    endWindow(context, params.customerId, params.serviceWindowId, body.raiseNow),
  ),
  serve(contract.extendServiceWindow, (context, { params, body }) =>
    extendWindow(context, params.customerId, params.serviceWindowId, body.endsAt),
  ),
  serve(contract.approveServiceWindow, (context, { params, body }) =>
    answerApproval(context, params.customerId, params.serviceWindowId, { ...body, approval: 'approved' }),
  ),
  serve(contract.refuseServiceWindow, (context, { params, body }) =>
    answerApproval(context, params.customerId, params.serviceWindowId, { ...body, approval: 'refused' }),
  ),
  serve(contract.previewServiceWindow, (context, { params, body }) => previewWindow(context, params.customerId, body)),
  serve(contract.getWindowTimeline, (context, { params, query }) => getTimeline(context, params.customerId, query)),
  serve(contract.getCurrentWindows, (context, { params, query }) => getCurrent(context, params.customerId, query)),
  serve(contract.listWindowOccurrences, (context, { params, query, after }) =>
    listOccurrences(context, params.customerId, params.serviceWindowId, { ...query, after }),
  ),
  serve(contract.getWindowOccurrence, (context, { params }) =>
    getOccurrence(context, params.customerId, { windowId: params.serviceWindowId, occurrenceId: params.occurrenceId }),
  ),
  serve(contract.listHeldAlerts, (context, { params, query, after }) =>
    listHeld(context, params.customerId, { windowId: params.serviceWindowId, occurrenceId: params.occurrenceId }, { ...query, after }),
  ),
  serve(contract.getWindowCalendar, (context, { params }) => getFeed(context, params.customerId)),
  serve(contract.createWindowCalendar, (context, { params }) => createFeed(context, params.customerId)),
  serve(contract.revokeWindowCalendar, (context, { params }) => revokeFeed(context, params.customerId)),
  serveFile(contract.readWindowCalendar, (context, { params }) => readCalendar(context, params.secret)),
  serve(contract.createProviderWindow, (context, { body }) => createProviderWindow(context, body)),
]
