-- A monitoring source is a named sender of signals. It has one ingest token, and two for a while when its token is rotated.
create table monitoring_source (
  source_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  name text not null,
  -- Silence for this long raises an alert; null: the source is not watched.
  expected_minutes integer check (expected_minutes between 1 and 10080),
  -- An alert of this name always fires (a dead man's switch): it is a heartbeat, and silence is counted from the last one.
  heartbeat_name text,
  -- Silence counts from here at the earliest: when the source was created, or when what is expected of it changed.
  watched_since timestamptz not null default now(),
  first_signal_at timestamptz,
  last_signal_at timestamptz,
  last_heartbeat_at timestamptz,
  signal_count bigint not null default 0,
  -- While its silence alert fires.
  silent_since timestamptz,
  -- Which of the two alerts about its token fires.
  expiry_alert text check (expiry_alert in ('soon', 'expired')),
  created_by text,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  version integer not null default 1,
  unique (customer_id, source_id)
) with (fillfactor = 80);
create index monitoring_source_by_name on monitoring_source (name, source_id);
create index monitoring_source_of_customer on monitoring_source (customer_id, name, source_id);
call protect_by_customer('monitoring_source');
grant insert, update on monitoring_source to vakt_app;

-- How many signals a source sent in each hour; written by the worker, so that no one has to count signals.
create table monitoring_source_hour (
  customer_id text not null,
  source_id uuid not null,
  hour timestamptz not null,
  signals integer not null,
  primary key (source_id, hour),
  foreign key (customer_id, source_id) references monitoring_source (customer_id, source_id) on delete cascade
);
create index monitoring_source_hour_by_time on monitoring_source_hour (hour);
call protect_by_customer('monitoring_source_hour');

-- When a worker last watched the sources: after a time without any worker no source is called silent for what Vakt itself missed.
create table source_watch (
  is_only boolean primary key default true check (is_only),
  watched_at timestamptz not null
);
alter table source_watch enable row level security;
alter table source_watch force row level security;
create policy worker_watches on source_watch to vakt_worker using (true) with check (true);
grant select, insert, update on source_watch to vakt_worker;

alter table ingest_token
  add column source_id uuid,
  -- Null: any format.
  add column formats text[],
  -- The last characters of the secret, by which people tell two tokens apart.
  add column ending text,
  add column expires_at timestamptz,
  add column last_signal_at timestamptz,
  add foreign key (customer_id, source_id) references monitoring_source (customer_id, source_id) on delete cascade;
create index ingest_token_of_source on ingest_token (source_id);
grant insert, update on ingest_token to vakt_app;

-- The release before this one creates tokens without a source: each gets one of its own.
create function add_source_of_token() returns trigger language plpgsql as $$
begin
  if new.source_id is null then
    insert into monitoring_source (customer_id, name, created_at, watched_since)
      values (new.customer_id, new.name, new.created_at, new.created_at) returning source_id into new.source_id;
  end if;
  return new;
end $$;
create trigger token_has_source before insert on ingest_token for each row execute function add_source_of_token();

-- No policy lets the owner of the tables see a row: for what is already there they stand open for a moment, inside this transaction.
alter table ingest_token no force row level security;
alter table monitoring_source no force row level security;
insert into monitoring_source (source_id, customer_id, name, created_at, watched_since, revoked_at)
  select token_id, customer_id, name, created_at, created_at, revoked_at from ingest_token;
update ingest_token set source_id = token_id;
alter table ingest_token force row level security;
alter table monitoring_source force row level security;
