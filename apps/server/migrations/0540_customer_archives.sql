-- Archives of everything of a customer: ZIP files that wait, are written, or can be downloaded for some days.
create table customer_archive (
  customer_id text not null references customer on delete cascade,
  archive_id uuid primary key default gen_random_uuid(),
  state text not null check (state in ('waiting', 'writing', 'ready')),
  asked_at timestamptz not null,
  asked_by text not null,
  -- Of the attempt that writes it, or wrote it: what another attempt left is not part of it.
  writing_id uuid,
  files_written integer not null default 0,
  files integer not null default 0,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  parts integer not null default 0,
  finished_at timestamptz,
  expires_at timestamptz,
  -- Why the last attempt failed.
  failure text,
  constraint customer_archive_customer_id_archive_id_key unique (customer_id, archive_id),
  constraint customer_archive_ready check ((state = 'ready') = (finished_at is not null and expires_at is not null))
);
-- One at a time is written.
create unique index customer_archive_unfinished on customer_archive (customer_id) where state <> 'ready';
-- `content` is null where it is in the object storage.
create table customer_archive_part (
  customer_id text not null,
  archive_id uuid not null,
  writing_id uuid not null,
  number integer not null,
  content bytea,
  primary key (archive_id, writing_id, number),
  constraint customer_archive_part_customer_id_archive_id_fkey foreign key (customer_id, archive_id)
    references customer_archive (customer_id, archive_id) on delete cascade
);
-- A ZIP file is compressed already.
alter table customer_archive_part alter column content set storage external;
call protect_by_customer('customer_archive');
call protect_by_customer('customer_archive_part');
grant insert, update on customer_archive to vakt_app;
