import type { Language } from '@vakt/contract/users/session.ts'
import { documentOf } from '@vakt/domain/reports/report-document.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import type { CallContext, FileAnswer } from '#server/platform/http/serve.ts'
import { makeReportPdf } from './make-report-pdf.ts'
import { type AskedReport, checkReport, getReport } from './read-report.ts'
import { readReportBrandForAllCustomers } from './report-brand.ts'
import { recordOpening } from './report-openings.ts'
import { nameOfReport } from './report-scope.ts'
import { readNamesForAllCustomers } from './report-table.ts'
import { makeReportToken } from './report-token.ts'

/** Records that the caller opens the report. */
export async function noteOpening(context: CallContext, customerId: string, asked: AskedReport): Promise<void> {
  await inTransaction(context, customerId, async (transaction) => {
    await checkReport(transaction, customerId, asked, context.now)
    await recordOpening(transaction, context, customerId, { report: nameOfReport(asked.period, asked.group ?? []) })
  })
}

export async function openReport(
  context: CallContext,
  secret: Buffer,
  customerId: string,
  asked: AskedReport,
): Promise<{ token: string; expiresAt: string }> {
  await noteOpening(context, customerId, asked)
  const { caller, now } = context
  return makeReportToken(secret, { customerId, report: nameOfReport(asked.period, asked.group ?? []), caller }, now)
}

/** In the language that is asked for, or the one that the customer is written to in. */
export async function getReportDocument(
  context: CallContext,
  customerId: string,
  { language, ...asked }: AskedReport & { language?: Language },
): Promise<FileAnswer> {
  const report = await getReport(context, customerId, asked)
  const { names, brand } = await readForAllCustomers({ pool: context.pool, isStaff: true }, async (transaction) => ({
    names: await readNamesForAllCustomers(transaction, customerId),
    brand: await readReportBrandForAllCustomers(transaction),
  }))
  const content = await makeReportPdf(documentOf(report, { ...names, language: language ?? names.language }), brand)
  return {
    fileName: `${names.customer} ${asked.period}.pdf`,
    contentType: 'application/pdf',
    content,
    isShownInline: false,
    version: `${nameOfReport(asked.period, asked.group ?? [])}-${report.frozenAt ?? report.to}-${language}`,
  }
}
