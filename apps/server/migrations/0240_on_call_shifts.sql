-- A shift that is offered to a colleague; accepted it is an override.
create table on_call_swap (
  swap_id uuid primary key default gen_random_uuid(),
  customer_id text not null,
  schedule_id uuid not null,
  asker_id uuid not null,
  asked_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'refused', 'withdrawn')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  check (starts_at < ends_at),
  foreign key (customer_id, schedule_id) references on_call_schedule (customer_id, schedule_id) on delete cascade,
  foreign key (customer_id, asker_id) references app_user (customer_id, user_id) on delete cascade,
  foreign key (customer_id, asked_id) references app_user (customer_id, user_id) on delete cascade
);
create index on_call_swap_of_asker on on_call_swap (customer_id, asker_id, asked_at);
create index on_call_swap_of_asked on on_call_swap (customer_id, asked_id, asked_at);
call protect_by_customer('on_call_swap');
grant insert, update on on_call_swap to vakt_app;

-- The secret address of a person's calendar of shifts; one at a time.
create table on_call_calendar (
  customer_id text not null,
  user_id uuid not null,
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  last_read_at timestamptz,
  primary key (customer_id, user_id),
  foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('on_call_calendar');
create policy presented_secret on on_call_calendar for select to vakt_app
  using (encode(secret_hash, 'hex') = (select presented('on_call_calendar_hash')));
grant insert, update, delete on on_call_calendar to vakt_app;

-- Gaps of which administrators were notified, so that each is named once.
create table on_call_gap_notice (
  customer_id text not null,
  schedule_id uuid not null,
  starts_at timestamptz not null,
  -- 'infinity': no end was in sight.
  ends_at timestamptz not null,
  -- Of the schedule, for gaps that follow from the hours of its layers: those are named once for each version.
  version integer not null,
  by_hours boolean not null,
  noted_at timestamptz not null,
  primary key (customer_id, schedule_id, starts_at, version),
  foreign key (customer_id, schedule_id) references on_call_schedule (customer_id, schedule_id) on delete cascade
);
call protect_by_customer('on_call_gap_notice');
