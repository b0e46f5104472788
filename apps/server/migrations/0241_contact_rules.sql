-- How a person wants to be paged, and their quiet hours. No row: as everyone is by default.
create table contact_preference (
  customer_id text not null,
  user_id uuid not null,
  -- As the contract has them; the first that fits counts.
  rules jsonb not null,
  -- {"opens", "closes"} by the clocks of the person; null: none.
  quiet_hours jsonb,
  version integer not null,
  changed_at timestamptz not null,
  primary key (customer_id, user_id),
  foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('contact_preference');
grant insert, update on contact_preference to vakt_app;

-- The second channel of a page that waits for its minutes.
create table page_contact (
  contact_id uuid primary key default gen_random_uuid(),
  customer_id text not null,
  escalation_id uuid not null,
  round integer not null,
  step integer not null,
  user_id uuid not null,
  channel text not null,
  due_at timestamptz not null,
  done_at timestamptz,
  foreign key (customer_id, escalation_id) references escalation (customer_id, escalation_id) on delete cascade
);
create index page_contact_of_escalation on page_contact (customer_id, escalation_id);
call protect_by_customer('page_contact');

-- Devices that get web push (RFC 8030).
create table push_subscription (
  subscription_id uuid primary key default gen_random_uuid(),
  customer_id text not null,
  user_id uuid not null,
  endpoint text not null,
  -- Of the browser, RFC 8291: its public key and the secret that is shared with it.
  p256dh bytea not null,
  auth bytea not null,
  device text not null,
  created_at timestamptz not null,
  last_sent_at timestamptz,
  unique (customer_id, user_id, endpoint),
  foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
create index push_subscription_by_endpoint on push_subscription (endpoint);
call protect_by_customer('push_subscription');
grant insert, delete on push_subscription to vakt_app;

alter table page drop constraint page_kind_check;
alter table page add constraint page_kind_check check (kind in (
  'paged', 'held_back', 'nobody', 'not_allowed', 'waits', 'unanswered', 'quiet_hours', 'no_address')) not valid;
