import { sweepAttachments } from '#server/features/attachments/sweep-attachments.ts'
import { connectorChannel } from '#server/features/connectors/connector-table.ts'
import { removeOldRuns } from '#server/features/connectors/remove-old-runs.ts'
import { type ConnectorSettings, runConnectors } from '#server/features/connectors/run-connectors.ts'
import { mailChannel } from '#server/features/notifications/mail-delivery-table.ts'
import { removeOldTellings } from '#server/features/notifications/remove-old-tellings.ts'
import { sendMails } from '#server/features/notifications/send-mails.ts'
import { summariseHeldMails } from '#server/features/notifications/summarise-held-mails.ts'
import { tellPeople } from '#server/features/notifications/tell-people.ts'
import { ticketEventChannel } from '#server/features/notifications/ticket-event-table.ts'
import { recountServiceLevels } from '#server/features/service-levels/recount-service-levels.ts'
import { warnOfServiceLevels } from '#server/features/service-levels/warn-of-service-levels.ts'
import { removeOldSessions } from '#server/features/session/remove-old-sessions.ts'
import { processSignals } from '#server/features/signals/process-signals.ts'
import { removeOldSignals } from '#server/features/signals/remove-old-signals.ts'
import { signalChannel } from '#server/features/signals/signal-table.ts'
import { bindingChannel } from '#server/features/unmatched-signals/binding-table.ts'
import { followBindings } from '#server/features/unmatched-signals/follow-bindings.ts'
import type { WebhookSettings } from '#server/features/webhooks/manage-webhooks.ts'
import { removeOldDeliveries } from '#server/features/webhooks/remove-old-deliveries.ts'
import { sendWebhooks } from '#server/features/webhooks/send-webhooks.ts'
import { webhookChannel } from '#server/features/webhooks/webhook-table.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { startLoop } from '#server/platform/jobs/run-loop.ts'
import type { Log } from '#server/platform/log.ts'
import type { MailAddress, MailSettings } from '#server/platform/mail/mail-settings.ts'
import { type ObjectStorageConfig, openObjectStorage } from '#server/platform/object-storage.ts'
import { removeExpiredSignIns } from '#server/platform/sign-in/embedded-provider.ts'

const minute = 60_000
const hour = 3_600_000

type WorkerParts = {
  database: Database
  listener: Listener
  log: Log
  objectStorage?: ObjectStorageConfig | null
  telling: { origin: string; from: MailAddress; server: MailSettings | null; webhooks: WebhookSettings }
  connectors: ConnectorSettings
}

/** Starts the jobs; returns what stops them, after each has finished what it is at. */
export function startWorker({ database, listener, log, objectStorage, telling, connectors }: WorkerParts): () => Promise<void> {
  const createContext = (job: string) => (): Context => ({
    actor: { type: 'system', job },
    now: new Date(),
    pool: database.worker,
    log,
    requestId: null,
    isStaff: false,
  })
  const signals = startLoop({
    name: 'process-signals',
    run: () => processSignals(createContext('process-signals')),
    pollMilliseconds: 2000,
    gatherMilliseconds: 100,
    log,
  })
  listener.on(signalChannel, signals.wake, signals.wake)
  const bindings = startLoop({
    name: 'follow-bindings',
    run: () => followBindings(createContext('follow-bindings')()),
    pollMilliseconds: 5000,
    log,
  })
  listener.on(bindingChannel, bindings.wake, bindings.wake)
  const { origin, from, server, webhooks } = telling
  const howToTell = { origin, from, isSending: server !== null }
  const events = startLoop({
    name: 'tell-people',
    run: () => tellPeople(createContext('tell-people'), howToTell),
    pollMilliseconds: 2000,
    gatherMilliseconds: 100,
    log,
  })
  listener.on(ticketEventChannel, events.wake, events.wake)
  const posts = startLoop({
    name: 'send-webhooks',
    run: () => sendWebhooks(createContext('send-webhooks'), webhooks),
    pollMilliseconds: 2000,
    log,
  })
  listener.on(webhookChannel, posts.wake, posts.wake)
  const stopping = new AbortController()
  const runs = startLoop({
    name: 'run-connectors',
    run: () => runConnectors(createContext('run-connectors'), connectors, stopping.signal),
    pollMilliseconds: 5000,
    log,
  })
  listener.on(connectorChannel, runs.wake, runs.wake)
  const loops = [
    runs,
    startLoop({
      name: 'remove-old-runs',
      run: () => removeOldRuns(createContext('remove-old-runs')()),
      pollMilliseconds: hour,
      log,
    }),
    signals,
    bindings,
    events,
    posts,
    startLoop({
      name: 'summarise-held-mails',
      run: () => summariseHeldMails(createContext('summarise-held-mails')(), howToTell),
      pollMilliseconds: minute,
      log,
    }),
    startLoop({
      name: 'recount-service-levels',
      run: () => recountServiceLevels(createContext('service-levels')()),
      pollMilliseconds: 2000,
      log,
    }),
    startLoop({
      name: 'warn-of-service-levels',
      run: () => warnOfServiceLevels(createContext('service-levels')()),
      pollMilliseconds: 5000,
      log,
    }),
    startLoop({
      name: 'remove-old-signals',
      run: () => removeOldSignals(createContext('remove-old-signals')()),
      pollMilliseconds: hour,
      log,
    }),
    startLoop({
      name: 'remove-old-tellings',
      run: () => removeOldTellings(createContext('remove-old-tellings')()),
      pollMilliseconds: hour,
      log,
    }),
    startLoop({
      name: 'remove-old-deliveries',
      run: () => removeOldDeliveries(createContext('remove-old-deliveries')()),
      pollMilliseconds: hour,
      log,
    }),
    startLoop({
      name: 'remove-old-sessions',
      run: () => removeOldSessions(createContext('remove-old-sessions')()),
      pollMilliseconds: hour,
      log,
    }),
    startLoop({
      name: 'remove-expired-sign-ins',
      run: async () => (await removeExpiredSignIns(database.worker)) > 0,
      pollMilliseconds: hour,
      log,
    }),
  ]
  if (server) {
    const mails = startLoop({
      name: 'send-mails',
      run: () => sendMails({ settings: server, origin, createContext: createContext('send-mails') }),
      pollMilliseconds: 2000,
      log,
    })
    listener.on(mailChannel, mails.wake, mails.wake)
    loops.push(mails)
  }
  if (objectStorage) {
    const storage = openObjectStorage(objectStorage)
    const sweep = async () => {
      await sweepAttachments(createContext('sweep-attachments')(), storage)
      return false
    }
    loops.push(startLoop({ name: 'sweep-attachments', run: sweep, pollMilliseconds: 6 * hour, log }))
  }
  return async () => {
    stopping.abort()
    await Promise.all(loops.map((loop) => loop.stop()))
  }
}
