-- What senders measure becomes buckets of five minutes. A bucket is numbered from the epoch: slot = floor(epoch seconds / 300).
-- Design and figures: docs/decisions/021-metrics-are-a-log-closed-into-chunks.md

create table metric_customer (
  customer_id text primary key references customer on delete cascade,
  last_series_no integer not null default 0,
  -- Label sets that sent in the last two days, recounted each night, and how many of them the customer may have: points of further ones are refused.
  active_series integer not null default 0,
  max_series integer not null default 100000 check (max_series >= 0),
  -- When a label set was last refused; null: never, or the limit was raised since.
  refused_at timestamptz,
  -- Counted up when series are added, or their entity, kind or unit changes.
  series_version bigint not null default 0
);
call protect_by_customer('metric_customer');
grant insert, update on metric_customer to vakt_app;

-- What senders say of a metric beside its points.
create table metric_metadata (
  customer_id text not null references customer on delete cascade,
  metric text not null check (length(metric) between 1 and 1000),
  kind text not null check (kind in ('gauge', 'counter', 'delta')),
  unit text check (length(unit) <= 100),
  primary key (customer_id, metric)
);
call protect_by_customer('metric_metadata');
grant insert, update on metric_metadata to vakt_app;

create table metric_series (
  customer_id text not null references customer on delete cascade,
  -- Counted per customer, so that a customer's series fill whole chunks.
  series_no integer not null,
  metric text not null check (length(metric) between 1 and 1000),
  labels jsonb not null,
  label_hash bytea not null check (octet_length(label_hash) = 16),
  kind text not null check (kind in ('gauge', 'counter', 'delta')),
  unit text check (length(unit) <= 100),
  entity_id uuid,
  -- What its labels name: by it unmatched series are grouped and bound. Null until it was matched for the first time.
  target_key text,
  target_name text,
  first_seen_at timestamptz not null default now(),
  -- The last day that was packed with points of it.
  last_day integer,
  primary key (customer_id, series_no),
  foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete set null (entity_id)
);
create unique index metric_series_by_labels on metric_series (customer_id, label_hash);
create index metric_series_of_entity on metric_series (customer_id, entity_id, metric);
create index metric_series_of_metric on metric_series (customer_id, metric);
create index metric_series_unmatched on metric_series (customer_id, target_key) where entity_id is null;
create index metric_series_counters on metric_series (customer_id, series_no) where kind = 'counter';
call protect_by_customer('metric_series');
grant insert, update on metric_series to vakt_app;

-- Numbers for label sets, those of new ones included as far as the customer's limit goes. At the limit it locks nothing. It runs with the rights of its
-- caller.
create function number_metric_series(customer text, hashes bytea[], metrics text[], label_texts text[], kinds text[], units text[])
returns table (label_hash bytea, series_no integer) language plpgsql as $$
#variable_conflict use_column
declare counted record; added integer;
begin
  perform set_config('vakt.customer_id', customer, true);
  if (select count(distinct h) from unnest(hashes) h) > (select count(*) from metric_series where customer_id = customer and label_hash = any (hashes)) then
    select * into counted from metric_customer where customer_id = customer;
    if counted is null or counted.active_series < counted.max_series then
      insert into metric_customer (customer_id) values (customer) on conflict do nothing;
      select * into counted from metric_customer where customer_id = customer for update;
      insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, unit)
      select customer, counted.last_series_no + row_number() over (), f.metric, f.labels::jsonb, f.hash,
        coalesce(m.kind, f.kind, case when f.metric like '%\_total' then 'counter' else 'gauge' end), coalesce(f.unit, m.unit)
      from (select distinct on (u.hash) u.* from unnest(hashes, metrics, label_texts, kinds, units) as u (hash, metric, labels, kind, unit)
            where not exists (select from metric_series s where s.customer_id = customer and s.label_hash = u.hash)
            limit greatest(counted.max_series - counted.active_series, 0)) f
      left join metric_metadata m on m.customer_id = customer and m.metric = f.metric;
      get diagnostics added = row_count;
      update metric_customer set last_series_no = last_series_no + added, active_series = active_series + added, series_version = series_version + 1
      where customer_id = customer;
    end if;
  end if;
  return query select s.label_hash, s.series_no from metric_series s where s.customer_id = customer and s.label_hash = any (hashes);
