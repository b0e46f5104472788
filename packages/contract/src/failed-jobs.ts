import { ManyOutcome, numericId } from './many.ts'
import { operation } from './operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, Type } from './schema.ts'

/** The queues of the server: each has a name on the page of failed jobs, which does not compile without it. */
export const jobQueues = [
  ...(['schedules', 'close-metric-buckets', 'close-late-metric-buckets', 'match-metric-series', 'match-metric-series-again'] as const),
  ...(['pack-metric-days', 'find-remote-series', 'evaluate-alert-rules', 'apply-rule-standards', 'follow-customer-groups'] as const),
  'send-webhooks' as const,
  ...(['send-mails', 'send-sms', 'make-calls', 'send-push', 'send-teams', 'send-slack', 'run-connectors', 'read-azure-metrics'] as const),
  ...([
    'check-uploads',
    'dispatch-events',
    'incident-reminder',
    'erase-customer',
    'forget-people',
    'write-customer-archive',
    'remove-past-terms',
    'escalate',
    'contact-again',
    'process-run',
  ] as const),
  ...(['warn-of-service-levels', 'recount-service-levels', 'service-window', 'follow-bindings', 'verify-sns'] as const),
] as const
export type JobQueue = (typeof jobQueues)[number]

/** Work in the background that failed at every attempt. */
export const FailedJob = object({
  jobId: Type.String(),
  /** The kind of work, such as `send-webhooks`. */
  queue: Type.String(),
  customerId: Type.String(),
  customerName: Type.String(),
  /** The customer has left, or was erased. */
  customerIsClosed: Type.Boolean(),
  /** What the work is about: the id of a delivery, a run or the like. */
  rowId: Type.String(),
  attempts: Type.Integer(),
  /** What went wrong at the last attempt, in the words of the program that failed. */
  error: nullable(Type.String()),
  createdAt: moment(),
  failedAt: moment(),
})
export type FailedJob = Static<typeof FailedJob>

export const listFailedJobs = operation({
  summary: 'Background jobs that failed at every attempt, the latest first',
  method: 'GET',
  path: '/admin/failed-job',
  access: 'global-admin',
  query: object({ ...pageLimit }),
  listOf: FailedJob,
})

export const retryFailedJob = operation({
  summary: 'Have a failed job tried again at once',
  method: 'POST',
  path: '/admin/customer/:customerId/failed-job/:jobId/retry',
  access: 'global-admin',
  announces: { content: ['failed-jobs'], to: 'staff' },
  records: { action: 'job.retry', target: '{jobId}', details: { queue: 'queue', rowId: 'rowId' } },
})

export const removeFailedJob = operation({
  summary: 'Remove a failed job: its work is not done',
  method: 'DELETE',
  path: '/admin/customer/:customerId/failed-job/:jobId',
  access: 'global-admin',
  announces: { content: ['failed-jobs'], to: 'staff' },
  records: { action: 'job.remove', target: '{jobId}', details: { queue: 'queue', rowId: 'rowId' } },
})

export const ManyFailedJobs = object({
  what: oneOf(['retry', 'remove']),
  jobs: Type.Array(object({ customerId: Type.String({ minLength: 1, maxLength: 64 }), jobId: numericId() }), {
    minItems: 1,
    maxItems: 200,
  }),
})
export type ManyFailedJobs = Static<typeof ManyFailedJobs>

export const changeManyFailedJobs = operation({
  summary: 'Have many failed jobs tried again at once, or remove them; those that someone has dealt with meanwhile are named',
  method: 'PUT',
  path: '/admin/failed-job/bulk',
  access: 'global-admin',
  announces: { content: ['failed-jobs'], to: 'staff' },
  recordsItself: ['job.retry', 'job.remove'],
  takesIdempotencyKey: true,
  body: ManyFailedJobs,
  result: ManyOutcome,
})
