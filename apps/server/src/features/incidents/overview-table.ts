import type { IncidentTrend, IncidentTrendDay } from '@vakt/contract/incidents/incidents.ts'
import { type SeverityCounts, severities } from '@vakt/contract/severity.ts'
import { countEach } from '#server/platform/database/count-each.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

const countsBySeverity = countEach('severity', severities)

export async function readUnmatchedCounts(transaction: Transaction, customerId: string): Promise<SeverityCounts> {
  const { rows } = await transaction.query<SeverityCounts>({
    name: 'read-unmatched-counts',
    text: `select ${countsBySeverity} from incident where customer_id = $1 and state <> 'resolved' and entity_id is null`,
    values: [customerId],
  })
  return rows[0] ?? { critical: 0, high: 0, medium: 0, low: 0 }
}

/**
 * Incidents opened on each of these days, the last of which lasts until now. The days begin at instants that are known beforehand: to ask
 * for the day of each incident in a time zone takes many times as long.
 */
export async function readTrend(
  transaction: Transaction,
  customerId: string,
  days: readonly { date: string; startsAt: Date }[],
  now: Date,
): Promise<IncidentTrendDay[]> {
  const { rows } = await transaction.query<{ date: string } & SeverityCounts>({
    name: 'read-trend',
    text: `with day as (
             select date, starts_at, lead(starts_at, 1, 'infinity') over (order by starts_at) as ends_at
             from unnest($2::text[], $3::timestamptz[]) as day (date, starts_at)
           )
           select date, counts.* from day, lateral (
             select ${countsBySeverity} from incident
             where customer_id = $1 and opened_at >= starts_at and opened_at < ends_at and opened_at <= $4
           ) as counts order by starts_at`,
    values: [customerId, days.map(({ date }) => date), days.map(({ startsAt }) => startsAt), now],
  })
  return rows.map(({ date, ...counts }) => ({ date, counts }))
}

type Period = { before: Date; start: Date; end: Date }

/** The median of a span in minutes, of the period and of the one before it. */
const medianMinutes = (span: string, at: string) => {
  const median = (condition: string) =>
    `percentile_cont(0.5) within group (order by extract(epoch from ${span})) filter (where ${at} ${condition} $3) / 60`
  return `json_build_object('now', ${median('>=')}, 'before', ${median('<')})`
}

/** As the index has it. */
const firstAcknowledgedAt = 'case when first_acknowledged_at is not null then first_acknowledged_at else acknowledged_at end'

/** How many opened in the period before, and how soon incidents were acknowledged and resolved in both. */
export async function readTrendComparison(
  transaction: Transaction,
  customerId: string,
  { before, start, end }: Period,
): Promise<Omit<IncidentTrend, 'days'>> {
  const { rows } = await transaction.query<Omit<IncidentTrend, 'days'>>({
    name: 'read-trend-comparison',
    text: `select
        (select count(*)::int from incident where customer_id = $1 and opened_at >= $2 and opened_at < $3) as "openedBefore",
        (select ${medianMinutes(`${firstAcknowledgedAt} - opened_at`, firstAcknowledgedAt)}
         from incident where customer_id = $1 and ${firstAcknowledgedAt} >= $2 and ${firstAcknowledgedAt} <= $4) as "minutesToAcknowledge",
        (select ${medianMinutes('resolved_at - opened_at', 'resolved_at')}
         from incident where customer_id = $1 and resolved_at >= $2 and resolved_at <= $4) as "minutesToResolve"`,
    values: [customerId, before, start, end],
  })
  if (!rows[0]) throw new Error('An aggregate has one row.')
  return rows[0]
}
