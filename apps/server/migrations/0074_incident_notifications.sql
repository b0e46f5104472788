-- What happened to incidents and is still to be notified of, written with the change itself. Numbered together with ticket_event: a
-- notification and a mail of a user are unique by the number of their event.
create table incident_outbox (
  event_id bigint primary key default nextval('ticket_event_event_id_seq'),
  customer_id text not null,
  incident_id bigint not null,
  at timestamptz not null,
  kind text not null check (kind in ('opened', 'escalated', 'resolved')),
  severity text not null check (severity in ('critical', 'high', 'medium', 'low')),
  actor_type text not null check (actor_type in ('user', 'system')),
  actor_id text not null,
  actor_name text not null,
  attempts smallint not null default 0,
  notified_at timestamptz,
  foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade
);
create index incident_outbox_waiting on incident_outbox (event_id) where notified_at is null;
create index incident_outbox_by_time on incident_outbox (at) where notified_at is not null;
create index incident_outbox_of_incident on incident_outbox (customer_id, incident_id);
call protect_by_customer('incident_outbox');
grant insert on incident_outbox to vakt_app;
grant usage on sequence ticket_event_event_id_seq to vakt_app, vakt_worker;

alter table notification add column incident_id bigint;
alter table mail_delivery add column incident_id bigint;
-- Of a kind about incidents: from which severity on.
alter table notification_preference add column from_severity text check (from_severity in ('critical', 'high', 'medium', 'low'));
