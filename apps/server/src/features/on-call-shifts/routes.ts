import * as contract from '@vakt/contract/on-call/on-call-shifts.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import { listOwnShifts } from './list-own-shifts.ts'
import * as calendar from './shift-calendar.ts'
import * as swaps from './swap-shifts.ts'

export const onCallShiftRoutes = [
  serve(contract.listOwnShifts, (context) => listOwnShifts(context)),
  serve(contract.listShiftSwaps, (context) => swaps.listSwaps(context)),
  serve(contract.askForSwap, (context, { body }) => swaps.askForSwap(context, body)),
  serve(contract.answerSwap, (context, { params, body }) => swaps.answerSwap(context, params.swapId, body.accepts)),
  serve(contract.withdrawSwap, (context, { params }) => swaps.withdrawSwap(context, params.swapId)),
  serve(contract.getShiftCalendar, (context) => calendar.getShiftFeed(context)),
  serve(contract.createShiftCalendar, (context) => calendar.createShiftFeed(context)),
  serve(contract.revokeShiftCalendar, (context) => calendar.revokeShiftFeed(context)),
  serveFile(contract.readShiftCalendar, (context, { params }) => calendar.readShiftCalendar(context, params.secret)),
]
