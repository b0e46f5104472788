-- What happened to tickets, written with the change itself. What people and other systems are told is made from it.
create table ticket_event (
  event_id bigint generated always as identity primary key,
  customer_id text not null,
  ticket_id bigint not null,
  at timestamptz not null,
  kind text not null check (kind in ('created', 'commented', 'status_changed', 'mentioned', 'assigned', 'service_level_warning')),
  comment_id bigint,
  private boolean not null default false,
  actor_type text not null check (actor_type in ('user', 'system')),
  actor_id text not null,
  actor_name text not null,
  -- Those mentioned, or who was given the ticket.
  named_user_ids uuid[] not null default '{}',
  details jsonb not null default '{}',
  attempts smallint not null default 0,
  told_at timestamptz,
  unique (customer_id, event_id),
  foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
create index ticket_event_waiting on ticket_event (event_id) where told_at is null;
create index ticket_event_of_ticket on ticket_event (customer_id, ticket_id, event_id);
call protect_by_customer('ticket_event');
grant insert on ticket_event to vakt_app;

-- Belongs to the person: staff find theirs under the provider, whichever customer's ticket it is about.
create table notification (
  notification_id bigint generated always as identity primary key,
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  about_customer_id text not null,
  ticket_id bigint not null,
  event_id bigint not null,
  kind text not null,
  comment_id bigint,
  private boolean not null,
  by_system boolean not null,
  actor_name text not null,
  subject text not null,
  details jsonb not null,
  -- Tickets that monitoring opens soon after each other share one row.
  tickets integer not null default 1,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, event_id),
  foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade,
  foreign key (about_customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
create index notification_of_user on notification (customer_id, user_id, notification_id desc);
create index notification_unread on notification (customer_id, user_id, notification_id desc) where read_at is null;
create index notification_of_ticket on notification (about_customer_id, ticket_id);
call protect_by_customer('notification');
grant update (read_at) on notification to vakt_app;

-- What somebody chose themselves; without a row the default of the kind holds.
create table notification_preference (
  customer_id text not null,
  user_id uuid not null,
  kind text not null,
  by_mail boolean not null,
  in_portal boolean not null,
  primary key (customer_id, user_id, kind),
  foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('notification_preference');
grant insert, update on notification_preference to vakt_app;

-- Each mail as it is sent, and what became of it. `claimed`: a worker is at it; `sending`: the mail server has begun to take it in.
create table mail_delivery (
  delivery_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  ticket_id bigint,
  event_id bigint,
  recipient_customer_id text not null,
  recipient_id uuid not null,
  kind text not null,
  private boolean not null default false,
  address text not null,
  recipient_name text not null,
  language text not null check (language in ('sv', 'en')),
  subject text not null,
  text_body text not null,
  html_body text not null,
  thread text,
  -- Recorded before the first attempt and the same in each: a receiver can tell a repeated mail.
  message_id text not null unique,
  state text not null check (state in ('waiting', 'claimed', 'sending', 'sent', 'unknown', 'failed', 'kept', 'held', 'summarised')),
  attempts smallint not null default 0,
  next_at timestamptz not null,
  claim uuid,
  claimed_until timestamptz,
  reason text,
  answer text,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (recipient_id, event_id),
  foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade,
  foreign key (recipient_customer_id, recipient_id) references app_user (customer_id, user_id) on delete cascade
);
create index mail_delivery_due on mail_delivery (next_at) where state in ('waiting', 'claimed', 'sending');
create index mail_delivery_held on mail_delivery (address) where state = 'held';
create index mail_delivery_by_address on mail_delivery (address, created_at);
create index mail_delivery_of_ticket on mail_delivery (customer_id, ticket_id, created_at desc, delivery_id desc);
create index mail_delivery_by_time on mail_delivery (created_at desc, delivery_id desc);
create index mail_delivery_of_recipient on mail_delivery (recipient_customer_id, recipient_id);
call protect_by_customer('mail_delivery');
grant update (state, next_at, reason, finished_at) on mail_delivery to vakt_app;

create table webhook (
  webhook_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  name text not null,
  url text not null,
  kinds text[] not null,
  with_private boolean not null default false,
  -- Encrypted with a key that is not in the database.
  sealed_secret bytea not null,
  version integer not null default 1,
  created_at timestamptz not null,
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('person', 'failing')),
  failing_since timestamptz,
  unique (customer_id, webhook_id)
);
call protect_by_customer('webhook');
grant insert, update, delete on webhook to vakt_app;

create table webhook_delivery (
  -- The `webhook-id` header; each redelivery gets its own row and keeps the message id.
  delivery_id uuid primary key default gen_random_uuid(),
  message_id uuid not null,
  customer_id text not null,
  webhook_id uuid not null,
  event_id bigint,
  ticket_id bigint,
  kind text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'claimed', 'delivered', 'failed')),
  attempts smallint not null default 0,
  next_at timestamptz not null,
  claim uuid,
  claimed_until timestamptz,
  reason text,
  request_head text,
  response_status integer,
  response_head text,
  took_ms integer,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (customer_id, webhook_id, delivery_id),
  foreign key (customer_id, webhook_id) references webhook (customer_id, webhook_id) on delete cascade
);
create unique index webhook_delivery_once_per_event on webhook_delivery (webhook_id, event_id) where event_id is not null;
create index webhook_delivery_due on webhook_delivery (next_at) where state in ('waiting', 'claimed');
create index webhook_delivery_by_time on webhook_delivery (customer_id, webhook_id, created_at desc, delivery_id desc);
call protect_by_customer('webhook_delivery');
grant insert on webhook_delivery to vakt_app;
