import { channelsForReminder } from '@vakt/domain/incident-notification.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Job } from '#server/platform/jobs/job-table.ts'
import type { JobRun } from '#server/platform/jobs/work-queue.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { NotifiedIncidentEvent } from './incident-outbox-table.ts'
import { insertIncidentNotifications } from './notification-table.ts'
import { planIncidentMails } from './plan-incident-mails.ts'
import { createReaderOf } from './readers.ts'
import { takeReminder } from './reminder-table.ts'
import type { Telling } from './tell-people.ts'
import { readPersonsForAllCustomers, waitToBecomeTeller } from './telling-table.ts'

async function remind(transaction: Transaction, userId: string, event: NotifiedIncidentEvent, mail: Telling): Promise<void> {
  const [person] = await readPersonsForAllCustomers(transaction, [userId])
  if (!person) return
  const readerOf = await createReaderOf(transaction, [event.customerId])
  const { inPortal, byMail } = channelsForReminder(readerOf(person, event.customerId))
  const notified = [{ person, event, kind: 'incident_reminded' as const }]
  if (inPortal) {
    await insertIncidentNotifications(transaction, notified, event.at)
    announce(transaction, { type: 'notification.changed', customerId: person.customerId, userId })
  }
  if (byMail) await planIncidentMails(transaction, notified, mail, event.at)
}

/** Ends a mute at its time: who set it is reminded once of an incident that is still open. */
export const remindOfIncident = (context: Context, mail: Telling, { customerId, rowId }: Job, finish: JobRun['finish']): Promise<void> =>
  workForAllCustomers(context, async (transaction) => {
    await waitToBecomeTeller(transaction)
    const due = await takeReminder(transaction, customerId, { muteId: rowId, now: context.now })
    if (due) await remind(transaction, due.userId, due.event, mail)
    await finish(transaction)
  })
