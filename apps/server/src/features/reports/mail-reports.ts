import type { Report } from '@vakt/contract/reports/reports.ts'
import { addMonths } from '@vakt/domain/cloudops/price.ts'
import { documentOf } from '@vakt/domain/reports/report-document.ts'
import { instantOf, wallTimeOf } from '@vakt/domain/time-zone.ts'
import type { DeliverySettings, PlannedMessage } from '#server/features/deliveries/message.ts'
import { planMessages, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { createReaderOf, findPersons, isStaffOf, type Person } from '#server/features/deliveries/recipients.ts'
import type { Attach } from '#server/features/deliveries/send-deliveries.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { forEachCustomer } from '#server/platform/jobs/for-each-customer.ts'
import { makeReportPdf } from './make-report-pdf.ts'
import { readHoursShown } from './prepaid-hours-table.ts'
import { withoutHours } from './read-report.ts'
import { readReportBrandForAllCustomers } from './report-brand.ts'
import { reportMailTexts } from './report-mail.texts.ts'
import { type MailedCustomer, readMailedCustomersForAllCustomers, takeDueRecipients } from './report-mail-table.ts'
import { readFrozenReport } from './report-month-table.ts'
import { readNamesForAllCustomers } from './report-table.ts'

/** By the clock of the customer. */
const hourOfDay = 8

/** The month before this moment, and when its report is due. */
export function dueMailing({ day, timeZone }: Pick<MailedCustomer, 'day' | 'timeZone'>, now: Date): { month: string; dueAt: Date } {
  const [year = 0, month = 1] = new Date(wallTimeOf(now.getTime(), timeZone)).toISOString().slice(0, 7).split('-').map(Number)
  const current = `${year}-${String(month).padStart(2, '0')}`
  return { month: addMonths(current, -1), dueAt: new Date(instantOf(Date.UTC(year, month - 1, day, hourOfDay), timeZone)) }
}

/** A reader sees registered hours where the customer's settings show them; staff always do. */
async function reportFor(
  transaction: Transaction,
  { customerId, month, isStaff }: { customerId: string; month: string; isStaff: boolean },
) {
  const report = await readFrozenReport(transaction, customerId, month)
  return !report || isStaff || (await readHoursShown(transaction, customerId)) ? report : withoutHours(report)
}

function mailOf(
  person: Person,
  customerId: string,
  about: { report: Report; customer: string; provider: string; origin: string },
): PlannedMessage {
  const { report, customer, provider, origin } = about
  const words = reportMailTexts[person.language]
  const { title, summary } = documentOf(report, { language: person.language, customer, provider })
  const url = `${origin}/reports/${encodeURIComponent(customerId)}/builtin/report/monthly?period=${report.period}`
  return {
    recipient: person,
    customerId,
    kind: 'monthly_report',
    attachment: { report: report.period },
    subject: `${title}: ${customer}`,
    isAnswerable: false,
    blocks: () => [
      { type: 'headline', text: title, over: customer },
      { type: 'text', text: summary },
      { type: 'text', text: words.attached },
      { type: 'button', text: words.open, url },
      { type: 'text', text: words.why },
    ],
  }
}

/**
 * Sends the report of the month before to who gets it, once it is kept and its day has come. Who may not read it (any more) gets none; who
 * was added after that day gets the next one.
 */
export async function mailReports(context: Context, settings: DeliverySettings): Promise<void> {
  const { now } = context
  const customers = await workForAllCustomers(context, readMailedCustomersForAllCustomers)
  await forEachCustomer(context, customers, async (customer) => {
    const { customerId } = customer
    const { month, dueAt } = dueMailing(customer, now)
    if (now < dueAt) return
    await workForAllCustomers(context, async (transaction) => {
      const report = await readFrozenReport(transaction, customerId, month)
      const userIds = report ? await takeDueRecipients(transaction, customerId, { month, dueAt, now }) : []
      if (!report || userIds.length === 0) return
      const readerOf = await createReaderOf(transaction, [customerId])
      const people = (await findPersons(transaction, userIds)).filter(
        (person) => !person.isDisabled && readerOf(person, customerId).features.has('@feature.report.read'),
      )
      const names = await readNamesForAllCustomers(transaction, customerId)
      await waitForPlanningLock(transaction)
      await planMessages(
        transaction,
        people.map((person) => mailOf(person, customerId, { report, ...names, origin: settings.origin })),
        settings,
        now,
      )
    })
  })
}

/** What a mail of a report carries, made when it is sent. */
export const attachReport: Attach = async (context, { customerId, recipientId, language, attachment }) => {
  const month = attachment?.report
  if (!month) return []
  const found = await workForAllCustomers(context, async (transaction) => {
    const [person] = recipientId ? await findPersons(transaction, [recipientId]) : []
    const report = await reportFor(transaction, { customerId, month, isStaff: person ? isStaffOf(person, customerId) : false })
    return (
      report && {
        report,
        names: await readNamesForAllCustomers(transaction, customerId),
        brand: await readReportBrandForAllCustomers(transaction),
      }
    )
  })
  if (!found) return []
  const content = await makeReportPdf(documentOf(found.report, { ...found.names, language }), found.brand)
  return [{ name: `${found.names.customer} ${month}.pdf`, contentType: 'application/pdf', content }]
}
