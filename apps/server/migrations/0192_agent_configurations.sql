-- What the VM agent of a resource is to watch: one row for each, locked while it is changed.
create table agent_configuration (
  customer_id text not null references customer on delete cascade,
  entity_id uuid not null,
  configuration_id uuid not null default gen_random_uuid(),
  -- The desired version; 0 only inside the transaction of the first change.
  version integer not null,
  primary key (customer_id, entity_id),
  foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
);
call protect_by_customer('agent_configuration');
grant insert, update on agent_configuration to vakt_app;

-- Each version as the agent gets it; never changed.
create table agent_configuration_version (
  customer_id text not null,
  entity_id uuid not null,
  version integer not null check (version > 0),
  content jsonb not null,
  changed_at timestamptz not null,
  changed_by text not null,
  -- The version whose content was taken again.
  restored_version integer,
  -- What the agent said of the version before, which it could not apply.
  problem text,
  primary key (customer_id, entity_id, version),
  foreign key (customer_id, entity_id) references agent_configuration (customer_id, entity_id) on delete cascade
);
call protect_by_customer('agent_configuration_version');
grant insert on agent_configuration_version to vakt_app;

-- What the agent of a resource last said. Updated each minute, so no index may hold what changes, and pages keep room for new rows (HOT).
create table agent_configuration_report (
  customer_id text not null references customer on delete cascade,
  entity_id uuid not null,
  agent_version text not null,
  platform text not null check (platform in ('linux', 'windows')),
  last_contact_at timestamptz not null,
  applied_version integer not null,
  applied_at timestamptz,
  failed_version integer,
  problem text,
  found jsonb not null,
  primary key (customer_id, entity_id),
  foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
) with (fillfactor = 50);
call protect_by_customer('agent_configuration_report');
grant insert, update on agent_configuration_report to vakt_app;
