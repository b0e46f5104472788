import { reminderQueueName } from '#server/features/follows/find-mutes.ts'
import type { Queue } from '#server/platform/jobs/work-queue.ts'
import { incidentEventQueueName } from './incident-outbox-table.ts'
import { notifyAgain } from './notify-of-incidents.ts'
import { remindOfIncident } from './remind-of-incident.ts'
import { type Telling, tellAgain } from './tell-people.ts'
import { ticketEventQueueName } from './telling-table.ts'

const eventQueue = (run: Queue['run']): Queue => ({ slots: 1, maxPerCustomer: 1, maxPerKey: 1, leaseSeconds: 60, maxAttempts: 8, run })

/** Reminders, and events that failed in their batch and were set aside, so that they hold up no other: one by one, later each time. */
export const notificationQueues = (telling: Telling): Record<string, Queue> => ({
  [ticketEventQueueName]: eventQueue((job, { createContext, finish }) => tellAgain(createContext(), telling, job, finish)),
  [incidentEventQueueName]: eventQueue((job, { createContext, finish }) => notifyAgain(createContext(), telling, job, finish)),
  [reminderQueueName]: eventQueue((job, { createContext, finish }) => remindOfIncident(createContext(), telling, job, finish)),
})
