create table entity (
  entity_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  external_id text not null,
  -- What identity is compared by: the cloud resource id, ARM ids in lower case.
  external_key text not null,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  -- The first label of the name in lower case, as signals name a machine.
  host_name text not null,
  type text not null,
  subtype text,
  source text not null,
  region text,
  resource_group text,
  container_id text,
  container_name text,
  tags jsonb not null default '{}' check (jsonb_typeof(tags) = 'object'),
  status text,
  cloudops_mapped boolean not null default false,
  hidden boolean not null default false,
  stale boolean not null default false,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (customer_id, entity_id),
  unique (customer_id, external_key)
);
-- The customer second: a token of the provider looks over all of them.
create index entity_by_key on entity (external_key, customer_id);
create index entity_by_host on entity (host_name, customer_id);
create index entity_by_name on entity (customer_id, name_key);
call protect_by_customer('entity');
