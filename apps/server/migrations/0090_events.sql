-- Everything that happens and users or webhooks are notified of, written with the change itself. `topic` says what `subject_id` is the id of.
-- It takes over from `ticket_event` and `incident_outbox`, which processes of the previous release write and whose events are moved here. All
-- three share one sequence: notifications and deliveries of a user are unique by the id of their event.
create table event (
  event_id bigint primary key default nextval('ticket_event_event_id_seq'),
  customer_id text not null references customer on delete cascade,
  at timestamptz not null,
  topic text not null,
  kind text not null,
  subject_id text not null,
  -- Only the provider's staff may see it.
  private boolean not null default false,
  actor_type text not null check (actor_type in ('user', 'system')),
  actor_id text not null,
  actor_name text not null,
  -- Users who are notified whatever they follow, such as those mentioned.
  named_user_ids uuid[] not null default '{}',
  details jsonb not null default '{}',
  attempts smallint not null default 0,
  dispatched_at timestamptz
);
create index event_waiting on event (event_id) where dispatched_at is null;
create index event_by_time on event (at) where dispatched_at is not null;
create index event_of_customer on event (customer_id, event_id);
call protect_by_customer('event');
grant insert on event to vakt_app;

-- A delivery is what its channel hands over; mail is the first.
alter table mail_delivery add column channel text not null default 'mail';
