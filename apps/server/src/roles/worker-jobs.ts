import { advanceTemplates } from '#server/features/agent-templates/advance-templates.ts'
import { templateChannel } from '#server/features/agent-templates/template-table.ts'
import { createAgentWatch } from '#server/features/agents/watch-agents.ts'
import { ruleChannel } from '#server/features/alert-rules/alert-rule-table.ts'
import { enqueueEvaluations, evaluationQueues, noteClosedBucket } from '#server/features/alert-rules/evaluate-rules.ts'
import { azureMetricQueues } from '#server/features/azure-metrics/read-azure-metrics.ts'
import { type ConnectorSettings, connectorQueues } from '#server/features/connectors/run-connectors.ts'
import { archiveQueues } from '#server/features/customer-archive/write-customer-archive.ts'
import { erasingQueues } from '#server/features/customer-erasing/erase-customers.ts'
import { customerGroupQueues } from '#server/features/customers/follow-groups.ts'
import { channelEntries } from '#server/features/deliveries/channels.ts'
import { deliveryQueues } from '#server/features/deliveries/send-deliveries.ts'
import { keepDemoAgents } from '#server/features/demo-agents/keep-demo-agents.ts'
import { createDemoMetrics } from '#server/features/demo-metrics/keep-demo-metrics.ts'
import { uploadQueues } from '#server/features/entity-uploads/check-uploads.ts'
import { uploadChannel } from '#server/features/entity-uploads/entity-upload-table.ts'
import { removeUploads } from '#server/features/entity-uploads/remove-uploads.ts'
import { dispatchEvents, eventQueues } from '#server/features/events/dispatch-events.ts'
import { eventChannel } from '#server/features/events/event-table.ts'
import { forgettingQueues } from '#server/features/former-people/forget-people.ts'
import { type Heartbeat, sendHeartbeat } from '#server/features/heartbeat/send-heartbeat.ts'
import { reminderQueues } from '#server/features/incidents/remind-of-incident.ts'
import { closingQueues, enqueueDueBuckets } from '#server/features/metrics/close-buckets.ts'
import { createMetricStore } from '#server/features/metrics/create-metric-store.ts'
import { enqueueNewSeries, matchingQueues } from '#server/features/metrics/match-series.ts'
import type { BucketClosedHook } from '#server/features/metrics/metric-store.ts'
import { packingQueues } from '#server/features/metrics/pack-days.ts'
import { remoteSeriesQueues } from '#server/features/metrics/remote/find-remote-series.ts'
import type { RemoteStoreSettings } from '#server/features/metrics/remote/prometheus-api.ts'
import { sourceChannel } from '#server/features/monitoring-sources/source-watch-table.ts'
import { watchSources } from '#server/features/monitoring-sources/watch-sources.ts'
import { contactQueues } from '#server/features/paging/contact-again.ts'
import { escalationQueues } from '#server/features/paging/run-escalations.ts'
import { processRunQueues } from '#server/features/process-runs/run-processes.ts'
import { attachReport } from '#server/features/reports/mail-reports.ts'
import { removalQueues } from '#server/features/retention/remove-past-terms.ts'
import { standardQueues } from '#server/features/rule-standards/apply-in-background.ts'
import { followGroupsOfStandards } from '#server/features/rule-standards/follow-groups.ts'
import { serviceLevelQueues } from '#server/features/service-levels/recalculate-service-levels.ts'
import { warnOfServiceLevels } from '#server/features/service-levels/warn-of-service-levels.ts'
import { serviceWindowQueues } from '#server/features/service-windows/advance-windows.ts'
import { followGroupsOfWindows } from '#server/features/service-windows/follow-groups.ts'
import { createSignalProcessor } from '#server/features/signals/process-signals.ts'
import { signalChannel } from '#server/features/signals/signal-table.ts'
import { snsQueues } from '#server/features/signals/sns/verify-sns.ts'
import { bindingQueues } from '#server/features/unmatched-signals/follow-bindings.ts'
import type { WebhookSettings } from '#server/features/webhooks/manage-webhooks.ts'
import { webhookQueues } from '#server/features/webhooks/send-webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { deriveKey } from '#server/platform/derive-secret.ts'
import type { ArrivalRate } from '#server/platform/jobs/arrival-rate.ts'
import { debounceFor, pauseFor } from '#server/platform/jobs/back-pressure.ts'
import { scheduleQueue } from '#server/platform/jobs/schedules.ts'
import type { Queue } from '#server/platform/jobs/work-queue.ts'
import type { Keyring } from '#server/platform/keys/keyring.ts'
import type { MailAddress, MailSettings } from '#server/platform/mail/mail-settings.ts'
import { type ObjectStorageConfig, openObjectStorage } from '#server/platform/object-storage.ts'
import type { PhoneCallbacks } from '#server/platform/phone/phone-callbacks.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { createVapid } from '#server/platform/push/vapid.ts'
import { createDispatch } from './event-catalogue.ts'
import { ports } from './ports.ts'
import { removals } from './removals.ts'
import { chatBox, createReencryption } from './sealed-columns.ts'
import { workerSchedules } from './worker-schedules.ts'

