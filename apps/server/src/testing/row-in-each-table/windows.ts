import type { Insert, Known } from './insert.ts'

/** A row in each table of service windows. */
export async function makeWindowRows(insert: Insert, { alert }: Known) {
  await insert(`insert into service_window (customer_id, reason, schedule, scope, notices, repeats, duration_seconds, starts_at, created_by,
       created_at, modified_at) values ($1, 'r', '{}', '{}', '{}', 'never', 60, now(), 'x', now(), now())`)
  await insert(`insert into service_window_target (customer_id, window_id, key)
     select $1, window_id, 'all' from service_window where customer_id = $1`)
  await insert(`insert into service_window_occurrence (customer_id, window_id, starts_at, ends_at, planned_ends_at, settles_at)
     select $1, window_id, now(), now(), now(), now() from service_window where customer_id = $1`)
  await insert(`insert into service_window_hold (customer_id, occurrence_id, alert_id, held_at)
     select $1, occurrence_id, ${alert.alert_id}, now() from service_window_occurrence where customer_id = $1`)
  await insert(`insert into service_window_calendar (customer_id, secret_hash, created_by, created_at)
     values ($1, sha256(convert_to($1, 'UTF8')), 'x', now())`)
}
