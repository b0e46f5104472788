import { endOldCommands } from '#server/features/agent-commands/exchange-commands.ts'
import { removeOldCommands } from '#server/features/agent-commands/remove-old-commands.ts'
import { sweepAttachments } from '#server/features/attachments/sweep-attachments.ts'
import { enqueueAzureMetrics } from '#server/features/azure-metrics/azure-metric-table.ts'
import { watchBackups } from '#server/features/backups/watch-backups.ts'
import { keepCloudOps } from '#server/features/cloudops/monthly-costs.ts'
import { enqueueWaitingConnectors } from '#server/features/connectors/connector-run-table.ts'
import { removeOldRuns } from '#server/features/connectors/remove-old-runs.ts'
import { watchConnectors } from '#server/features/connectors/watch-connectors.ts'
import { removeOldArchives } from '#server/features/customer-archive/remove-old-archives.ts'
import { beginDueErasing } from '#server/features/customer-erasing/erase-customers.ts'
import { warnOfErasing } from '#server/features/customer-erasing/warn-of-erasing.ts'
import { checkMessages } from '#server/features/deliveries/check-messages.ts'
import { enqueueWaitingDeliveries as enqueueWaitingMessages } from '#server/features/deliveries/delivery-table.ts'
import { removeOldMails } from '#server/features/deliveries/remove-old-mails.ts'
import { summariseHeld } from '#server/features/deliveries/summarise-held.ts'
import { enqueueWaitingChecks } from '#server/features/entity-uploads/entity-upload-table.ts'
import { removeOldEvents } from '#server/features/events/remove-old-events.ts'
import { enqueueUnmatchedSeries } from '#server/features/metrics/match-series.ts'
import { enqueuePacking, keepPartitions, recountSeries } from '#server/features/metrics/pack-days.ts'
import { enqueueRemoteSeries } from '#server/features/metrics/remote/find-remote-series.ts'
import { watchSeriesLimit } from '#server/features/metrics/watch-series-limit.ts'
import { removeOldNotifications } from '#server/features/notifications/remove-old-notifications.ts'
import { noticeGaps } from '#server/features/on-call-shifts/notice-gaps.ts'
import { mailReports } from '#server/features/reports/mail-reports.ts'
import { keepReports } from '#server/features/reports/report-months.ts'
import { measureStorage } from '#server/features/retention/measure-storage.ts'
import { enqueueRemoval, removalTimes } from '#server/features/retention/remove-past-terms.ts'
import { enqueueWaitingRecalculations } from '#server/features/service-levels/recalculation-table.ts'
import { watchWindows } from '#server/features/service-windows/watch-windows.ts'
import { removeOldSessions } from '#server/features/session/remove-old-sessions.ts'
import { removeOldSignals } from '#server/features/signals/remove-old-signals.ts'
import { enqueueWaitingBindings } from '#server/features/unmatched-signals/following-table.ts'
import { noteSwitchedOff } from '#server/features/webhooks/note-switched-off.ts'
import { removeOldDeliveries } from '#server/features/webhooks/remove-old-deliveries.ts'
import { enqueueWaitingDeliveries } from '#server/features/webhooks/webhook-delivery-table.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { removeKeptAnswers } from '#server/platform/idempotency/keep-answer.ts'
import type { Schedule } from '#server/platform/jobs/schedules.ts'
import { type ObjectStorageConfig, openObjectStorage } from '#server/platform/object-storage.ts'
import { removeExpiredSignIns } from '#server/platform/sign-in/remove-expired-sign-ins.ts'
import type { JobSettings } from './worker-jobs.ts'

const minute = 60_000

const every = (minutes: number, work: (context: Context) => Promise<unknown>): Schedule => ({
  everyMilliseconds: minutes * minute,
  run: async (createContext) => (await work(createContext())) === true,
})

/** At this minute of each hour; each its own, so that they do not all run at once. */
const hourly = (atMinute: number, work: (context: Context) => Promise<boolean>): Schedule => ({
  cron: `${atMinute} * * * *`,
  timeZone: 'UTC',
  run: (createContext) => work(createContext()),
})

