import type { AlertHeldByWindow } from '@vakt/contract/service-windows/service-window-occurrences.ts'
import { gatherValues, type Put } from '#server/platform/database/gather-values.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type ListedOccurrence, selectedOccurrence } from './occurrence-list-table.ts'

/** `tagKeys` are those of the values in `group`. */
type WindowPeriod = { from: string | null; to: string | null; tagKeys: readonly string[]; group: readonly string[] }
type Asked = WindowPeriod & { after: readonly string[] | null; limit: number }

const hasTags = (entity: string, { tagKeys, group }: WindowPeriod, put: Put) =>
  group.map(
    (value, index) =>
      `${entity}.entity_id is not null and coalesce(${entity}.tags ->> ${put(tagKeys[index] ?? '')}::text, '') = ${put(value)}`,
  )

/** An occurrence `o` of a window `w` that a report of the period counts: it started in it, and was not waiting for an approval. */
function isCounted(period: WindowPeriod, put: Put): string[] {
  const ofGroup = hasTags('e', period, put)
  return [
    'o.customer_id = $1',
    ...(period.from ? [`o.starts_at >= ${put(period.from)}::timestamptz`] : []),
    ...(period.to ? [`o.starts_at < ${put(period.to)}::timestamptz`] : []),
    "coalesce(w.approval, 'approved') = 'approved'",
    'o.started_at is not null',
    ...(ofGroup.length > 0
      ? [
          `o.window_id in (select t.window_id from entity e
             join service_window_target t on t.customer_id = e.customer_id and t.key = any (service_window_keys(e))
             where e.customer_id = $1 and ${ofGroup.join(' and ')})`,
        ]
      : []),
  ]
}

/** The latest first; one more than the limit. */
export async function readStarted(
  transaction: Transaction,
  customerId: string,
  { after, limit, now, ...period }: Asked & { now: Date },
): Promise<ListedOccurrence[]> {
  const { values, put } = gatherValues([customerId, now])
  const conditions = isCounted(period, put)
  if (after) conditions.push(`(o.starts_at, o.occurrence_id) < (${put(after[0])}::timestamptz, ${put(after[1])}::bigint)`)
  const { rows } = await transaction.query<ListedOccurrence>(
    `${selectedOccurrence('$2')} where ${conditions.join(' and ')} order by o.starts_at desc, o.occurrence_id desc limit ${Math.trunc(limit) + 1}`,
    values,
  )
  return rows
}

export type AlertHeldRow = Omit<AlertHeldByWindow, 'heldAt' | 'outcomeAt'> & { heldAt: Date; outcomeAt: Date | null; startsAt: Date }

/** Those of the latest occurrence first; one more than the limit. */
export async function readHeldInPeriod(
  transaction: Transaction,
  customerId: string,
  { after, limit, ...period }: Asked,
): Promise<AlertHeldRow[]> {
  const { values, put } = gatherValues([customerId])
  const conditions = [...isCounted(period, put), ...hasTags('e', period, put)]
  if (after)
    conditions.push(
      `(o.starts_at, o.occurrence_id, h.alert_id) < (${put(after[0])}::timestamptz, ${put(after[1])}::bigint, ${put(after[2])}::bigint)`,
    )
  const { rows } = await transaction.query<AlertHeldRow>(
    `select h.alert_id::text as "alertId", a.name, a.severity, h.held_at as "heldAt", h.outcome, h.outcome_at as "outcomeAt",
       h.incident_id::text as "incidentId", o.occurrence_id::text as "occurrenceId", o.window_id as "serviceWindowId", w.reason,
       o.starts_at as "startsAt",
       case when e.entity_id is not null then json_build_object('entityId', e.entity_id, 'name', e.name) end as entity
     from service_window_occurrence o
     join service_window w on w.customer_id = o.customer_id and w.window_id = o.window_id
     join service_window_hold h on h.customer_id = o.customer_id and h.occurrence_id = o.occurrence_id
     join alert a on a.customer_id = h.customer_id and a.alert_id = h.alert_id
     left join entity e on e.customer_id = a.customer_id and e.entity_id = a.entity_id
     where ${conditions.join(' and ')}
     order by o.starts_at desc, o.occurrence_id desc, h.alert_id desc limit ${Math.trunc(limit) + 1}`,
    values,
  )
  return rows
}
