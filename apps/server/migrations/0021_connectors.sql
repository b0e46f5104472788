-- Where entities come from, what each run brought, and what changed about each entity.

create table connector (
  connector_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  -- `upload` and `api` are made when they are first used, and are never run by the clock.
  kind text not null check (kind in ('azure', 'upload', 'api')),
  name text not null,
  settings jsonb not null default '{}',
  -- Encrypted with a key that is not in the database.
  sealed_secret bytea,
  every_hours smallint check (every_hours between 1 and 168),
  cron text,
  is_enabled boolean not null default true,
  next_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  unique (customer_id, connector_id),
  check (every_hours is null or cron is null)
);
create unique index connector_once_by_kind on connector (customer_id, kind) where kind in ('upload', 'api');
create index connector_due on connector (next_at) where next_at is not null;
call protect_by_customer('connector');
grant insert, update, delete on connector to vakt_app;

create table connector_run (
  run_id uuid primary key default gen_random_uuid(),
  customer_id text not null,
  connector_id uuid not null,
  -- A run that its server left behind is cut off, and another one follows. Nothing becomes stale by either.
  state text not null check (state in ('waiting', 'running', 'succeeded', 'failed', 'cut_off')),
  cause text not null check (cause in ('schedule', 'person', 'repeat')),
  asked_by text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  not_before timestamptz,
  claim uuid,
  claimed_until timestamptz,
  seen integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  returned integer not null default 0,
  gone integer not null default 0,
  skipped integer not null default 0,
  -- Of another connector, which goes on saying what they are like.
  kept integer not null default 0,
  reason text,
  reason_detail text,
  unique (customer_id, run_id),
  foreign key (customer_id, connector_id) references connector (customer_id, connector_id) on delete cascade
);
create unique index connector_run_one_at_a_time on connector_run (connector_id) where state in ('waiting', 'running');
create index connector_run_due on connector_run (created_at) where state in ('waiting', 'running');
create index connector_run_by_time on connector_run (customer_id, connector_id, created_at desc, run_id desc);
call protect_by_customer('connector_run');
grant insert, update on connector_run to vakt_app;

alter table entity
  add column properties jsonb not null default '{}' check (jsonb_typeof(properties) = 'object'),
  -- What the cloud knows the resource by wherever it is moved to.
  add column native_key text,
  -- The connector that says what the entity is like.
  add column connector_id uuid,
  add column stale_since timestamptz,
  add foreign key (customer_id, connector_id) references connector (customer_id, connector_id) on delete set null (connector_id);
create index entity_by_native_key on entity (customer_id, native_key) where native_key is not null;
create index entity_by_connector on entity (connector_id) where connector_id is not null;
grant insert, update on entity to vakt_app;
-- What is old is locked before it is deleted.
grant update on entity_change to vakt_app;

-- Which entity was seen by which connector, in which run last, and how many complete runs have missed it since.
create table connector_entity (
  customer_id text not null,
  connector_id uuid not null,
  entity_id uuid not null,
  run_id uuid not null,
  missed_runs smallint not null default 0,
  primary key (connector_id, entity_id),
  foreign key (customer_id, connector_id) references connector (customer_id, connector_id) on delete cascade,
  foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
) with (fillfactor = 80);
create index connector_entity_of_entity on connector_entity (entity_id);
call protect_by_customer('connector_entity');
grant insert, update on connector_entity to vakt_app;

create table entity_history (
  history_id bigint generated always as identity primary key,
  customer_id text not null,
  entity_id uuid not null,
  run_id uuid,
  at timestamptz not null,
  kind text not null check (kind in ('added', 'changed', 'gone', 'returned')),
  -- `name`, `region`, …, `tags.environment`, `properties.sku`; null unless changed.
  field text,
  before jsonb,
  after jsonb,
  foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade,
  foreign key (customer_id, run_id) references connector_run (customer_id, run_id) on delete set null (run_id)
);
create index entity_history_of_entity on entity_history (customer_id, entity_id, history_id desc);
create index entity_history_of_run on entity_history (run_id, kind, history_id) where run_id is not null;
call protect_by_customer('entity_history');
grant insert on entity_history to vakt_app;
