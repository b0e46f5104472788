import * as contract from '@vakt/contract/tickets/service-levels.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createCalendar, listCalendars, providerOf, removeCalendar, saveCalendar } from './manage-calendars.ts'
import { getTargets, saveTargets } from './manage-targets.ts'

export const serviceLevelRoutes = [
  serve(contract.listBusinessCalendars, (context) => listCalendars(context)),
  serve(contract.createBusinessCalendar, (context, { body }) => createCalendar(context, body)),
  serve(contract.saveBusinessCalendar, (context, { params, body }) => saveCalendar(context, params.calendarId, body)),
  serve(contract.removeBusinessCalendar, (context, { params }) => removeCalendar(context, params.calendarId)),
  serve(contract.getServiceTargets, (context) => getTargets(context, { customerId: providerOf(context), forAll: true })),
  serve(contract.saveServiceTargets, (context, { body }) => saveTargets(context, { customerId: providerOf(context), forAll: true }, body)),
  serve(contract.getCustomerServiceTargets, (context, { params }) => getTargets(context, { customerId: params.customerId, forAll: false })),
  serve(contract.saveCustomerServiceTargets, (context, { params, body }) =>
    saveTargets(context, { customerId: params.customerId, forAll: false }, body),
  ),
]
