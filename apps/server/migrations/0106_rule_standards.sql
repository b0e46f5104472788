-- A standard is a set of alert rules of the provider (customer_id), for the resources of a type and with tags at each customer that follows it.
create table rule_standard (
  standard_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  description text not null,
  filter jsonb not null,
  -- Whether customers may set thresholds of their own.
  allows_threshold_changes boolean not null,
  -- Of { standardRuleId, content }, in their order.
  rules jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  modified_at timestamptz not null,
  modified_by text not null,
  version integer not null default 1,
  unique (customer_id, standard_id)
);
create index rule_standard_by_name on rule_standard (customer_id, name_key, standard_id);
call protect_by_customer('rule_standard');
grant insert, update, delete on rule_standard to vakt_app;

-- A customer that follows a standard; excluded_entity_ids are its resources that no rule of the standard covers.
create table rule_standard_follower (
  customer_id text not null references customer on delete cascade,
  standard_id uuid not null references rule_standard on delete cascade,
  excluded_entity_ids uuid[] not null default '{}',
  applied_version integer not null,
  applied_at timestamptz not null,
  applied_by text not null,
  primary key (customer_id, standard_id)
);
create index rule_standard_follower_of on rule_standard_follower (standard_id, customer_id);
call protect_by_customer('rule_standard_follower');
grant insert, update, delete on rule_standard_follower to vakt_app;

-- On a rule that a standard made: which standard and rule of it, and the content as it was applied last. The standard is the provider's, so that
-- the customer sees its name and what it allows from here.
alter table alert_rule add column standard_id uuid;
alter table alert_rule add column standard_rule_id uuid;
alter table alert_rule add column standard_name text;
alter table alert_rule add column standard_allows_threshold_changes boolean not null default false;
alter table alert_rule add column standard_content jsonb;

-- The part of a rule that a standard decides, named as in standard_content.
create function alert_rule_standard_part(rule alert_rule) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'name', rule.name, 'description', rule.description, 'severity', rule.severity, 'aggregation', rule.aggregation,
    'thresholdComparison', rule.threshold_comparison, 'threshold', rule.threshold, 'useCriticalThreshold', rule.uses_critical_threshold,
    'criticalThreshold', rule.critical_threshold, 'alertsBeforeAction', rule.alerts_before_action, 'metricName', rule.metric_name,
    'autoCloseDelayInSeconds', rule.auto_close_delay_in_seconds, 'missingData', rule.missing_data, 'runbookUrl', rule.runbook_url,
    'enabled', rule.enabled, 'filter', rule.filter)
$$;
