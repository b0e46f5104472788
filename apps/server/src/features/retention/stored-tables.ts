import type { StoredKind } from '@vakt/contract/retention/stored-kinds.ts'

/** What keeps a table from growing without end: the term of its kind, or the reason. */
type Stored = { kind: StoredKind; endsWith: string }

/** Rows that go when the term of their kind is over, or with a row that does. */
const byTerm = (kind: StoredKind, tables: string): [string, Stored][] =>
  tables.split(/\s+/).map((table) => [table, { kind, endsWith: 'its term' }])

const because = (kind: StoredKind, endsWith: string, tables: string): [string, Stored][] =>
  tables.split(/\s+/).map((table) => [table, { kind, endsWith }])

/** Every table, what it holds a part of, and why it does not grow without end. A new table that grows gets a removal in `roles/removals.ts`. */
export const storedTables: ReadonlyMap<string, Stored> = new Map([
  ...byTerm('signals', 'signal'),
  ...because('signals', 'one row a customer', 'signal_turn'),
  ...byTerm('alerts', 'alert alert_trail service_window_hold service_window_occurrence agent_silence'),
  ...byTerm(
    'incidents_and_tickets',
    `incident incident_event incident_mute major_incident major_incident_update major_incident_part process_run process_run_step
     escalation page page_contact ticket ticket_change ticket_comment ticket_comment_version ticket_hours ticket_link ticket_search
     ticket_service_level service_level_warning ticket_visit follower`,
  ),
  ...because('incidents_and_tickets', 'what is open in browsers now', 'ticket_presence'),
  ...because('incidents_and_tickets', 'the words of the languages that are written', 'ticket_word'),
  ...because('incidents_and_tickets', 'nothing has been written since version 0.2.0', 'ticket_event incident_outbox'),
  ...byTerm('attachments', 'ticket_attachment ticket_attachment_content'),
  ...because('attachments', 'seven days', 'customer_archive customer_archive_part'),
  ...byTerm('audit_log', 'recorded_action'),
  ...because('audit_log', 'a day', 'staff_look'),
  ...byTerm('resource_history', 'entity_history'),
  ...byTerm('messages', 'mail_delivery event notification webhook_delivery'),
  ...byTerm('sessions', 'user_session session_token idempotency_key oidc_payload'),
  ...byTerm('metrics', 'metric_batch metric_chunk metric_day metric_day_of_hours'),
  ...because(
    'metrics',
    'the series of a customer have a limit',
    'metric_series metric_customer metric_due metric_interest metric_metadata metric_reception azure_metric_progress',
  ),
  ...because(
    'resources',
    'what there is',
    `entity entity_binding entity_relation connector connector_entity agent agent_contact agent_configuration
     agent_configuration_report agent_allow_list agent_template_machine unmatched_dismissal cloudops_service`,
  ),
  ...because('resources', 'an hour', 'entity_change'),
  ...because('resources', 'a day', 'entity_upload entity_upload_part entity_upload_problem entity_upload_row'),
  ...byTerm('resources', 'connector_run agent_command'),
  ...because('other', '400 days', 'storage_measurement'),
  ...because('other', 'a few days', 'monitoring_source_hour on_call_gap_notice'),
  ...because('other', 'one row for each customer that has left', 'erased_customer'),
  ...because('other', 'one row a month', 'report_month report_mailing cloudops_month cloudops_frozen_month'),
  ...because('other', 'work that waits or has failed', 'job rule_standard_application'),
  ...because(
    'other',
    'one row for each rule, process or series that there is',
    'alert_rule_checkpoint alert_rule_clock alert_rule_fault alert_rule_revision alert_rule_state',
  ),
  ...because(
    'other',
    'what people set up, and its versions',
    `agent_enrolment_token agent_configuration_version agent_template agent_template_version alert_rule alert_rule_version
     api_token app_user business_calendar chat_destination closed_customer cloudops_price cloudops_terms cloudops_version confirmed_address
     contact_preference custom_dashboard customer customer_card customer_checklist customer_role_feature customer_sign_in_rule
     dashboard_visit embedded_report entity_upload_habit escalation_policy incident_contact incident_contact_list incident_mail_choice
     ingest_token installation_branding installation_note installation_picture installation_secret invitation list_choice migration
     monitoring_source notification_preference oidc_secret on_call_calendar on_call_override on_call_schedule on_call_schedule_version
     on_call_swap paging_setting phone_number process process_version push_subscription report_opening report_recipient report_schedule retention_term
     provider_window rule_standard rule_standard_follower service_target service_target_set service_token service_window service_window_calendar
     service_window_target set_up_token staff_role source_mapping source_topic source_watch team_member ticket_list_choice ticket_view webhook`,
  ),
])