function sweeping(objectStorage: ObjectStorageConfig): Schedule {
  const storage = openObjectStorage(objectStorage)
  return every(6 * 60, (context) => sweepAttachments(context, storage))
}

/** Rows that wait without a job, as after a failed job was removed, get one; so do webhooks that were switched off without an event. */
async function enqueueWaitingRows(context: Context): Promise<void> {
  for (const enqueue of [
    enqueueWaitingDeliveries,
    enqueueWaitingConnectors,
    enqueueWaitingChecks,
    enqueueWaitingMessages,
    enqueueWaitingRecalculations,
    enqueueWaitingBindings,
  ])
    await workForAllCustomers(context, enqueue)
  await workForAllCustomers(context, (transaction) => noteSwitchedOff(transaction, context))
}

/** What the worker does at certain times, whichever process comes first. What is awaited, or comes every few seconds, is a loop. */
export function workerSchedules({
  objectStorage,
  backupMaxAgeDays = 0,
  outgoing,
  metricStore,
}: Pick<JobSettings, 'objectStorage' | 'backupMaxAgeDays' | 'outgoing' | 'metricStore'>): Record<string, Schedule> {
  const { origin, from, server, phone } = outgoing
  const settings = { origin, from, isSending: server !== null, phone }
  return {
    'watch-connectors': every(1, watchConnectors),
    'watch-service-windows': every(1, watchWindows),
    'end-old-agent-commands': every(1, endOldCommands),
    'summarise-held-messages': every(1, (context) => summariseHeld(context, settings)),
    ...(phone && { 'check-messages': every(1, (context) => checkMessages(context, phone)) }),
    'enqueue-waiting-rows': every(1, enqueueWaitingRows),
    'erase-closed-customers': every(10, beginDueErasing),
    'warn-of-erasing': every(10, warnOfErasing),
    'keep-cloudops': every(10, keepCloudOps),
    'notice-on-call-gaps': every(10, noticeGaps),
    'watch-backups': every(10, (context) => watchBackups(context, backupMaxAgeDays, settings)),
    'keep-reports': every(10, async (context) => {
      try {
        await keepReports(context)
      } finally {
        await mailReports(context, settings)
      }
    }),
    'remove-past-terms': { ...removalTimes, run: (createContext) => enqueueRemoval(createContext()) },
    'measure-storage': hourly(56, measureStorage),
    'remove-old-signals': hourly(4, removeOldSignals),
    'keep-metric-partitions': every(10, keepPartitions),
    'watch-series-limit': every(1, watchSeriesLimit),
    'match-series-again': every(10, enqueueUnmatchedSeries),
    'pack-metric-days': hourly(32, enqueuePacking),
    'recount-metric-series': hourly(48, recountSeries),
    'remove-old-runs': hourly(12, removeOldRuns),
    'remove-old-agent-commands': hourly(40, removeOldCommands),
    'remove-old-events': hourly(16, removeOldEvents),
    'remove-old-mails': hourly(20, removeOldMails),
    'remove-old-notifications': hourly(24, removeOldNotifications),
    'remove-old-deliveries': hourly(28, removeOldDeliveries),
    'remove-old-sessions': hourly(36, removeOldSessions),
    'remove-kept-answers': hourly(44, removeKeptAnswers),
    'remove-old-archives': hourly(56, (context) => removeOldArchives(context, objectStorage ? openObjectStorage(objectStorage) : null)),
    'remove-expired-sign-ins': hourly(52, async ({ pool }) => (await removeExpiredSignIns(pool)) > 0),
    ...(!metricStore && {
      'enqueue-azure-metrics': every(1, (context) => workForAllCustomers(context, enqueueAzureMetrics)),
    }),
    ...(metricStore && { 'find-remote-series': every(5, enqueueRemoteSeries) }),
    ...(objectStorage && { 'sweep-attachments': sweeping(objectStorage) }),
  }
}
