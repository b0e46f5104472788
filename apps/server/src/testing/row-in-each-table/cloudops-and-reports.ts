import type { Insert, Known } from './insert.ts'

/** A row in each table of CloudOps and reports. */
export async function makeCloudOpsRows(insert: Insert, { entityId }: Known) {
  await insert(`insert into cloudops_service (customer_id, entity_id, version) values ($1, '${entityId}', 1)`)
  await insert(`insert into cloudops_version (customer_id, entity_id, version, valid_from, state, description, calendar, pricing, changed_by)
     values ($1, '${entityId}', 1, now(), 'active', '', '{}', '{}', 'x')`)
  await insert(
    "insert into cloudops_price (customer_id, entity_type, hourly_minor, currency, is_general) values ($1, '', 100, 'SEK', false)",
  )
  await insert("insert into cloudops_terms (customer_id, currency, version) values ($1, 'SEK', 1)")
  await insert("insert into cloudops_frozen_month (customer_id, month, frozen_at) values ($1, '2026-01', now())")
  await insert(`insert into report_opening (customer_id, report, opened_by, name, opened_at) values ($1, '2026-01', 'anna', 'Anna', now())`)
  await insert(`insert into embedded_report (customer_id, name, workspace_id, power_bi_report_id, user_name, roles, created_at)
     values ($1, 'Cost', gen_random_uuid(), gen_random_uuid(), '', '{}', now())`)
  await insert('insert into report_schedule (customer_id, day) values ($1, 3)')
  await insert(
    `insert into report_recipient (customer_id, recipient_customer_id, user_id, since, is_chosen) select $1, $1, user_id, now(), true from app_user where customer_id = $1 limit 1`,
  )
  await insert(`insert into report_mailing (customer_id, month, user_id, sent_at) values ($1, '2026-01', gen_random_uuid(), now())`)
  await insert(`insert into report_month (customer_id, month, report, frozen_at) values ($1, '2026-01', '{}', now())`)
  await insert(`insert into cloudops_month (customer_id, month, entity_id, entity_name, entity_type, active_minutes, pricing, currency, frozen_at)
     values ($1, '2026-01', '${entityId}', 'n', 't', 1, '{}', 'SEK', now())`)
}
