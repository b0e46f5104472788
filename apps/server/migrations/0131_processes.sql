-- A process of automation: what is done, step by step, when an alert opens or joins an incident.
create table process (
  process_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  enabled boolean not null default true,
  -- One resource, or with a filter all that match; as in `alert_rule`.
  entity_id uuid,
  filter jsonb,
  filter_types text[] not null default '{}',
  filter_resource_groups text[] not null default '{}',
  filter_tags jsonb not null default '{}',
  excluded_entity_ids uuid[] not null default '{}',
  -- All alert rules of the resource, or these: own ones by id, those of other sources by name.
  all_rules boolean not null,
  rule_ids uuid[] not null default '{}',
  external_rules text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  created_by text,
  modified_at timestamptz not null,
  modified_by text,
  removed_at timestamptz,
  unique (customer_id, process_id),
  foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade,
  check ((entity_id is null) <> (filter is null))
) with (fillfactor = 80);
create index process_by_name on process (customer_id, name_key, process_id) where removed_at is null;
create index process_of_entity on process (customer_id, entity_id) where entity_id is not null;
call protect_by_customer('process');
grant insert, update on process to vakt_app;

-- Every version of a process, never changed: runs keep the one that they started with.
create table process_version (
  customer_id text not null,
  process_id uuid not null,
  version integer not null,
  change text not null,
  at timestamptz not null,
  actor_name text not null,
  name text not null,
  description text not null,
  -- As the contract has them.
  actions jsonb not null,
  -- The rest that its users decide.
  content jsonb not null default '{}',
  primary key (customer_id, process_id, version),
  foreign key (customer_id, process_id) references process (customer_id, process_id) on delete cascade
);
call protect_by_customer('process_version');
grant insert on process_version to vakt_app;

-- Whether a process is for an entity; the same question as `alert_rule_covers`.
create function process_covers(one_process process, one entity) returns boolean language sql stable as $$
  select one.entity_id <> all (one_process.excluded_entity_ids) and (
    one.entity_id = one_process.entity_id
    or (one_process.entity_id is null
      and (one_process.filter_types = '{}' or lower(one.type) = any (one_process.filter_types))
      and (one_process.filter_resource_groups = '{}' or lower(one.resource_group) = any (one_process.filter_resource_groups))
      and not exists (select from jsonb_each(one_process.filter_tags) t where not coalesce(t.value ? (one.tags ->> t.key), false))))
$$;
