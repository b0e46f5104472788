import type { Transaction } from '#server/platform/database/transaction.ts'

type Batch = { before: Date; limit: number }

/** The next alerts of a customer in the order in which they were first recorded, and whether any of them was before that time. */
export async function readAlertsToTrim(
  transaction: Transaction,
  customerId: string,
  { before, after, limit }: Batch & { after: string },
): Promise<{ alertIds: string[]; isAnyOld: boolean }> {
  const { rows } = await transaction.query<{ alertId: string; isOld: boolean }>({
    name: 'read-alerts-to-trim',
    text: `select alert_id as "alertId", first_seen_at < $2 as "isOld" from alert
           where customer_id = $1 and alert_id > $3::bigint order by alert_id limit $4`,
    values: [customerId, before, after, limit],
  })
  return { alertIds: rows.map(({ alertId }) => alertId), isAnyOld: rows.some(({ isOld }) => isOld) }
}

/**
 * Removes old entries from the trail of these alerts, the oldest of each first. What an alert that still fires, or whose incident is still open,
 * has gone through since it began is kept.
 */
export async function deleteOldTrail(
  transaction: Transaction,
  customerId: string,
  { alertIds, before, limit }: Batch & { alertIds: readonly string[] },
): Promise<number> {
  const { rowCount } = await transaction.query({
    name: 'delete-old-trail',
    text: `with old as (
             select t.entry_id from unnest($2::bigint[]) as wanted (alert_id)
             join alert a on a.customer_id = $1 and a.alert_id = wanted.alert_id
             left join incident i on i.customer_id = $1 and i.incident_id = a.incident_id and i.state <> 'resolved'
             cross join lateral (
               select entry_id, at from alert_trail
               where customer_id = $1 and alert_id = wanted.alert_id order by entry_id limit $4
             ) t
             where t.at < least($3::timestamptz, i.opened_at, case when a.state = 'firing' then a.started_at end)
             limit $4
           )
           delete from alert_trail where customer_id = $1 and entry_id in (select entry_id from old)`,
    values: [customerId, alertIds, before, limit],
  })
  return rowCount ?? 0
}

/**
 * Removes alerts that were over, and of which nothing was heard any more, before that time, with their trail. Those of an open incident, and those
 * that a service window holds, stay.
 */
export async function deleteOldAlerts(transaction: Transaction, customerId: string, { before, limit }: Batch): Promise<number> {
  const { rowCount } = await transaction.query({
    name: 'delete-old-alerts',
    text: `with old as (
             select a.alert_id from alert a
             where a.customer_id = $1 and a.state = 'resolved' and a.changed_at < $2 and a.last_seen_at < $2
               and not exists (select from incident i
                 where i.customer_id = $1 and i.incident_id = a.incident_id and i.state <> 'resolved')
               and not exists (select from service_window_hold h
                 where h.customer_id = $1 and h.alert_id = a.alert_id and h.outcome = 'held')
             order by a.changed_at, a.alert_id limit $3
           )
           delete from alert where customer_id = $1 and alert_id in (select alert_id from old)`,
    values: [customerId, before, limit],
  })
  return rowCount ?? 0
}
