-- Who is on call at the provider: schedules belong to its own customer.
create table on_call_schedule (
  schedule_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  removed_at timestamptz,
  unique (customer_id, schedule_id)
);
call protect_by_customer('on_call_schedule');
grant insert, update on on_call_schedule to vakt_app;

-- How a schedule was from a moment on. Never changed, so that who was on call stays as it was.
create table on_call_schedule_version (
  customer_id text not null,
  schedule_id uuid not null,
  version integer not null,
  valid_from timestamptz not null,
  time_zone text not null,
  -- [{"people": [user ids], "startsAt", "every", "unit", "hours"}], the later ones win.
  layers jsonb not null,
  primary key (customer_id, schedule_id, version),
  foreign key (customer_id, schedule_id) references on_call_schedule (customer_id, schedule_id) on delete cascade
);
call protect_by_customer('on_call_schedule_version');
grant insert on on_call_schedule_version to vakt_app;

-- Another person than the layers say. A removed one ends when it is removed, or is gone where it had not begun.
create table on_call_override (
  override_id uuid primary key default gen_random_uuid(),
  customer_id text not null,
  schedule_id uuid not null,
  user_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null,
  check (starts_at < ends_at),
  foreign key (customer_id, schedule_id) references on_call_schedule (customer_id, schedule_id) on delete cascade
);
create index on_call_override_of on on_call_override (customer_id, schedule_id, ends_at);
call protect_by_customer('on_call_override');
grant insert, update, delete on on_call_override to vakt_app;
