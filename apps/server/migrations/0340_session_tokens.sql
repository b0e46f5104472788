-- The session in which an access token was first used, for providers whose tokens name none: what the browser calls its session decides only
-- then, so that a token ends with its session. Kept until the token expires.
create table session_token (
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  session_key bytea not null check (octet_length(session_key) = 32),
  expires_at timestamptz not null,
  primary key (token_hash),
  foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
create index session_token_of_user on session_token (customer_id, user_id);
create index session_token_by_expiry on session_token (expires_at);
call protect_by_customer('session_token');
-- Whoever shows a token may see which session it belongs to.
create policy presented_token on session_token for select to vakt_app
  using (token_hash = decode((select presented('token_hash')), 'hex'));
grant insert on session_token to vakt_app;
