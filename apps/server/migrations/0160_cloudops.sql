-- The CloudOps service on a resource: one row for each, locked while it is changed. Its state is that of its last version.
create table cloudops_service (
  customer_id text not null references customer on delete cascade,
  entity_id uuid not null,
  version integer not null,
  primary key (customer_id, entity_id),
  foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
);
call protect_by_customer('cloudops_service');
grant insert, update on cloudops_service to vakt_app;

-- What it was from valid_from until the next version: never changed, so that the past costs what it cost.
create table cloudops_version (
  customer_id text not null,
  entity_id uuid not null,
  version integer not null,
  valid_from timestamptz not null,
  -- off: configured, not active. removed: taken away, with what it was.
  state text not null check (state in ('active', 'off', 'removed')),
  description text not null,
  calendar jsonb not null,
  pricing jsonb not null,
  changed_by text not null,
  -- Of a resource that is gone or has moved to another customer the service ends by itself.
  reason text,
  primary key (customer_id, entity_id, version),
  foreign key (customer_id, entity_id) references cloudops_service (customer_id, entity_id) on delete cascade
);
call protect_by_customer('cloudops_version');
grant insert on cloudops_version to vakt_app;

-- The price of an hour by type of resource, lower case; '' is every other type. The provider's list is everyone's, a customer's own comes first.
create table cloudops_price (
  customer_id text not null references customer on delete cascade,
  entity_type text not null check (entity_type = lower(entity_type)),
  hourly_minor bigint not null check (hourly_minor >= 0),
  currency text not null,
  is_general boolean not null,
  primary key (customer_id, entity_type)
);
call protect_by_customer('cloudops_price');
create policy general_prices on cloudops_price for select to vakt_app using (is_general);
grant insert, delete on cloudops_price to vakt_app;

-- Of a customer: the currency of all its prices. Without a row it is SEK, and its list is empty.
create table cloudops_terms (
  customer_id text primary key references customer on delete cascade,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  version integer not null
);
call protect_by_customer('cloudops_terms');
grant insert, update on cloudops_terms to vakt_app;

-- What a resource cost in a month that is over; never changed.
create table cloudops_month (
  customer_id text not null references customer on delete cascade,
  month text not null check (month ~ '^\d{4}-\d\d$'),
  entity_id uuid not null,
  entity_name text not null,
  entity_type text not null,
  active_minutes integer not null,
  pricing jsonb not null,
  -- Null: settled outside Vakt.
  amount_minor bigint,
  currency text not null,
  frozen_at timestamptz not null,
  primary key (customer_id, month, entity_id)
);
call protect_by_customer('cloudops_month');

-- Which months of a customer are frozen, those without any cost too.
create table cloudops_frozen_month (
  customer_id text not null references customer on delete cascade,
  month text not null,
  frozen_at timestamptz not null,
  primary key (customer_id, month)
);
call protect_by_customer('cloudops_frozen_month');
