-- Whom an incident pages, step by step. Policies belong to the provider's own customer.
create table escalation_policy (
  policy_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  name text not null,
  -- [{"scheduleId" or "userId", "minutes"}]: whom, and how long an answer is waited for.
  steps jsonb not null,
  repeats integer not null check (repeats between 0 and 5),
  is_default boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index escalation_policy_default on escalation_policy (customer_id) where is_default and removed_at is null;
call protect_by_customer('escalation_policy');
grant insert, update on escalation_policy to vakt_app;

-- Which incidents of a customer page, and by which policy. No row: none do.
create table paging_setting (
  customer_id text primary key references customer on delete cascade,
  from_severity text check (from_severity in ('critical', 'high', 'medium', 'low')),
  -- Null: the default policy.
  policy_id uuid,
  version integer not null,
  changed_at timestamptz not null
);
call protect_by_customer('paging_setting');
grant insert, update on paging_setting to vakt_app;

-- One run of a policy for an incident; it keeps the policy that it started with.
create table escalation (
  escalation_id uuid primary key default gen_random_uuid(),
  customer_id text not null,
  incident_id bigint not null,
  started_at timestamptz not null,
  -- Null until the first step is taken.
  policy_name text,
  steps jsonb,
  repeats integer,
  round integer not null default 0,
  step integer not null default 0,
  next_at timestamptz not null,
  outcome text check (outcome in ('acknowledged', 'resolved', 'unanswered', 'no_policy')),
  ended_at timestamptz,
  unique (customer_id, incident_id),
  unique (customer_id, escalation_id),
  foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade
);
call protect_by_customer('escalation');
grant insert on escalation to vakt_app;

-- What an escalation did, one row for each attempt to reach a person on a channel, and for each step that reached no one.
create table page (
  page_id uuid primary key,
  customer_id text not null,
  escalation_id uuid not null,
  incident_id bigint not null,
  round integer not null,
  step integer not null,
  kind text not null check (kind in ('paged', 'held_back', 'nobody', 'not_allowed', 'waits', 'unanswered')),
  channel text not null,
  user_id uuid,
  person_name text not null,
  language text not null check (language in ('sv', 'en')),
  at timestamptz not null,
  token_hash bytea unique,
  valid_until timestamptz,
  acknowledged_at timestamptz,
  foreign key (customer_id, escalation_id) references escalation (customer_id, escalation_id) on delete cascade,
  foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade
);
create unique index page_once on page (escalation_id, round, step, kind, channel, (coalesce(user_id::text, '')));
create index page_of_incident on page (customer_id, incident_id, at);
create index page_by_time on page (at);
call protect_by_customer('page');
create policy presented_page on page for select to vakt_app
  using (encode(token_hash, 'hex') = (select presented('page_hash')));
grant update on page to vakt_app;
