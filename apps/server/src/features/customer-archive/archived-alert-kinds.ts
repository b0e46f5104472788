import { kind } from './archive-kind.ts'

const filter = 'filter filter_types filter_resource_groups filter_tags'

export const alertKinds = [
  kind('incidents', 'incident', 'Incidents', {
    key: 'incident_id',
    columns: `incident_id entity_id subject rule title severity state opened_at changed_at first_acknowledged_at acknowledged_at acknowledged_by
      assignee resolved_at resolved_by merged_into`,
    without: 'version assignee_id severity_weight merged_alerts merged_ticket finding',
  }),
  kind('incident-timeline', 'incident_event', 'What happened to incidents, without internal notes of the provider', {
    key: 'event_id',
    columns: 'event_id incident_id at kind author_type author_id author_name by_staff body details',
    without: 'private',
    where: 'not r.private',
  }),
  kind('major-incidents', 'major_incident', 'Major incidents', {
    key: 'major_incident_id',
    columns: 'major_incident_id title_en title_sv opened_at opened_by lead_name ended_at',
  }),
  kind('major-incident-updates', 'major_incident_update', 'What was said of major incidents', {
    key: 'update_id',
    columns: 'update_id major_incident_id at author_name body_en body_sv',
  }),
  kind('major-incident-parts', 'major_incident_part', 'Incidents that are part of a major incident', {
    key: 'incident_id',
    columns: 'incident_id major_incident_id title added_at ended_at',
  }),
  kind('alerts', 'alert', 'Alerts', {
    key: 'alert_id',
    columns: `alert_id incident_id entity_id source fingerprint state severity name rule description metric_name target_name labels source_url
      started_at ended_at first_seen_at last_seen_at changed_at count`,
    without: 'never_ends target_key claimed_start claimed_end late_until ignored source_key token_id',
  }),
  kind('alert-trail', 'alert_trail', 'Why, or why not: each step that was taken for an alert', {
    key: 'entry_id',
    columns: 'entry_id alert_id at step details',
  }),
  kind('alert-rules', 'alert_rule', 'Alert rules', {
    key: 'rule_id',
    columns: `rule_id name description severity aggregation metric_name threshold_comparison threshold uses_critical_threshold critical_threshold
      alerts_before_action depends_on_metrics auto_close_delay_in_seconds missing_data valid_from valid_to enabled runbook_url entity_id ${filter}
      excluded_entity_ids standard_name active_since last_fired_at created_at created_by modified_at modified_by deleted_at version`,
    without: `name_key active_from_slot covered_entities watched_series missing_series standard_id standard_rule_id
      standard_allows_threshold_changes standard_content standard_asks`,
  }),
  kind('alert-rule-versions', 'alert_rule_version', 'Each version of alert rules', {
    key: 'rule_id version',
    columns: 'rule_id version change at actor_name content',
  }),
  kind('service-windows', 'service_window', 'Service windows', {
    key: 'window_id',
    columns: `window_id reason schedule scope notices repeats duration_seconds metrics enabled approval approval_by approval_at approval_reason
      related_ticket_id starts_at ends_at created_by created_at modified_by modified_at`,
    without: 'reason_key provider_window_id of_group left_group_at planned_to created_by_user_id version',
  }),
  kind('service-window-occurrences', 'service_window_occurrence', 'Each time a service window was held, or will be', {
    key: 'occurrence_id',
    columns: 'occurrence_id window_id starts_at ends_at planned_ends_at approved_ends_at started_at settled_at',
    without: 'settles_at reminded_at is_to_recheck',
  }),
  kind('service-window-holds', 'service_window_hold', 'Alerts that service windows held', {
    key: 'occurrence_id alert_id',
    columns: 'occurrence_id alert_id held_at outcome outcome_at incident_id',
    without: 'escalated_from earlier',
  }),
  kind('processes', 'process', 'Automation: processes', {
    key: 'process_id',
    columns: `process_id name enabled entity_id ${filter} excluded_entity_ids all_rules rule_ids external_rules version created_at created_by
      modified_at modified_by removed_at`,
    without: 'name_key',
  }),
  kind('process-versions', 'process_version', 'Each version of processes', {
    key: 'process_id version',
    columns: 'process_id version change at actor_name name description actions content',
  }),
  kind('process-runs', 'process_run', 'Runs of processes', {
    key: 'run_id',
    columns: 'run_id process_id process_version incident_id entity_id alert_rule started_by started_at outcome ended_at ended_by',
    without: 'step step_since waits_for waits_until',
  }),
  kind('process-run-steps', 'process_run_step', 'Steps of runs', {
    key: 'run_id step',
    columns: 'run_id step state reason details started_at ended_at',
    without: 'deliveries',
  }),
  kind('escalations', 'escalation', 'Escalations of incidents to people on call', {
    key: 'escalation_id',
    columns: 'escalation_id incident_id started_at policy_name outcome ended_at',
    without: 'steps repeats round step next_at',
  }),
  kind('pages', 'page', 'Pages that people on call got', {
    key: 'page_id',
    columns: 'page_id escalation_id incident_id kind channel person_name at acknowledged_at',
    without: 'round step user_id language token_hash valid_until reply_code',
  }),
  kind('paging-settings', 'paging_setting', 'From which severity people on call are paged', {
    key: 'customer_id',
    columns: 'from_severity pages_cloudops changed_at',
    without: 'policy_id version',
  }),
]
