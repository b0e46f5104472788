import * as contract from '@vakt/contract/failed-jobs.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { changeManyFailedJobs, listFailedJobs, removeFailedJob, retryFailedJob } from './manage-failed-jobs.ts'

export const failedJobRoutes: Served[] = [
  serve(contract.listFailedJobs, (context, { query, after }) => listFailedJobs(context, query, after)),
  serve(contract.changeManyFailedJobs, (context, { body }) => changeManyFailedJobs(context, body)),
  serve(contract.retryFailedJob, (context, { params }) => retryFailedJob(context, params.customerId, params.jobId)),
  serve(contract.removeFailedJob, (context, { params }) => removeFailedJob(context, params.customerId, params.jobId)),
]
