-- Channels of Microsoft Teams and Slack that get notices of a customer.
create table chat_destination (
  destination_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  service text not null check (service in ('teams', 'slack')),
  name text not null,
  -- The address with its secret, encrypted with a key that is not in the database, and what may be shown of it.
  sealed_address bytea not null,
  host text not null,
  kinds text[] not null,
  -- Of incidents: from this severity on.
  from_severity text not null,
  language text not null,
  is_enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null
);
create index chat_destination_of_customer on chat_destination (customer_id, created_at);
call protect_by_customer('chat_destination');
grant insert, update, delete on chat_destination to vakt_app;

alter table mail_delivery
  add column destination_id uuid,
  -- The event that is posted there; `event_id` is of one mail to someone without an account.
  add column posted_event_id bigint;
