-- How large each part of the database was, once a day: what its growth is known by.
create table storage_measurement (
  day date not null,
  -- `database` is the whole.
  part text not null,
  at timestamptz not null,
  bytes bigint not null,
  primary key (day, part)
);
alter table storage_measurement enable row level security;
alter table storage_measurement force row level security;
grant select, insert, update, delete on storage_measurement to vakt_worker;
create policy worker_measures on storage_measurement to vakt_worker using (true) with check (true);
