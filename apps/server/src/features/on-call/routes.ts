import * as contract from '@vakt/contract/on-call/on-call.ts'
import { serve } from '#server/platform/http/serve.ts'
import * as verbs from './manage-schedules.ts'

export const onCallRoutes = [
  serve(contract.listOnCallSchedules, (context) => verbs.listSchedules(context)),
  serve(contract.listOnCallPeople, (context) => verbs.listPeople(context)),
  serve(contract.createOnCallSchedule, (context, { body }) => verbs.createSchedule(context, body)),
  serve(contract.saveOnCallSchedule, (context, { params, body }) => verbs.saveSchedule(context, params.scheduleId, body)),
  serve(contract.removeOnCallSchedule, (context, { params }) => verbs.removeSchedule(context, params.scheduleId)),
  serve(contract.restoreOnCallSchedule, (context, { params }) => verbs.restoreSchedule(context, params.scheduleId)),
  serve(contract.listOnCallShifts, (context, { params, query }) => verbs.listShifts(context, params.scheduleId, query)),
  serve(contract.createOnCallOverride, (context, { params, body }) => verbs.createOverride(context, params.scheduleId, body)),
  serve(contract.removeOnCallOverride, (context, { params }) => verbs.removeOverride(context, params.scheduleId, params.overrideId)),
]