end $$;
revoke execute on function number_metric_series from public;
grant execute on function number_metric_series to vakt_app, vakt_worker;

-- The log: points as numbers, in the order of their arrival, several requests in a row. Partitioned by the hour of arrival: a sender that was offline brings
-- old points.
create sequence metric_batch_no;
grant usage on sequence metric_batch_no to vakt_app, vakt_worker;
create table metric_batch (
  received_at timestamptz not null default now(),
  customer_id text not null,
  slot integer not null,
  batch_no bigint not null default nextval('metric_batch_no'),
  points bytea not null
) partition by range (received_at);
-- Packed numbers do not compress like text: trying costs more than it saves.
alter table metric_batch alter points set storage external;
create index metric_batch_of_slot on metric_batch (customer_id, slot);
call protect_by_customer('metric_batch');
grant insert on metric_batch to vakt_app;

-- Buckets that are to be closed: when their grace period is over, and again after points that came late.
create table metric_due (
  customer_id text not null references customer on delete cascade,
  slot integer not null,
  due_at timestamptz not null,
  attempts smallint not null default 0,
  -- Failed for good: what it holds back goes on without it.
  failed_at timestamptz,
  error text,
  primary key (customer_id, slot)
);
create index metric_due_by_time on metric_due (due_at) where failed_at is null;
call protect_by_customer('metric_due');
grant insert, update on metric_due to vakt_app;

-- Closed buckets: 128 series a row, in columns, compressed by the server. Dropped once their day is packed.
create table metric_chunk (
  customer_id text not null,
  slot integer not null,
  chunk integer not null,
  buckets bytea not null,
  primary key (customer_id, slot, chunk)
) partition by range (slot);
alter table metric_chunk alter buckets set storage external;
call protect_by_customer('metric_chunk');

-- A day of one series in a row, and the hours of that day, which are kept longer.
create table metric_day (
  customer_id text not null,
  series_no integer not null,
  day integer not null,
  buckets bytea not null,
  primary key (customer_id, series_no, day)
) partition by range (day);
alter table metric_day alter buckets set storage external;
call protect_by_customer('metric_day');

create table metric_day_of_hours (
  customer_id text not null,
  series_no integer not null,
  day integer not null,
  buckets bytea not null,
  primary key (customer_id, series_no, day)
) partition by range (day);
alter table metric_day_of_hours alter buckets set storage external;
call protect_by_customer('metric_day_of_hours');

-- Points are counted at their monitoring source where they come in.
grant insert, update on monitoring_source_hour to vakt_app;

-- No foreign keys on partitioned tables: dropping a partition would lock the customers.
create function delete_metrics_of_customer() returns trigger language plpgsql as $$
begin
  delete from metric_batch where customer_id = old.customer_id;
  delete from metric_chunk where customer_id = old.customer_id;
  delete from metric_day where customer_id = old.customer_id;
  delete from metric_day_of_hours where customer_id = old.customer_id;
  return null;
end $$;
create trigger delete_metrics after delete on customer for each row execute function delete_metrics_of_customer();

-- Those who store points of a bucket share this lock, and the worker that closes it takes it alone: otherwise a row that commits meanwhile would be in no
-- bucket.
create function metric_slot_lock(customer text, slot integer) returns bigint language sql immutable
  as $$ select hashtextextended('metric slot ' || customer || ' ' || slot, 0) $$;

create function store_metric_points(customer text, slots integer[], sizes integer[], points bytea) returns void language plpgsql as $$
begin
  perform set_config('vakt.customer_id', customer, true);
  perform pg_advisory_xact_lock_shared(metric_slot_lock(customer, s)) from unnest(slots) s;
  insert into metric_batch (customer_id, slot, points)
  select customer, s.slot, substring(points from (sum(s.size) over (order by s.position) - s.size + 1)::int for s.size)
  from unnest(slots, sizes) with ordinality as s (slot, size, position);
  insert into metric_due (customer_id, slot, due_at)
  select customer, s, greatest(to_timestamp((s + 1) * 300.0 + 90), now() + interval '60 seconds') from unnest(slots) s
  on conflict do nothing;
