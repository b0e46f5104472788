import type { NewReportMails, ReportMails, ReportRecipient } from '@vakt/contract/reports/report-mails.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { Forbidden, Invalid } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  addRecipient,
  findUsersForAllCustomers,
  isRecipient,
  readDay,
  readRecipientsForAllCustomers,
  removeOtherRecipients,
  removeRecipient,
  writeDay,
} from './report-mail-table.ts'

export async function getReportMails(context: CallContext, customerId: string): Promise<ReportMails> {
  const { caller, isStaff, pool } = context
  const mails = await inTransaction(context, customerId, async (transaction) => ({
    day: await readDay(transaction, customerId),
    isMine: caller !== null && !caller.apiToken?.isService && (await isRecipient(transaction, customerId, caller.userId)),
  }))
  if (!isStaff) return { ...mails, recipients: [] }
  const recipients = await readForAllCustomers({ pool, isStaff }, (transaction) => readRecipientsForAllCustomers(transaction, customerId))
  return { ...mails, recipients }
}

/** From the next mailing on, at the own address. */
export async function subscribeToReport(context: CallContext, customerId: string, isMine: boolean): Promise<undefined> {
  const { caller, now } = context
  if (!caller) throw new Forbidden()
  const { userId, customerId: recipientCustomerId } = caller
  await inTransaction(context, customerId, async (transaction) => {
    const isChanged = isMine
      ? await addRecipient(transaction, customerId, { recipientCustomerId, userId, since: now, isChosen: false })
      : await removeRecipient(transaction, customerId, userId)
    if (isChanged)
      await recordAction(transaction, context, customerId, { action: isMine ? 'report.subscribe' : 'report.unsubscribe', target: userId })
  })
}

export async function saveReportMails(context: CallContext, customerId: string, { day, userIds }: NewReportMails): Promise<undefined> {
  const { now, pool } = context
  const found = await readForAllCustomers({ pool, isStaff: true }, (transaction) =>
    findUsersForAllCustomers(transaction, customerId, { userIds }),
  )
  if (found.length < userIds.length)
    throw Invalid.field('userIds', 'Choose people of the customer or of the provider who can sign in.', 'report_mail.people_unknown')
  await inTransaction(context, customerId, async (transaction) => {
    await writeDay(transaction, customerId, day)
    await removeOtherRecipients(transaction, customerId, userIds)
    for (const { userId, customerId: recipientCustomerId } of found)
      await addRecipient(transaction, customerId, { recipientCustomerId, userId, since: now, isChosen: true })
    const details = { day, people: found.map(({ name }) => name) }
    await recordAction(transaction, context, customerId, { action: 'report.mails', target: customerId, details })
  })
}

export async function findReportRecipients(context: CallContext, customerId: string, q: string): Promise<ReportRecipient[]> {
  const users = await readForAllCustomers(context, (transaction) => findUsersForAllCustomers(transaction, customerId, { q: q.trim() }))
  return users.map(({ customerId: _, ...user }) => user)
}
