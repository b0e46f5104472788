import * as mails from '@vakt/contract/reports/report-mails.ts'
import * as contract from '@vakt/contract/reports/reports.ts'
import * as ofCustomers from '@vakt/contract/reports/reports-of-customers.ts'
import { type CallContext, serve, serveFile } from '#server/platform/http/serve.ts'
import { findReportRecipients, getReportMails, saveReportMails, subscribeToReport } from './manage-report-mails.ts'
import { getReportDocument, noteOpening, openReport } from './open-report.ts'
import { getPrepaidBalance, getReport, listReportGroups } from './read-report.ts'
import { linesOf } from './report-lines.ts'
import { listReportMonths } from './report-months.ts'
import { nameOfReport } from './report-scope.ts'
import { checkReportToken } from './report-token.ts'
import { findReportRecipientsOfProvider, getReportDocumentsOfCustomers, saveReportMailsOfCustomers } from './reports-of-customers.ts'

type AboutReport = { params: { customerId: string; period: string }; query: { token?: string; group?: string[] } }

export function reportRoutes({ tokenSecret }: { tokenSecret: Buffer }) {
  /** Throws for a user without the token of this report. An API token needs none, and its reading is recorded as an opening. */
  const open = async (context: CallContext, { params: { customerId, period }, query: { token, group = [] } }: AboutReport) => {
    const { caller, now } = context
    if (caller?.apiToken) await noteOpening(context, customerId, { period, group })
    else checkReportToken(tokenSecret, { customerId, report: nameOfReport(period, group), caller }, token, now)
    return { period, group }
  }
  return [
    serve(contract.listReportMonths, (context, { params }) => listReportMonths(context, params.customerId)),
    serve(contract.listReportGroups, (context, { params }) => listReportGroups(context, params.customerId)),
    serve(contract.getPrepaidBalance, (context, { params }) => getPrepaidBalance(context, params.customerId)),
    serve(contract.openReport, (context, { params: { customerId, period }, query: { group = [] } }) =>
      openReport(context, tokenSecret, customerId, { period, group }),
    ),
    serve(contract.getReport, async (context, input) => getReport(context, input.params.customerId, await open(context, input))),
    serveFile(contract.getReportDocument, async (context, input) => {
      const asked = await open(context, input)
      const { language } = input.query
      return getReportDocument(context, input.params.customerId, { ...asked, ...(language && { language }) })
    }),
    serve(contract.listReportLines, async (context, input) => {
      const report = await getReport(context, input.params.customerId, await open(context, input))
      return { rows: linesOf(report), next: null }
    }),
    serveFile(ofCustomers.getReportDocumentsOfCustomers, (context, { query }) => getReportDocumentsOfCustomers(context, query)),
    serve(ofCustomers.saveReportMailsOfCustomers, (context, { body }) => saveReportMailsOfCustomers(context, body)),
    serve(ofCustomers.findReportRecipientsOfProvider, (context, { query: { q = '' } }) => findReportRecipientsOfProvider(context, q)),
    serve(mails.getReportMails, (context, { params }) => getReportMails(context, params.customerId)),
    serve(mails.subscribeToReport, (context, { params, body }) => subscribeToReport(context, params.customerId, body.isMine)),
    serve(mails.saveReportMails, (context, { params, body }) => saveReportMails(context, params.customerId, body)),
    serve(mails.findReportRecipients, (context, { params, query: { q = '' } }) => findReportRecipients(context, params.customerId, q)),
  ]
}
