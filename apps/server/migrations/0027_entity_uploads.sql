-- Files of entities that were sent, what a check found in them, and what is remembered of how a customer's files look.

create table entity_upload (
  upload_id uuid primary key,
  customer_id text not null references customer on delete cascade,
  file_name text not null check (octet_length(file_name) between 1 and 255),
  size bigint not null default 0,
  format text not null default 'csv' check (format in ('csv', 'json')),
  encoding text not null default 'utf-8',
  delimiter text not null default ',',
  has_header boolean not null default true,
  columns jsonb not null default '[]',
  type_for_all text,
  -- `removed`: the worker takes its contents away and then the row, as it does with whatever is a day old.
  state text not null check (state in ('receiving', 'received', 'waiting', 'checking', 'checked', 'importing', 'imported', 'failed', 'removed')),
  progress smallint not null default 0,
  found jsonb,
  is_whole_estate boolean not null default false,
  has_contents boolean not null default true,
  claim uuid,
  claimed_until timestamptz,
  attempts smallint not null default 0,
  run_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  -- While it is received, when its last part came.
  changed_at timestamptz not null,
  unique (customer_id, upload_id)
);
create index entity_upload_of_customer on entity_upload (customer_id, created_at desc, upload_id desc);
create unique index entity_upload_one_import on entity_upload (customer_id) where state = 'importing';
call protect_by_customer('entity_upload');
grant insert, update, delete on entity_upload to vakt_app;

create table entity_upload_part (
  customer_id text not null,
  upload_id uuid not null,
  number integer not null,
  content bytea not null,
  primary key (upload_id, number),
  foreign key (customer_id, upload_id) references entity_upload (customer_id, upload_id) on delete cascade
);
-- Compressing costs more than the day for which it is kept.
alter table entity_upload_part alter column content set storage external;
call protect_by_customer('entity_upload_part');
grant insert on entity_upload_part to vakt_app;

-- What the check made of the rows; the import takes them from here, so that it brings what was shown.
create table entity_upload_row (
  customer_id text not null,
  upload_id uuid not null,
  row_number integer not null,
  key text not null,
  entity jsonb not null,
  standing text not null check (standing in ('added', 'changed', 'returned', 'unchanged', 'kept')),
  changes jsonb not null default '[]',
  primary key (upload_id, row_number),
  foreign key (customer_id, upload_id) references entity_upload (customer_id, upload_id) on delete cascade
);
create unique index entity_upload_row_by_key on entity_upload_row (upload_id, key);
create index entity_upload_row_by_standing on entity_upload_row (upload_id, standing, row_number);
call protect_by_customer('entity_upload_row');

create table entity_upload_problem (
  problem_id bigint generated always as identity primary key,
  customer_id text not null,
  upload_id uuid not null,
  row_number integer not null,
  column_name text,
  problem text not null,
  value text,
  foreign key (customer_id, upload_id) references entity_upload (customer_id, upload_id) on delete cascade
);
create index entity_upload_problem_by_row on entity_upload_problem (upload_id, row_number, problem_id);
call protect_by_customer('entity_upload_problem');

create table entity_upload_habit (
  customer_id text primary key references customer on delete cascade,
  -- What a column of that name was used as.
  uses jsonb not null default '{}',
  type_for_all text
);
call protect_by_customer('entity_upload_habit');
grant insert, update on entity_upload_habit to vakt_app;
