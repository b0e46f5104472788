-- A run of a process on an incident. It keeps the version that it started with, and where it is: a delay is the due time of its job.
create table process_run (
  run_id uuid primary key default gen_random_uuid(),
  customer_id text not null,
  process_id uuid not null,
  process_version integer not null,
  incident_id bigint not null,
  entity_id uuid,
  -- The rule of the alert that started it; null when a person did.
  alert_rule text,
  started_by text,
  started_at timestamptz not null,
  -- The step that is current, from 0; past the last one when all were taken.
  step integer not null default 0,
  step_since timestamptz not null,
  -- Why it waits, and until when it does at least.
  waits_for text check (waits_for in ('delay', 'window')),
  waits_until timestamptz,
  outcome text check (outcome in ('finished', 'no_longer_alerting', 'completed_early', 'not_allowed', 'stopped', 'loop', 'failed')),
  ended_at timestamptz,
  ended_by text,
  unique (customer_id, run_id),
  check ((alert_rule is null) <> (started_by is null)),
  check ((outcome is null) = (ended_at is null)),
  foreign key (customer_id, process_id, process_version) references process_version (customer_id, process_id, version) on delete cascade,
  foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade
) with (fillfactor = 80);
-- By alerts a process starts once for each incident.
create unique index process_run_once on process_run (customer_id, incident_id, process_id) where started_by is null;
create unique index process_run_by_hand on process_run (customer_id, incident_id, process_id) where started_by is not null and outcome is null;
create index process_run_by_time on process_run (customer_id, started_at, run_id);
create index process_run_of_process on process_run (customer_id, process_id, entity_id, started_at);
call protect_by_customer('process_run');
grant insert, update on process_run to vakt_app;

-- What a step did, written in the transaction of its effects. `deliveries`: what was handed to the channels, each by its key.
create table process_run_step (
  customer_id text not null,
  run_id uuid not null,
  step integer not null,
  state text not null check (state in ('done', 'ended', 'skipped', 'failed', 'no_agent')),
  reason text,
  details jsonb not null default '{}',
  deliveries uuid[] not null default '{}',
  started_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (customer_id, run_id, step),
  foreign key (customer_id, run_id) references process_run (customer_id, run_id) on delete cascade
);
call protect_by_customer('process_run_step');
grant insert on process_run_step to vakt_app;
