import type { IncidentTrendDay } from '@vakt/contract/incidents.ts'
import type { SeverityCounts } from '@vakt/contract/severity.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

const countsBySeverity = (['critical', 'high', 'medium', 'low'] as const)
  .map((severity) => `count(*) filter (where severity = '${severity}')::int as ${severity}`)
  .join(', ')

export async function readUnmatchedCounts(transaction: Transaction, customerId: string): Promise<SeverityCounts> {
  const { rows } = await transaction.query<SeverityCounts>({
    name: 'read-unmatched-counts',
    text: `select ${countsBySeverity} from incident where customer_id = $1 and state <> 'resolved' and entity_id is null`,
    values: [customerId],
  })
  return rows[0] ?? { critical: 0, high: 0, medium: 0, low: 0 }
}

/** The past 30 days of the time zone, today last; days without incidents included. */
export async function readTrend(transaction: Transaction, customerId: string, timeZone: string, now: Date): Promise<IncidentTrendDay[]> {
  const { rows } = await transaction.query<{ date: string } & SeverityCounts>(
    `with day as (
       select ($3::timestamptz at time zone $2)::date - ago as date from generate_series(0, 29) as ago
     ), opened as (
       select (opened_at at time zone $2)::date as date, severity from incident
       where customer_id = $1 and opened_at >= (($3::timestamptz at time zone $2)::date - 29) at time zone $2 and opened_at <= $3
     )
     select day.date::text, ${countsBySeverity} from day left join opened using (date) group by day.date order by day.date`,
    [customerId, timeZone, now],
  )
  return rows.map(({ date, critical, high, medium, low }) => ({ date, counts: { critical, high, medium, low } }))
}
