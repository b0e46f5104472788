-- Of each version what belongs to the machine alone (null: all of it), what it leaves out of its templates, and what these gave.
alter table agent_configuration_version add column own jsonb;
alter table agent_configuration_version add column excluded jsonb not null default '[]';
alter table agent_configuration_version add column parts jsonb not null default '[]';

-- What many machines watch: of a customer, or of the provider for several customers.
create table agent_template (
  template_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  -- As its users gave it, and as machines are matched with it.
  filter jsonb not null,
  filter_types text[] not null,
  filter_resource_groups text[] not null,
  filter_tags jsonb not null,
  -- Of a template of the provider: at which customers it counts.
  customer_ids text[] not null default '{}',
  -- Goes up with each change of any kind, so that two people do not overwrite each other.
  revision integer not null default 1,
  -- The version that machines are to have, the one that all had before it (0: none), and the highest number there was.
  version integer not null,
  stable_version integer not null,
  last_version integer not null,
  roll_out text not null check (roll_out in ('running', 'paused', 'stopped', 'done', 'rolled_back')),
  stage integer not null default 0,
  -- Since when nothing more was given to machines.
  stage_since timestamptz not null,
  -- Machines that may have failed before it stops again.
  tolerated_failures integer not null default 0,
  modified_at timestamptz not null,
  modified_by text not null,
  -- Machines that have it are given their configuration without it first.
  deleted_at timestamptz,
  unique (customer_id, template_id)
);
create index agent_template_by_name on agent_template (customer_id, name_key, template_id) where deleted_at is null;
call protect_by_customer('agent_template');
grant insert, update on agent_template to vakt_app;

create table agent_template_version (
  customer_id text not null,
  template_id uuid not null,
  version integer not null check (version > 0),
  content jsonb not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (customer_id, template_id, version),
  foreign key (customer_id, template_id) references agent_template (customer_id, template_id) on delete cascade
);
call protect_by_customer('agent_template_version');
grant insert on agent_template_version to vakt_app;

-- A machine that a template covers, with the version that it was given.
create table agent_template_machine (
  customer_id text not null,
  entity_id uuid not null,
  template_id uuid not null references agent_template on delete cascade,
  version integer not null,
  -- The version of the machine's configuration that has it.
  configuration_version integer not null,
  state text not null check (state in ('waiting', 'applied', 'failed')),
  problem text,
  given_at timestamptz not null,
  primary key (customer_id, entity_id, template_id),
  foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
);
create index agent_template_machine_of on agent_template_machine (template_id, customer_id, entity_id);
call protect_by_customer('agent_template_machine');

create function agent_template_covers(one_template agent_template, one entity) returns boolean language sql stable as $$
  select (one_template.filter_types = '{}' or lower(one.type) = any (one_template.filter_types))
    and (one_template.filter_resource_groups = '{}' or lower(one.resource_group) = any (one_template.filter_resource_groups))
    and not exists (select from jsonb_each(one_template.filter_tags) t where not coalesce(t.value ? (one.tags ->> t.key), false))
$$;
