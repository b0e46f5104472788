import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { NewReportMails, ReportRecipient } from '@vakt/contract/reports/report-mails.ts'
import { maxReportsAtOnce } from '@vakt/contract/reports/reports-of-customers.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { cleanFileName } from '@vakt/domain/attachment-file.ts'
import { addMonths } from '@vakt/domain/cloudops/price.ts'
import { withCustomersOfGroups } from '#server/features/customers/of-groups.ts'
import { becomeCustomer, inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { Forbidden, Invalid } from '#server/platform/errors.ts'
import type { CallContext, FileAnswer } from '#server/platform/http/serve.ts'
import { packZip, type ZipEntry } from '#server/platform/pack-zip.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { getReportDocument, noteOpening } from './open-report.ts'
import { addRecipients, findUsersForAllCustomers, readChosenCustomersForAllCustomers, writeDay } from './report-mail-table.ts'

/** Those of the chosen customers and groups that the caller sees, by name. Throws Invalid where there is none. */
async function chosenCustomers(context: CallContext, customer: string[] | undefined, property: string) {
  const { customer: ids } = await withCustomersOfGroups(context, { customer })
  const found = await readForAllCustomers(context, (transaction) => readChosenCustomersForAllCustomers(transaction, ids))
  if (found.length === 0) throw Invalid.field(property, 'Choose customers, or groups with customers in them.', 'report.customers_none')
  return found
}

/** A PDF of each customer, of all that the caller sees unless some are asked for, in the language that is asked for, or the one that each is written to in. */
export async function getReportDocumentsOfCustomers(
  context: CallContext,
  {
    period = addMonths(context.now.toISOString().slice(0, 7), -1),
    customer,
    language,
  }: { period?: string; customer?: string[]; language?: Language },
): Promise<FileAnswer> {
  const customers = await chosenCustomers(context, customer, 'customer')
  if (customers.length > maxReportsAtOnce) {
    const message = `Choose at most ${maxReportsAtOnce} customers at once.`
    throw Invalid.field('customer', message, 'report.customers_many')
  }
  const names = new Set<string>()
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const { customerId } of customers) {
      await noteOpening(context, customerId, { period })
      const { fileName, content } = await getReportDocument(context, customerId, { period, ...(language && { language }) })
      const clean = cleanFileName(fileName.replaceAll(/[/\\]/g, '-')) ?? `${customerId} ${period}.pdf`
      // Customers of the same name have a file each.
      const name = names.has(clean) ? clean.replace(/\.pdf$/, ` ${customerId}.pdf`) : clean
      names.add(name)
      yield { name, content: Readable.from([content as Buffer]), isPacked: true }
    }
  }
  return {
    fileName: `${language === 'sv' ? 'Rapporter' : 'Reports'} ${period}.zip`,
    contentType: 'application/zip',
    content: await buffer(packZip(entries(), context.now)),
    isShownInline: false,
    version: crypto.randomUUID(),
  }
}

type Wanted = NewReportMails & { customerIds: string[] }

/** The day of all of them, and these people beside those who get the report of a customer already. All or nothing. */
export async function saveReportMailsOfCustomers(
  context: CallContext,
  { customerIds, day, userIds }: Wanted,
): Promise<{ customers: number }> {
  const { now } = context
  const customers = await chosenCustomers(context, customerIds, 'customerIds')
  const people = await findOfProvider(context, { userIds })
  if (people.length < userIds.length)
    throw Invalid.field('userIds', 'Choose people of the provider who can sign in.', 'report_mail.people_not_of_provider')
  const details = { day, people: people.map(({ name }) => name) }
  return inTransaction(context, customers[0]?.customerId ?? '', async (transaction) => {
    for (const { customerId } of customers) {
      await becomeCustomer(transaction, customerId)
      await writeDay(transaction, customerId, day)
      await addRecipients(transaction, customerId, { people, since: now })
      await recordAction(transaction, context, customerId, { action: 'report.mails', target: customerId, details })
    }
    return { customers: customers.length }
  })
}

function findOfProvider({ caller, ...context }: CallContext, wanted: { q: string } | { userIds: readonly string[] }) {
  if (!caller) throw new Forbidden()
  return readForAllCustomers(context, (transaction) => findUsersForAllCustomers(transaction, caller.customerId, wanted))
}

export async function findReportRecipientsOfProvider(context: CallContext, q: string): Promise<ReportRecipient[]> {
  const users = await findOfProvider(context, { q: q.trim() })
  return users.map(({ customerId: _, ...user }) => user)
}
