-- An API token of a customer or of the provider that belongs to no user.
create table service_token (
  token_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  name text not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The last characters of the secret, by which people tell it from the one before.
  ending text not null,
  -- The secret before a rotation, which works until then.
  previous_hash bytea unique check (octet_length(previous_hash) = 32),
  previous_until timestamptz,
  scope text[] not null,
  created_by text not null,
  created_at timestamptz not null,
  rotated_at timestamptz,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  unique (customer_id, token_id)
);
create index service_token_of_customer on service_token (customer_id, created_at desc, token_id desc) where revoked_at is null;
call protect_by_customer('service_token');
-- Whoever shows the secret may see its row, and no other.
create policy presented_service_token on service_token for select to vakt_app
  using (token_hash = decode((select presented('service_token_hash')), 'hex')
    or previous_hash = decode((select presented('service_token_hash')), 'hex'));
grant insert, update on service_token to vakt_app;

-- The record tells a service token from a person.
alter table recorded_action drop constraint recorded_action_actor_type_check;
alter table recorded_action add constraint recorded_action_actor_type_check
  check (actor_type in ('user', 'system', 'service-token')) not valid;
