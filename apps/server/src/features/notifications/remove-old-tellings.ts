import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { deleteTellingsForAllCustomers } from './telling-keeping-table.ts'

const day = 86_400_000
const mailsKeptDays = 90
const notificationsKeptDays = 180
const mostAtOnce = 2000

/** Mails and the events they were made of are kept 90 days, notifications 180. Answers whether there are more to remove. */
export async function removeOldTellings(context: Context): Promise<boolean> {
  const ago = (days: number) => new Date(context.now.getTime() - days * day)
  const keeping = {
    mailsBefore: ago(mailsKeptDays),
    notificationsBefore: ago(notificationsKeptDays),
    eventsBefore: ago(mailsKeptDays),
    limit: mostAtOnce,
  }
  const removed = await workForAllCustomers(context, (transaction) => deleteTellingsForAllCustomers(transaction, keeping))
  return removed === mostAtOnce
}
