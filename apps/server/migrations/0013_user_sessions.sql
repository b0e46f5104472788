-- A browser in which somebody is signed in. `session_key` is the hash of what names the session: the provider's `sid`, or the browser's own.
create table user_session (
  session_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  session_key bytea not null check (octet_length(session_key) = 32),
  user_agent text not null,
  address text not null,
  signed_in_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  unique (user_id, session_key),
  unique (customer_id, session_id),
  foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
create index user_session_of_user on user_session (customer_id, user_id, signed_in_at desc, session_id desc) where ended_at is null;
call protect_by_customer('user_session');
-- Whoever shows the key may see the rows that it names; the query keeps to those of the identity shown beside it.
create policy presented_session on user_session for select to vakt_app
  using (session_key = decode((select presented('session_key')), 'hex'));
grant insert, update on user_session to vakt_app;

-- What somebody uploaded counts before the picture that the directory of their company has of them.
alter table app_user add column own_photo text;