const second = 1000
const minute = 60 * second

export type JobSettings = {
  objectStorage?: ObjectStorageConfig | null
  heartbeat?: Heartbeat | null
  /** Absent: backups are not watched. */
  backupMaxAgeDays?: number
  /** Where what is sent leads to and comes from; without a mail server mails are kept. */
  outgoing: {
    origin: string
    from: MailAddress
    server: MailSettings | null
    webhooks: WebhookSettings
    phone?: PhoneSettings
    phoneCallbacks?: PhoneCallbacks
  }
  connectors: ConnectorSettings
  /** Absent: the product's own database keeps metrics. */
  metricStore?: RemoteStoreSettings | null
  keyring: Keyring
  /** False while another process writes the past of the demo's metrics. */
  isDemoWritten?: () => boolean
  /** The requests to write that this process answers, to which the worker gives way. */
  arrivals: ArrivalRate
}

/** What follows from a bucket that was closed, in its transaction. */
const bucketClosedHooks: BucketClosedHook[] = [noteClosedBucket]

export type WorkerJob = {
  /** Answers whether there is more to do right away. */
  run: (createContext: () => Context, stopping: AbortSignal) => Promise<boolean>
  pollMilliseconds: number
  /** For how many milliseconds what wakes it is gathered, after it worked that long and left nothing. */
  gather?: (workedMilliseconds: number) => number
  /** For how many milliseconds it pauses after a run that took that long and left something, as those before it have for so long. */
  pause?: (workedMilliseconds: number, behindMilliseconds: number) => number
  /** What is announced here wakes it. */
  wokenBy?: string
}

