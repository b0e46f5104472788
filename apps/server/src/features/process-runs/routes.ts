import * as contract from '@vakt/contract/processes/process-runs.ts'
import { listProcessRunsOfAllCustomers } from '@vakt/contract/processes/processes-of-all.ts'
import type { Pool } from 'pg'
import { serve } from '#server/platform/http/serve.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { dryRun } from './dry-run.ts'
import { skipStep, startRunByHand, stopRun } from './handle-run.ts'
import { getRun, listRuns, listRunsOfAllCustomers } from './list-runs.ts'

export const processRunRoutes = (worker: Pool, phone: PhoneSettings | undefined) => [
  serve(contract.listProcessRuns, (context, { params, query, after }) => listRuns(context, params.customerId, query, after)),
  serve(listProcessRunsOfAllCustomers, (context, { query, after }) => listRunsOfAllCustomers(context, query, after)),
  serve(contract.getProcessRun, (context, { params }) => getRun(context, params.customerId, params.processRunId)),
  serve(contract.stopProcessRun, (context, { params }) => stopRun(context, params.customerId, params.processRunId)),
  serve(contract.skipProcessRunStep, (context, { params, body }) => skipStep(context, params.customerId, params.processRunId, body.step)),
  serve(contract.startProcessRun, (context, { params, body }) => startRunByHand(context, params.customerId, { ...params, ...body })),
  serve(contract.dryRunProcess, (context, { params, body }) => dryRun(context, params.customerId, body, { worker, phone })),
]
