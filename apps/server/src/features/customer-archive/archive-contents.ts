import { agentKinds } from './archived-agent-kinds.ts'
import { alertKinds } from './archived-alert-kinds.ts'
import { customerKinds } from './archived-customer-kinds.ts'
import { inventoryKinds } from './archived-inventory-kinds.ts'
import { ticketKinds } from './archived-ticket-kinds.ts'

/** Everything of a customer that is in its archive, in this order. */
export const archiveKinds = [...customerKinds, ...inventoryKinds, ...alertKinds, ...ticketKinds, ...agentKinds]

const list = (names: string, reason: string): [string, string][] => names.split(/\s+/).map((name) => [name, reason])

/** Tables with rows of customers that are not in the archive, with the reason. */
export const leftOutTables: Readonly<Record<string, string>> = Object.fromEntries([
  ...list('ticket_attachment_content', 'The files themselves are in the folder attachments.'),
  ...list('agent_configuration cloudops_service', 'Which version counts now: it is the last one in the archive.'),
  ...list(
    'metric_batch metric_chunk metric_day metric_day_of_hours metric_due metric_customer metric_interest',
    'Values of metrics are left out. Which metrics there are is in metric-series.',
  ),
  ...list(
    'alert_rule_checkpoint alert_rule_clock alert_rule_fault alert_rule_revision alert_rule_state',
    'Where the evaluation of alert rules stands: it means nothing outside Vakt.',
  ),
  ...list(
    'signal signal_turn source_topic',
    'What monitoring systems sent, kept 30 days: what came of it is in alerts, and it may hold secrets.',
  ),
  ...list('monitoring_source_hour unmatched_dismissal azure_metric_progress', 'Counters and positions of the reception of signals.'),
  ...list('connector_entity entity_change', 'Notes by which connectors see what changed: resource-changes has the changes.'),
  ...list(
    'entity_upload entity_upload_part entity_upload_row entity_upload_problem entity_upload_habit',
    'Uploaded files of resources are kept for a day: what came of them is in resources.',
  ),
  ...list('ticket_search ticket_word', 'The index of the search.'),
  ...list(
    'ticket_event event incident_outbox',
    'The log that notifications are made from: tickets, incidents and their timelines say the same.',
  ),
  ...list('notification', 'Notices to people of what is in tickets and incidents.'),
  ...list('mail_delivery webhook_delivery', 'Sent messages: their texts hold links that open pages without signing in.'),
  ...list('service_level_warning service_target_set incident_contact_list', 'Marks by which warnings and lists are kept in order.'),
  ...list('service_window_target', 'Derived from the scope of service-windows.'),
  ...list('cloudops_frozen_month cloudops_terms cloudops_price', 'Prices and terms of the provider: cloudops-months has what was charged.'),
  ...list('report_schedule report_mailing', 'When reports are mailed.'),
  ...list(
    'list_choice ticket_list_choice dashboard_visit ticket_visit ticket_presence incident_mute',
    'What a person last saw or chose on their screens.',
  ),
  ...list('user_session session_token staff_look', 'Sessions of signed-in people: the audit log has who looked at the customer.'),
  ...list('push_subscription on_call_calendar service_window_calendar', 'Secret addresses of browsers and calendars.'),
  ...list('agent_contact', 'Keys and counters by which agents are told from copies.'),
  ...list('page_contact escalation_policy', 'How the provider calls its own people.'),
  ...list(
    'on_call_schedule on_call_schedule_version on_call_override on_call_swap on_call_gap_notice team_member staff_role',
    'The provider’s own people, their roles and who is on call.',
  ),
  ...list(
    'rule_standard rule_standard_application rule_standard_follower',
    'The provider’s own standards: alert-rules has the rules that came of them.',
  ),
  ...list('provider_window', 'Which groups of customers the provider makes windows for: service-windows has those that came of them.'),
  ...list('customer_checklist', 'Which steps of setting up the customer are done.'),
  ...list('idempotency_key job', 'Work that is going on.'),
  ...list('customer_archive customer_archive_part', 'The archives themselves.'),
  ...list('erased_customer', 'What is left of a customer that was erased.'),
  ...list('retention_term', 'How long the provider keeps what is stored of the customer.'),
])

/** What is not in the archive of what people would look for, for the README. */
export const notInTheArchive = [
  'Secrets, passwords, tokens, keys and their hashes.',
  'Comments, attachments and notes that only the provider’s staff may see.',
  ...new Set(Object.values(leftOutTables)),
]