/** What the worker does whenever it is woken, and every few seconds, by name. */
export function workerJobs({
  heartbeat,
  outgoing,
  connectors,
  metricStore = null,
  keyring,
  arrivals,
  isDemoWritten = () => true,
}: JobSettings): Record<string, WorkerJob> {
  const { origin, from, server, webhooks } = outgoing
  const loadAfter = (workedMilliseconds: number, longestMilliseconds: number) => ({
    workedMilliseconds,
    arrivalsPerSecond: arrivals.perSecond(),
    longestMilliseconds,
  })
  const reencrypt = createReencryption({ keyring, webhooks, connectors })
  const watchAgents = createAgentWatch()
  const dispatch = createDispatch({ origin, from, isSending: server !== null })
  const keepDemo = createDemoMetrics()
  return {
    'process-signals': {
      run: createSignalProcessor(),
      pollMilliseconds: 2 * second,
      gather: (worked) => debounceFor(loadAfter(worked, 400)),
      // A burst is stored first and worked through right after it; a storm that lasts is worked through as it comes.
      pause: (worked, behindMilliseconds) => pauseFor({ ...loadAfter(worked, 3 * second), behindMilliseconds }),
      wokenBy: signalChannel,
    },
    // What is due is known to the second, and nothing wakes it: a bucket is closed 90 s after its end.
    'find-due-buckets': { run: (createContext) => enqueueDueBuckets(createContext()), pollMilliseconds: second },
    'find-rules-to-evaluate': {
      run: (createContext) => enqueueEvaluations(createContext()),
      pollMilliseconds: 5 * second,
      wokenBy: ruleChannel,
    },
    'keep-demo-agents': { run: (createContext) => keepDemoAgents(createContext()), pollMilliseconds: 20 * second },
    // Another store is filled by its own senders.
    ...(metricStore === null && {
      'keep-demo-metrics': { run: async (createContext) => isDemoWritten() && keepDemo(createContext), pollMilliseconds: 5 * second },
    }),
    'find-new-series': { run: (createContext) => enqueueNewSeries(createContext()), pollMilliseconds: 5 * second },
    'watch-sources': { run: (createContext) => watchSources(createContext()), pollMilliseconds: 15 * second, wokenBy: sourceChannel },
    'watch-agents': { run: (createContext) => watchAgents(createContext()), pollMilliseconds: 15 * second },
    'advance-agent-templates': {
      run: (createContext) => advanceTemplates(createContext()),
      pollMilliseconds: 10 * second,
      wokenBy: templateChannel,
    },
    'remove-uploads': { run: (createContext) => removeUploads(createContext()), pollMilliseconds: minute, wokenBy: uploadChannel },
    'dispatch-events': {
      run: (createContext) => dispatchEvents(createContext, dispatch),
      pollMilliseconds: 2 * second,
      gather: (worked) => debounceFor(loadAfter(worked, 2 * second)),
      pause: (worked) => pauseFor(loadAfter(worked, 2 * second)),
      wokenBy: eventChannel,
    },
    'warn-of-service-levels': { run: (createContext) => warnOfServiceLevels(createContext()), pollMilliseconds: 5 * second },
    // No schedule: each process compares its own keys with those that are in use.
    'reencrypt-secrets': {
      run: async (createContext, stopping) => {
        await reencrypt(createContext(), stopping)
        return false
      },
      pollMilliseconds: 5 * minute,
    },
    ...(heartbeat && {
      'send-heartbeat': { run: (createContext) => sendHeartbeat(createContext(), heartbeat), pollMilliseconds: heartbeat.intervalMs },
    }),
  }
}

/** The queues of the work queue, by name. */
export function workerQueues({ outgoing, connectors, metricStore = null, ...settings }: JobSettings): Record<string, Queue> {
  const { server, origin, from, webhooks, phone } = outgoing
  const sending = {
    ...outgoing,
    secrets: chatBox(settings.keyring),
    vapid: createVapid(deriveKey(settings.keyring.root, 'web push'), from.address),
    allowPrivate: webhooks.allowPrivate,
  }
  const messages = { origin, from, isSending: server !== null, phone }
  return {
    ...scheduleQueue(workerSchedules({ outgoing, metricStore, ...settings })),
    ...closingQueues(bucketClosedHooks),
    ...matchingQueues(),
    ...packingQueues(),
    ...(metricStore ? remoteSeriesQueues(metricStore) : {}),
    ...evaluationQueues({ store: createMetricStore(metricStore), cache: new Map() }, metricStore ? 'remote' : 'own'),
    ...webhookQueues(webhooks),
    ...deliveryQueues(
      channelEntries.flatMap(([, { open }]) => open(sending) ?? []),
      attachReport,
    ),
    ...connectorQueues(connectors),
    ...(metricStore === null ? azureMetricQueues(connectors) : {}),
    ...uploadQueues(),
    ...eventQueues(createDispatch({ origin, from, isSending: server !== null })),
    ...reminderQueues(),
    ...forgettingQueues(),
    ...removalQueues(removals),
    ...archiveQueues(settings.objectStorage ? openObjectStorage(settings.objectStorage) : null),
    ...erasingQueues(settings.objectStorage ? openObjectStorage(settings.objectStorage) : null),
    ...escalationQueues(messages),
    ...contactQueues(messages),
    ...processRunQueues(messages),
    ...serviceLevelQueues(),
    ...serviceWindowQueues(),
    ...standardQueues(),
    ...customerGroupQueues([followGroupsOfStandards, followGroupsOfWindows]),
    ...bindingQueues(),
    ...Object.assign({}, ...ports.incidents.followers.map(({ queues }) => queues)),
    ...snsQueues(),
  }
}
