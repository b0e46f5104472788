-- An alert rule watches one metric of one entity, or of all entities of the customer that match a filter.
create table alert_rule (
  rule_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  description text not null,
  severity smallint not null check (severity between 0 and 3),
  aggregation text not null check (aggregation in ('avg', 'sum', 'min', 'max', 'last')),
  threshold_comparison text not null check (threshold_comparison in ('<', '>', '>=', '<=', '=')),
  threshold float8 not null,
  uses_critical_threshold boolean not null default false,
  critical_threshold float8,
  alerts_before_action integer not null check (alerts_before_action >= 1),
  metric_name text not null,
  depends_on_metrics text[] not null default '{}',
  auto_close_delay_in_seconds integer not null check (auto_close_delay_in_seconds >= 0),
  missing_data text not null check (missing_data in ('ignored', 'violates', 'healthy')),
  valid_from timestamptz,
  -- Not included itself.
  valid_to timestamptz,
  enabled boolean not null default true,
  runbook_url text,
  entity_id uuid,
  -- With a filter instead of an entity: in lower case; an empty one lets everything through. Tags are { key: [values] }.
  filter jsonb,
  filter_types text[] not null default '{}',
  filter_resource_groups text[] not null default '{}',
  filter_tags jsonb not null default '{}',
  excluded_entity_ids uuid[] not null default '{}',
  -- Counting begins with this bucket of five minutes; a changed rule counts from zero.
  active_from_slot integer not null,
  -- When the worker took this version up.
  active_since timestamptz,
  -- As the worker counted last.
  covered_entities integer,
  watched_series integer not null default 0,
  missing_series integer not null default 0,
  last_fired_at timestamptz,
  created_at timestamptz not null,
  created_by text,
  modified_at timestamptz not null,
  modified_by text,
  deleted_at timestamptz,
  version integer not null default 1,
  unique (customer_id, rule_id),
  foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade,
  check ((entity_id is null) <> (filter is null)),
  check (valid_to > valid_from)
) with (fillfactor = 80);
create index alert_rule_by_name on alert_rule (customer_id, name_key, rule_id) where deleted_at is null;
create index alert_rule_of_entity on alert_rule (customer_id, entity_id, name_key, rule_id) where deleted_at is null and entity_id is not null;
create index alert_rule_by_filter on alert_rule (customer_id, name_key, rule_id) where deleted_at is null and entity_id is null;
create index alert_rule_deleted on alert_rule (deleted_at) where deleted_at is not null;
call protect_by_customer('alert_rule');
grant insert, update on alert_rule to vakt_app;

-- Whether a filter of a rule lets an entity through; the same question as that of the list of entities.
create function alert_rule_covers(rule alert_rule, one entity) returns boolean language sql stable as $$
  select one.entity_id <> all (rule.excluded_entity_ids) and (
    one.entity_id = rule.entity_id
    or (rule.entity_id is null
      and (rule.filter_types = '{}' or lower(one.type) = any (rule.filter_types))
      and (rule.filter_resource_groups = '{}' or lower(one.resource_group) = any (rule.filter_resource_groups))
      and not exists (select from jsonb_each(rule.filter_tags) t where not coalesce(t.value ? (one.tags ->> t.key), false))))
$$;

-- Every version of a rule: what it said from then on, and who changed it.
create table alert_rule_version (
  customer_id text not null,
  rule_id uuid not null,
  version integer not null,
  change text not null,
  at timestamptz not null,
  actor_name text not null,
  content jsonb not null,
  primary key (customer_id, rule_id, version),
  foreign key (customer_id, rule_id) references alert_rule (customer_id, rule_id) on delete cascade
);
call protect_by_customer('alert_rule_version');
grant insert on alert_rule_version to vakt_app;

-- What a rule remembers of a series. Only what is not idle has a row.
create table alert_rule_state (
  customer_id text not null,
  rule_id uuid not null,
  series_no integer not null,
  entity_id uuid not null,
  violations integer not null,
  criticals integer not null,
  firing text not null check (firing in ('no', 'yes', 'critical')),
  since_slot integer,
  healthy integer not null,
  -- The severity of the alert that it raised; null: none is raised.
  raised text check (raised in ('critical', 'high', 'medium', 'low')),
  -- The rule that holds it back while it fires.
  inhibited_by uuid,
  -- Nothing is evaluated any more, and why: the alert stays as it is.
  frozen text check (frozen in ('disabled', 'expired')),
  primary key (customer_id, rule_id, series_no)
) with (fillfactor = 80);
call protect_by_customer('alert_rule_state');

-- Counted up by each change of a rule of the customer. Apart from the clock, so that no one who saves a rule waits for an evaluation.
create table alert_rule_revision (
  customer_id text primary key references customer on delete cascade,
  revision bigint not null default 1
) with (fillfactor = 50);
call protect_by_customer('alert_rule_revision');
grant insert, update on alert_rule_revision to vakt_app;

-- Up to which bucket the rules of a customer are evaluated, by which revision of them, and from which bucket again because points came late.
create table alert_rule_clock (
  customer_id text primary key references customer on delete cascade,
  evaluated_to integer not null,
  evaluated_revision bigint not null default 0,
  reevaluate_from integer
) with (fillfactor = 50);
call protect_by_customer('alert_rule_clock');

-- All states that are not idle at the end of an hour: where evaluation starts again for late points.
create table alert_rule_checkpoint (
  customer_id text not null references customer on delete cascade,
  slot integer not null,
  states jsonb not null,
  primary key (customer_id, slot)
);
call protect_by_customer('alert_rule_checkpoint');
