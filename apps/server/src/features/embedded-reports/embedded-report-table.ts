import type { NewEmbeddedReport } from '@vakt/contract/reports/embedded-reports.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { WantedReport } from './power-bi.ts'

export async function readEmbeddedReports(
  transaction: Transaction,
  customerId: string,
): Promise<{ embeddedReportId: string; name: string }[]> {
  const { rows } = await transaction.query<{ embeddedReportId: string; name: string }>(
    `select embedded_report_id as "embeddedReportId", name from embedded_report where customer_id = $1 order by name, embedded_report_id`,
    [customerId],
  )
  return rows
}

export async function readEmbeddedReport(
  transaction: Transaction,
  customerId: string,
  embeddedReportId: string,
): Promise<(WantedReport & { name: string }) | undefined> {
  const { rows } = await transaction.query<WantedReport & { name: string }>(
    `select name, workspace_id as "workspaceId", power_bi_report_id as "powerBiReportId", profile_id as "profileId", user_name as "userName", roles
     from embedded_report where customer_id = $1 and embedded_report_id = $2`,
    [customerId, embeddedReportId],
  )
  return rows[0]
}

/**
 * Whether another customer sees the same report without an identity of its own. A profile says who may open a report, and changes nothing of
 * what it shows. DAX compares user names in any case.
 */
export async function isOpenToAnotherForAllCustomers(
  transaction: Transaction,
  customerId: string,
  { powerBiReportId, userName }: NewEmbeddedReport,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `select from embedded_report where customer_id <> $1 and power_bi_report_id = $2
       and (user_name = '' or $3 = '' or lower(user_name) = lower($3)) limit 1`,
    [customerId, powerBiReportId.trim(), userName.trim()],
  )
  return rowCount === 1
}

export async function insertEmbeddedReport(
  transaction: Transaction,
  customerId: string,
  { name, workspaceId, powerBiReportId, profileId, userName, roles }: NewEmbeddedReport,
  now: Date,
): Promise<string> {
  const { rows } = await transaction.query<{ id: string }>(
    `insert into embedded_report (customer_id, name, workspace_id, power_bi_report_id, profile_id, user_name, roles, created_at)
     values ($1, $2, $3, $4, nullif($5, '')::uuid, $6, $7, $8) returning embedded_report_id as id`,
    [customerId, name.trim(), workspaceId.trim(), powerBiReportId.trim(), profileId.trim(), userName.trim(), roles, now],
  )
  return rows[0]?.id ?? ''
}

/** Answers its name; undefined where there was none. */
export async function deleteEmbeddedReport(
  transaction: Transaction,
  customerId: string,
  embeddedReportId: string,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ name: string }>(
    'delete from embedded_report where customer_id = $1 and embedded_report_id = $2 returning name',
    [customerId, embeddedReportId],
  )
  return rows[0]?.name
}

export type EmbeddedHealthRow = { embeddedReportId: string; customer: { customerId: string; name: string }; name: string; createdAt: Date }

/** Of one customer or of all. */
export async function readEmbeddedHealthForAllCustomers(transaction: Transaction, customerId: string | null): Promise<EmbeddedHealthRow[]> {
  const { rows } = await transaction.query<EmbeddedHealthRow>(
    `select e.embedded_report_id as "embeddedReportId", json_build_object('customerId', c.customer_id, 'name', c.name) as customer, e.name,
       e.created_at as "createdAt"
     from embedded_report e join customer c on c.customer_id = e.customer_id where $1::text is null or e.customer_id = $1`,
    [customerId],
  )
  return rows
}
