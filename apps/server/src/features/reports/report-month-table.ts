import type { Report, ReportFigures } from '@vakt/contract/reports/reports.ts'
import { addMonths } from '@vakt/domain/cloudops/price.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type KeptReport = Omit<Report, 'frozenAt'>

/** What reports that were kept by an earlier release lack. */
const unknownFigures = { inventory: null, agents: null }
const unknownParts = {
  tagKeys: null,
  ...{ groups: [], groupCount: 0, applications: [], applicationCount: 0, changes: [], agentVersions: [] },
  prepaid: null,
}

type EarlierFigures = Omit<ReportFigures, 'tickets' | 'inventory' | 'agents'> & Partial<Pick<ReportFigures, 'inventory' | 'agents'>>
type StoredFigures = EarlierFigures & { tickets: Pick<ReportFigures['tickets'], 'created' | 'byType' | 'missed'> }
type StoredAvailability = Omit<Report['availability'], 'withWindows' | 'withoutWindows'> & Partial<Report['availability']>
type StoredReport = Omit<KeptReport, 'figures' | 'before' | 'availability' | keyof typeof unknownParts> & {
  /** Of an earlier release, in place of the period. */
  month?: string
  figures: StoredFigures
  before: StoredFigures
  availability: StoredAvailability
}

const readStoredFigures = (figures: StoredFigures): ReportFigures => ({
  ...unknownFigures,
  ...figures,
  tickets: { byStatus: null, met: null, ...figures.tickets },
})

export async function readFrozenReport(transaction: Transaction, customerId: string, month: string): Promise<Report | undefined> {
  const { rows } = await transaction.query<{ report: StoredReport; frozenAt: Date }>(
    'select report, frozen_at as "frozenAt" from report_month where customer_id = $1 and month = $2',
    [customerId, month],
  )
  const [frozen] = rows
  if (!frozen) return undefined
  const { month: _, figures, before, availability, ...stored } = frozen.report
  return {
    ...unknownParts,
    ...stored,
    ...{ period: month, previous: addMonths(month, -1), group: [] },
    figures: readStoredFigures(figures),
    before: readStoredFigures(before),
    availability: { withWindows: null, withoutWindows: null, ...availability },
    frozenAt: frozen.frozenAt.toISOString(),
  }
}

/** Once: a month that was frozen before stays as it was. */
export async function freezeReport(
  transaction: Transaction,
  customerId: string,
  { month, report, at }: { month: string; report: KeptReport; at: Date },
): Promise<void> {
  await transaction.query(
    'insert into report_month (customer_id, month, report, frozen_at) values ($1, $2, $3, $4) on conflict do nothing',
    [customerId, month, JSON.stringify(report), at],
  )
}

/** Whether the cost of this month, which ends at `to`, is still to be frozen. */
export async function awaitsCloudOpsCost(
  transaction: Transaction,
  customerId: string,
  { month, to }: { month: string; to: Date },
): Promise<boolean> {
  const { rows } = await transaction.query(
    `select from cloudops_version where customer_id = $1 and state = 'active' and valid_from < $3
       and coalesce((select max(month) from cloudops_frozen_month where customer_id = $1), '') < $2 limit 1`,
    [customerId, month, to],
  )
  return rows.length > 0
}

/** Customers whose month before the one of this moment is not frozen, with the months that are. */
export async function readCustomersToFreezeForAllCustomers(
  transaction: Transaction,
  at: Date,
): Promise<{ customerId: string; frozen: string[] }[]> {
  const { rows } = await transaction.query<{ customerId: string; frozen: string[] }>(
    `select c.customer_id as "customerId", array(select month from report_month r where r.customer_id = c.customer_id) as frozen
     from customer c
     where not exists (select from report_month r where r.customer_id = c.customer_id
       and r.month = to_char(date_trunc('month', $1::timestamptz at time zone c.time_zone) - interval '1 month', 'YYYY-MM'))
     order by c.customer_id`,
    [at],
  )
  return rows
}
