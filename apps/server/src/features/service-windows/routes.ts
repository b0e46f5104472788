import { getCurrentWindows } from '@vakt/contract/service-windows/current-windows.ts'
import * as provider from '@vakt/contract/service-windows/provider-windows.ts'
import * as calendar from '@vakt/contract/service-windows/service-window-calendar.ts'
import * as occurrences from '@vakt/contract/service-windows/service-window-occurrences.ts'
import * as contract from '@vakt/contract/service-windows/service-windows.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import { answerApproval } from './approve-window.ts'
import { createFeed, getFeed, readCalendar, revokeFeed } from './calendar-feed.ts'
import { listHeldInPeriod, listStarted } from './list-period.ts'
import {
  findRecipients,
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
import { getWindowGroups, stopWindowOfGroups } from './stop-window-of-groups.ts'
import { disableWindow, enableWindow, endWindow, extendWindow } from './switch-windows.ts'

export const serviceWindowRoutes = [
  serve(contract.listServiceWindows, (context, { params, query, after }) => listWindows(context, params.customerId, query, after)),
  serve(contract.listServiceWindowsOfAllCustomers, (context, { query, after }) => listWindowsOfAllCustomers(context, query, after)),
  serve(contract.listWindowCreators, (context, { params }) => listCreators(context, params.customerId)),
  serve(contract.findWindowRecipients, (context, { params, query }) => findRecipients(context, params.customerId, query)),
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
  serve(occurrences.previewServiceWindow, (context, { params, body }) => previewWindow(context, params.customerId, body)),
  serve(occurrences.getWindowTimeline, (context, { params, query }) => getTimeline(context, params.customerId, query)),
  serve(getCurrentWindows, (context, { params, query }) => getCurrent(context, params.customerId, query)),
  serve(occurrences.listWindowOccurrences, (context, { params, query, after }) =>
    listOccurrences(context, params.customerId, params.serviceWindowId, { ...query, after }),
  ),
  serve(occurrences.getWindowOccurrence, (context, { params }) =>
    getOccurrence(context, params.customerId, { windowId: params.serviceWindowId, occurrenceId: params.occurrenceId }),
  ),
  serve(occurrences.listHeldAlerts, (context, { params, query, after }) =>
    listHeld(context, params.customerId, { windowId: params.serviceWindowId, occurrenceId: params.occurrenceId }, { ...query, after }),
  ),
  serve(occurrences.listStartedOccurrences, (context, { params, query, after }) => listStarted(context, params.customerId, query, after)),
  serve(occurrences.listAlertsHeldByWindows, (context, { params, query, after }) =>
    listHeldInPeriod(context, params.customerId, query, after),
  ),
  serve(calendar.getWindowCalendar, (context, { params }) => getFeed(context, params.customerId)),
  serve(calendar.createWindowCalendar, (context, { params }) => createFeed(context, params.customerId)),
  serve(calendar.revokeWindowCalendar, (context, { params }) => revokeFeed(context, params.customerId)),
  serveFile(calendar.readWindowCalendar, (context, { params }) => readCalendar(context, params.secret)),
  serve(provider.createProviderWindow, (context, { body }) => createProviderWindow(context, body)),
  serve(provider.getWindowGroups, (context, { params }) => getWindowGroups(context, params.providerWindowId)),
  serve(provider.stopWindowOfGroups, (context, { params, body }) => stopWindowOfGroups(context, params.providerWindowId, body.raiseNow)),
]
