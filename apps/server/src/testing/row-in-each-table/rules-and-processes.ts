import type { Insert, Known } from './insert.ts'

/** A row in each table of alert rules and processes. */
export async function makeRuleRows(insert: Insert, { incident }: Known) {
  await insert(`insert into alert_rule (customer_id, name, description, severity, aggregation, threshold_comparison, threshold, alerts_before_action,
       metric_name, auto_close_delay_in_seconds, missing_data, filter, active_from_slot, created_at, modified_at)
     values ($1, 'CPU', 'CPU', 2, 'avg', '>', 80, 3, 'CPU', 0, 'ignored', '{}', 1, now(), now())`)
  await insert(`insert into alert_rule_version (customer_id, rule_id, version, change, at, actor_name, content)
     select $1, rule_id, 1, 'created', now(), 'Eva', '{}' from alert_rule where customer_id = $1`)
  await insert(`insert into alert_rule_state (customer_id, rule_id, series_no, entity_id, violations, criticals, firing, healthy)
     select $1, rule_id, 1, gen_random_uuid(), 1, 0, 'no', 0 from alert_rule where customer_id = $1`)
  await insert(`insert into alert_rule_fault (customer_id, rule_id, series_no, rule_version, reason, from_slot, tried_slot, try_again_at)
     select $1, rule_id, 1, 1, 'fails', 1, 1, now() from alert_rule where customer_id = $1`)
  await insert('insert into alert_rule_revision (customer_id) values ($1)')
  await insert(
    `insert into process (customer_id, name, filter, all_rules, created_at, modified_at) values ($1, 'n', '{}', true, now(), now())`,
  )
  await insert(`insert into process_version (customer_id, process_id, version, change, at, actor_name, name, description, actions)
     select $1, process_id, 1, 'created', now(), 'Eva', 'n', '', '[]' from process where customer_id = $1`)
  await insert(`insert into process_run (customer_id, process_id, process_version, incident_id, started_by, started_at, step_since)
     select $1, process_id, 1, ${incident.incident_id}, 'Eva', now(), now() from process where customer_id = $1`)
  await insert(`insert into process_run_step (customer_id, run_id, step, state, started_at, ended_at)
     select $1, run_id, 0, 'done', now(), now() from process_run where customer_id = $1`)
  await insert('insert into alert_rule_clock (customer_id, evaluated_to) values ($1, 1)')
  await insert("insert into alert_rule_checkpoint (customer_id, slot, states) values ($1, 1, '[]')")
  await insert(`insert into rule_standard (customer_id, name, description, filter, allows_threshold_changes, rules, created_at, created_by, modified_at, modified_by)
     values ($1, 'VM', '', '{}', false, '[]', now(), 'Eva', now(), 'Eva')`)
  await insert(`insert into rule_standard_application (customer_id, standard_id, target_customer_id, actor)
     select $1, standard_id, $1, '{}' from rule_standard where customer_id = $1`)
  await insert(`insert into provider_window (provider_window_id, customer_id, group_labels, group_keys, content, created_at, created_by)
     values (gen_random_uuid(), $1, '{}', '{}', '{}', now(), 'Eva')`)
  await insert(`insert into rule_standard_follower (customer_id, standard_id, applied_version, applied_at, applied_by)
     select $1, standard_id, 1, now(), 'Eva' from rule_standard where customer_id = $1`)
}
