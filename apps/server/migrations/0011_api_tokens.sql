create table api_token (
  token_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  name text not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  scope text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  unique (customer_id, token_id),
  foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
create index api_token_of_user on api_token (customer_id, user_id, created_at desc, token_id desc) where revoked_at is null;
call protect_by_customer('api_token');
-- Whoever shows the secret may see its row, and no other.
create policy presented_api_token on api_token for select to vakt_app
  using (token_hash = decode((select presented('api_token_hash')), 'hex'));
grant insert, update on api_token to vakt_app;
