import type { EmbeddedReport, EmbedToken, NewEmbeddedReport } from '@vakt/contract/reports/embedded-reports.ts'
import { readLastOpenings, recordOpening } from '#server/features/reports/report-openings.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound, Refusal } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import {
  deleteEmbeddedReport as deleteRow,
  insertEmbeddedReport,
  isOpenToAnotherForAllCustomers,
  readEmbeddedReport,
  readEmbeddedReports,
} from './embedded-report-table.ts'
import { forgetSignIn, makeEmbedToken, PowerBiFailed, type PowerBiSettings } from './power-bi.ts'

/** With the reason for staff, who can do something about it. */
class TokenFailed extends Refusal {
  readonly status = 502
  constructor(reason: string | null) {
    const said = { property: '', message: 'Could not generate token for PowerBI', message_translation_key: 'embedded_report.token_failed' }
    super([said, ...(reason ? [{ property: 'powerBi', message: reason, message_translation_key: 'embedded_report.reason' }] : [])])
  }
}

export async function listEmbeddedReports(
  context: CallContext,
  customerId: string,
  settings: PowerBiSettings | null,
): Promise<{ isConfigured: boolean; reports: EmbeddedReport[] }> {
  return inTransaction(context, customerId, async (transaction) => {
    const openings = await readLastOpenings(transaction, customerId)
    const rows = await readEmbeddedReports(transaction, customerId)
    const reports = rows.map((row) => ({ ...row, lastOpened: openings.get(row.embeddedReportId) ?? null }))
    return { isConfigured: settings !== null, reports }
  })
}

export async function createEmbeddedReport(context: CallContext, customerId: string, report: NewEmbeddedReport) {
  if (await readForAllCustomers(context, (transaction) => isOpenToAnotherForAllCustomers(transaction, customerId, report)))
    throw Conflict.field(
      'userName',
      'Another customer opens this report. Give each a user name for row-level security, so that each sees only its own data.',
      'embedded_report.shared',
    )
  return inTransaction(context, customerId, async (transaction) => {
    const id = await insertEmbeddedReport(transaction, customerId, report, context.now)
    return { embeddedReportId: id }
  })
}

export async function deleteEmbeddedReport(context: CallContext, customerId: string, id: string): Promise<undefined> {
  const target = readUuid(id)
  await inTransaction(context, customerId, async (transaction) => {
    const name = await deleteRow(transaction, customerId, target)
    if (name === undefined) throw new NotFound()
    return { name }
  })
}

/** Also before the token of a report that is open expires: a user who lost the right gets none. */
export async function openEmbeddedReport(
  context: CallContext,
  customerId: string,
  id: string,
  settings: PowerBiSettings | null,
): Promise<EmbedToken> {
  const embeddedReportId = readUuid(id)
  const report = await inTransaction(context, customerId, async (transaction) => {
    const found = await readEmbeddedReport(transaction, customerId, embeddedReportId)
    if (!found) throw new NotFound()
    await recordOpening(transaction, context, customerId, { report: embeddedReportId, name: found.name })
    return found
  })
  try {
    if (!settings) throw new PowerBiFailed('POWERBI_TENANT is not set')
    return { name: report.name, powerBiReportId: report.powerBiReportId, ...(await makeEmbedToken(settings, report)) }
  } catch (error) {
    if (!(error instanceof PowerBiFailed)) throw error
    if ([401, 403].includes(error.status)) forgetSignIn()
    context.log.warn({ customerId, embeddedReportId, reason: error.message }, 'Power BI gives no token')
    throw new TokenFailed(context.isStaff ? error.message : null)
  }
}
