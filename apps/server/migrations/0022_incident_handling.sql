-- What people do about an incident, beside the state of its condition.
alter table incident
  add column version integer not null default 1,
  add column acknowledged_at timestamptz,
  add column acknowledged_by text,
  add column assignee_id uuid,
  add column assignee text,
  add column resolved_by text,
  -- 4 critical … 1 low. A column, since no index is used under row-level security for an expression that calls a function.
  add column severity_weight smallint not null generated always as (
    case severity when 'critical' then 4 when 'high' then 3 when 'medium' then 2 else 1 end) stored;
create index incident_open_by_severity on incident (customer_id, severity_weight desc, changed_at desc, incident_id desc) where state <> 'resolved';
create index incident_open_by_change on incident (customer_id, changed_at desc, incident_id desc) where state <> 'resolved';
grant update (state, version, acknowledged_at, acknowledged_by, assignee_id, assignee, resolved_by, resolved_at, changed_at) on incident to vakt_app;

create table incident_event (
  event_id bigint generated always as identity primary key,
  customer_id text not null,
  incident_id bigint not null,
  at timestamptz not null,
  kind text not null check (kind in ('acknowledged', 'unacknowledged', 'assigned', 'unassigned', 'noted', 'resolved', 'merged', 'bound')),
  author_type text not null check (author_type in ('user', 'system')),
  author_id text not null,
  author_name text not null,
  by_staff boolean not null,
  body text not null default '',
  details jsonb not null default '{}',
  foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade
);
create index incident_event_of_incident on incident_event (customer_id, incident_id, event_id desc);
call protect_by_customer('incident_event');
grant insert on incident_event to vakt_app;

-- Some sources say that a thing happened and never that it is over: a person may say so.
alter table alert
  add column never_ends boolean not null default false,
  -- What the signal named, while no entity matches it: what a binding is found by.
  add column target_key text;
create index alert_unmatched on alert (customer_id, source, target_key) where target_key is not null;
create index alert_unmatched_by_time on alert (last_seen_at desc) where target_key is not null;
update alert set target_key = left(coalesce('name ' || lower(target_name), 'alert ' || fingerprint), 600) where entity_id is null;
grant update (state, ended_at, changed_at) on alert to vakt_app;
grant insert on alert_trail to vakt_app;

-- Says once and for all which entity a source means. Belongs to the customer whose token brings the signals: for the provider's own token
-- the entity may be anybody's.
create table entity_binding (
  binding_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  source text not null,
  target_key text not null,
  target_name text,
  entity_customer_id text not null,
  entity_id uuid not null,
  created_at timestamptz not null,
  created_by text not null,
  -- Until then what was recorded before still waits to follow.
  applied_at timestamptz,
  unique (customer_id, source, target_key),
  foreign key (entity_customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
);
create index entity_binding_of_entity on entity_binding (entity_customer_id, entity_id);
create index entity_binding_waiting on entity_binding (created_at) where applied_at is null;
call protect_by_customer('entity_binding');
grant insert, delete on entity_binding to vakt_app;

-- A signal that was set aside may be tried again.
grant update (state, attempts, next_at, note) on signal to vakt_app;
create index signal_set_aside_of_all on signal (signal_id desc) where state in ('unrecognised', 'unreadable', 'failed');
