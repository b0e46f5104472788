-- A sample that staff send to see what becomes of it; it is no sign that the sender works.
alter table signal add column is_test boolean not null default false;
-- When the signature of a sender that signs was found valid.
alter table signal add column verified_at timestamptz;

-- The last signals of a source that were processed, the newest first: an index on signals by token would cost each signal.
alter table monitoring_source add column recent_signals bigint[] not null default '{}';

-- How the bodies of a source of the format `generic` are read. Each change is a version of its own; the newest applies.
create table source_mapping (
  customer_id text not null,
  source_id uuid not null,
  version integer not null check (version > 0),
  mapping jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (source_id, version),
  foreign key (customer_id, source_id) references monitoring_source (customer_id, source_id) on delete cascade
);
create index source_mapping_of_customer on source_mapping (customer_id, source_id, version desc);
call protect_by_customer('source_mapping');
grant insert on source_mapping to vakt_app;

-- Topics of Amazon SNS that asked to send to a source. Only what is allowed is confirmed and read.
create table source_topic (
  customer_id text not null,
  source_id uuid not null,
  topic_arn text not null,
  asked_at timestamptz not null,
  -- The signal that asks to be confirmed.
  signal_id bigint,
  allowed_at timestamptz,
  allowed_by text,
  confirmed_at timestamptz,
  primary key (source_id, topic_arn),
  foreign key (customer_id, source_id) references monitoring_source (customer_id, source_id) on delete cascade
);
create index source_topic_of_customer on source_topic (customer_id, source_id);
call protect_by_customer('source_topic');
grant update on source_topic to vakt_app;
