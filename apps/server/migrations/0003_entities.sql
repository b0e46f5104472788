create table entity (
  entity_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  external_id text not null,
  -- What identity is compared by: the cloud resource id, ARM ids in lower case.
  external_key text not null,
  name text not null,
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
create index entity_by_key on entity (external_key);
create index entity_by_host on entity (customer_id, host_name);
create index entity_by_name on entity (customer_id, lower(name));
call protect_by_customer('entity');
