import {
  type OwnAlert,
  readFiringOwnAlerts,
  recordOwnAlert,
  resolveOwnAlert,
  writeMoment,
} from '#server/features/incidents/intake/record-own-alert.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { forEachCustomer } from '#server/platform/jobs/for-each-customer.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { windowQueueName } from './change-locked.ts'
import { enqueueMissingWindowsForAllCustomers, type OverdueWindow, readOverdueForAllCustomers } from './overdue-table.ts'

/** Longer than all attempts of a job take together. */
const longestSeconds = 30 * 60
const rule = 'ServiceWindowNotSettled'
const fingerprintOf = (serviceWindowId: string) => `service-window-not-settled ${serviceWindowId}`

const texts = {
  en: {
    name: (reason: string) => `Service window “${reason}” has ended, but its alerts are still held`,
    description: (ended: string, held: number) =>
      `It should have raised what still fires at ${ended}, and every attempt failed. Alerts held longer than planned: ${held}. ` +
      'No one is notified of them until this works. Staff: see Admin → Failed jobs for the reason, and try the job again.',
  },
  sv: {
    name: (reason: string) => `Servicefönstret ”${reason}” är slut, men dess larm är fortfarande pausade`,
    description: (ended: string, held: number) =>
      `Det som fortfarande larmar skulle ha öppnats som incident ${ended}, men alla försök misslyckades. Larm som är pausade längre än ` +
      `planerat: ${held}. Ingen meddelas om dem förrän det fungerar. Personal: se orsaken under Admin → Misslyckade jobb och kör om jobbet.`,
  },
}

/** About no resource, so that no window holds it. */
function alertOf({ serviceWindowId, reason, language, since, heldAlerts }: OverdueWindow): OwnAlert {
  const words = texts[language]
  const name = words.name(reason)
  const description = `${name}\n\n${words.description(writeMoment(since), heldAlerts)}`
  return { fingerprint: fingerprintOf(serviceWindowId), rule, name, description, severity: 'critical', about: reason }
}

const isStuck = ({ jobState, overdueSeconds }: OverdueWindow) => jobState === 'failed' || overdueSeconds > longestSeconds

/**
 * Every minute: enqueues windows that have no job, and has a failed one tried again for an occurrence that ended since. Raises an alert for each
 * window that cannot be settled, until it is.
 */
export async function watchWindows(context: Context): Promise<void> {
  await workForAllCustomers(context, (transaction) => enqueueMissingWindowsForAllCustomers(transaction, windowQueueName))
  const { overdue, firing } = await workForAllCustomers(context, async (transaction) => {
    const found = await readOverdueForAllCustomers(transaction, windowQueueName)
    const again = found.filter(({ isToRetry }) => isToRetry)
    await enqueueJobs(
      transaction,
      again.map(({ customerId, serviceWindowId }) => ({ queue: windowQueueName, customerId, rowId: serviceWindowId })),
    )
    return { overdue: found, firing: await readFiringOwnAlerts(transaction, rule) }
  })
  const raised = new Set(firing.map(({ fingerprint }) => fingerprint))
  const open = new Set(overdue.map(({ serviceWindowId }) => fingerprintOf(serviceWindowId)))
  const changes = [
    ...overdue
      .filter((window) => isStuck(window) && !raised.has(fingerprintOf(window.serviceWindowId)))
      .map((window) => ({ customerId: window.customerId, alert: alertOf(window), fingerprint: '' })),
    ...firing
      .filter(({ fingerprint }) => !open.has(fingerprint))
      .map(({ customerId, fingerprint }) => ({ customerId, alert: null, fingerprint })),
  ]
  await forEachCustomer(context, changes, ({ customerId, alert, fingerprint }) =>
    inTransaction(context, customerId, (transaction) =>
      alert
        ? recordOwnAlert(transaction, context, customerId, alert, 'firing')
        : resolveOwnAlert(transaction, context, customerId, fingerprint),
    ),
  )
}
