import { kind } from './archive-kind.ts'

/** Scheme and host: the rest of an address may hold a secret. */
const hostOfUrl = `(regexp_match(r.url, '^([a-z]+://)(?:[^/?#@]*@)?([^/?#]+)'))[1] || (regexp_match(r.url, '^([a-z]+://)(?:[^/?#@]*@)?([^/?#]+)'))[2]`

export const inventoryKinds = [
  kind('resources', 'entity', 'Resources', {
    key: 'entity_id',
    columns: `entity_id external_id name type subtype source region resource_group container_id container_name tags status properties
      cloudops_mapped hidden stale stale_since created_at modified_at`,
    without: 'external_key name_key host_name native_key connector_id',
  }),
  kind('resource-changes', 'entity_history', 'Changes of resources', {
    key: 'history_id',
    columns: 'history_id entity_id run_id at kind field before after',
  }),
  kind('resource-relations', 'entity_relation', 'What resources are connected with', {
    key: 'entity_id kind target_key',
    columns: 'entity_id kind target_key',
  }),
  kind('resource-bindings', 'entity_binding', 'Which resource the name in a signal stands for', {
    key: 'binding_id',
    columns: 'binding_id source target_name entity_id created_at created_by',
    without: 'target_key entity_customer_id applied_at',
  }),
  kind('connectors', 'connector', 'Connectors, without their secrets', {
    key: 'connector_id',
    columns: 'connector_id kind name settings every_hours cron is_enabled created_at',
    without: `sealed_secret next_at version watched_since late_since secret_unreadable_since metrics_failed_since metrics_failure
      metrics_failure_detail`,
  }),
  kind('connector-runs', 'connector_run', 'Runs of connectors', {
    key: 'run_id',
    columns: `run_id connector_id state cause asked_by created_at started_at finished_at seen added changed returned gone skipped kept reason
      reason_detail`,
    without: 'not_before claim claimed_until',
  }),
  kind('monitoring-sources', 'monitoring_source', 'Monitoring sources, without their secrets', {
    key: 'source_id',
    columns: `source_id name expected_minutes heartbeat_name first_signal_at last_signal_at last_heartbeat_at signal_count created_by created_at
      revoked_at`,
    without: `watched_since silent_since expiry_alert version recent_signals sealed_grafana_secret google_audience google_email
      accepts_raw_sns`,
  }),
  kind('monitoring-source-mappings', 'source_mapping', 'How signals of own formats are read', {
    key: 'source_id version',
    columns: 'source_id version mapping created_at created_by',
  }),
  kind('ingest-tokens', 'ingest_token', 'Tokens of monitoring sources, without the tokens themselves', {
    key: 'token_id',
    columns: 'source_id name formats created_at expires_at revoked_at last_signal_at',
    without: 'token_id is_provider token_hash ending',
  }),
  kind('api-tokens', 'api_token', 'API tokens of people, without the tokens themselves', {
    key: 'token_id',
    columns: 'user_id name scope created_at expires_at last_used_at revoked_at',
    without: 'token_id token_hash',
  }),
  kind('service-tokens', 'service_token', 'Service tokens, without the tokens themselves', {
    key: 'token_id',
    columns: 'name scope created_by created_at rotated_at expires_at last_used_at revoked_at',
    without: 'token_id token_hash ending previous_hash previous_until',
  }),
  kind('webhooks', 'webhook', 'Webhooks: the host only, without the rest of the address and the secret', {
    key: 'webhook_id',
    columns: 'webhook_id name url kinds created_at disabled_at disabled_because',
    without: 'with_private sealed_secret version failing_since told_off_at secret_unreadable_since failures paused_until',
    shown: { url: hostOfUrl },
  }),
  kind('chat-destinations', 'chat_destination', 'Channels in Teams and Slack, without their addresses', {
    key: 'destination_id',
    columns: 'destination_id service name host kinds from_severity language is_enabled created_at',
    without: 'sealed_address version',
  }),
  kind('cloudops-services', 'cloudops_version', 'CloudOps services of resources, each version', {
    key: 'entity_id version',
    columns: 'entity_id version valid_from state description calendar pricing currency changed_by reason',
  }),
  kind('cloudops-months', 'cloudops_month', 'Monthly costs of CloudOps, in the smallest unit of the currency', {
    key: 'month entity_id',
    columns: 'month entity_id active_minutes pricing amount_minor currency frozen_at',
    without: 'entity_name entity_type',
  }),
  kind('reports', 'report_month', 'Monthly reports, as they were when the month was closed', {
    key: 'month',
    columns: 'month report frozen_at',
  }),
  kind('report-openings', 'report_opening', 'Who opened which report last', {
    key: 'report opened_by',
    columns: 'report opened_by name opened_at',
  }),
  kind('report-recipients', 'report_recipient', 'Who gets reports by email', {
    key: 'user_id',
    columns: 'user_id since',
    without: 'recipient_customer_id is_chosen',
  }),
  kind('embedded-reports', 'embedded_report', 'Embedded reports', {
    key: 'embedded_report_id',
    columns: 'embedded_report_id name created_at',
    without: 'workspace_id power_bi_report_id profile_id user_name roles',
  }),
  kind('metric-series', 'metric_series', 'Which metrics there are, with their labels', {
    key: 'series_no',
    columns: 'series_no metric labels kind unit entity_id target_name first_seen_at',
    without: 'label_hash target_key last_day first_slot',
  }),
  kind('metric-metadata', 'metric_metadata', 'Kind and unit of metrics', { key: 'metric', columns: 'metric kind unit' }),
]