end $$;
revoke execute on function store_metric_points from public;
grant execute on function store_metric_points to vakt_app, vakt_worker;

-- The server's logins own nothing, so what makes and drops partitions runs with the rights of the owner, and decides by itself which. A partition is asked for
-- through its parent only: no one is granted it, and it is under forced row-level security besides. Made apart and attached, which does not block the parent.
create function make_metric_partition(parent text, part integer, from_value text, to_value text) returns void language plpgsql as $$
declare name text := parent || '_' || part;
begin
  if to_regclass('public.' || name) is not null then return; end if;
  execute format('create table public.%I (like public.%I including defaults including constraints including indexes including storage)', name, parent);
  execute format('alter table public.%I enable row level security', name);
  execute format('alter table public.%I force row level security', name);
  execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, name, from_value, to_value);
end $$;
revoke execute on function make_metric_partition from public;

-- Those that are needed now and soon. Buckets that wait since `oldest_day` get theirs, too; null: none do.
create function make_metric_partitions(oldest_day integer) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  hour integer := floor(extract(epoch from now()) / 3600);
  day integer := floor(extract(epoch from now()) / 86400);
begin
  set local lock_timeout = '1s';
  perform pg_advisory_xact_lock(hashtextextended('metric partitions', 0));
  for i in 0..3 loop
    perform make_metric_partition('metric_batch', hour + i, to_timestamp((hour + i) * 3600.0)::text, to_timestamp((hour + i + 1) * 3600.0)::text);
  end loop;
  for d in greatest(least(oldest_day, day - 2), day - 35)..day + 2 loop
    perform make_metric_partition('metric_chunk', d, (d * 288)::text, ((d + 1) * 288)::text);
    perform make_metric_partition('metric_day', d, d::text, (d + 1)::text);
    perform make_metric_partition('metric_day_of_hours', d, d::text, (d + 1)::text);
  end loop;
end $$;
revoke execute on function make_metric_partitions from public;
grant execute on function make_metric_partitions to vakt_app, vakt_worker;

-- Drops what is older than the product keeps: the log before `oldest_hour`, of which the last two hours always stay; chunks of days that are packed; days
-- and their hours. Which buckets still wait the caller knows: the owner of the tables sees no rows.
create function drop_metric_partitions(oldest_hour integer, packed_days integer[], kept_days integer, kept_days_of_hours integer) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  hour integer := floor(extract(epoch from now()) / 3600);
  day integer := floor(extract(epoch from now()) / 86400);
  old record;
begin
  -- Who stores points waits behind a drop that waits: it gives up soon and is tried again.
  set local lock_timeout = '300ms';
  perform pg_advisory_xact_lock(hashtextextended('metric partitions', 0));
  for old in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral (select substring(c.relname from '\d+$')::int as part) p
    where (i.inhparent = 'metric_batch'::regclass and p.part < least(oldest_hour, hour - 2))
       or (i.inhparent = 'metric_chunk'::regclass and p.part = any (packed_days) and p.part < day - 1)
       or (i.inhparent = 'metric_day'::regclass and p.part < day - greatest(kept_days, 2))
       or (i.inhparent = 'metric_day_of_hours'::regclass and p.part < day - greatest(kept_days_of_hours, 2))
  loop
    begin
      execute format('drop table public.%I', old.name);
    exception when lock_not_available then
      null;
    end;
  end loop;
end $$;
revoke execute on function drop_metric_partitions from public;
grant execute on function drop_metric_partitions to vakt_worker;

-- For content of the past: the demo, and tests.
create function make_metric_day_partitions(first_day integer, last_day integer) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if last_day - first_day > 400 or first_day < 0 then raise exception 'At most 400 days.'; end if;
  perform pg_advisory_xact_lock(hashtextextended('metric partitions', 0));
  for d in first_day..last_day loop
    perform make_metric_partition('metric_day', d, d::text, (d + 1)::text);
    perform make_metric_partition('metric_day_of_hours', d, d::text, (d + 1)::text);
  end loop;
end $$;
revoke execute on function make_metric_day_partitions from public;
grant execute on function make_metric_day_partitions to vakt_worker;

select make_metric_partitions(null);
