create table ingest_token (
  token_id uuid primary key default gen_random_uuid(),
  -- Whose signals it brings; for a token of the provider the provider itself, and the entity decides.
  customer_id text not null references customer on delete cascade,
  is_provider boolean not null default false,
  name text not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
call protect_by_customer('ingest_token');
-- Whoever shows the secret may see its row, and no other.
create policy presented_secret on ingest_token for select to vakt_app
  using (token_hash = decode((select presented('ingest_token_hash')), 'hex'));

-- What a source sent, as it sent it: the inbox that everything else is made from.
create table signal (
  signal_id bigint generated always as identity primary key,
  customer_id text not null references customer on delete cascade,
  token_id uuid not null,
  format text not null,
  content_type text,
  body bytea not null,
  received_at timestamptz not null default now(),
  state text not null default 'pending' check (state in ('pending', 'done', 'unrecognised', 'unreadable', 'failed')),
  attempts smallint not null default 0,
  next_at timestamptz not null default now(),
  processed_at timestamptz,
  note text
);
-- The body is as it came; most of it compresses to a fifth.
create index signal_pending on signal (customer_id, signal_id) where state = 'pending';
create index signal_by_time on signal using brin (received_at);
create index signal_set_aside on signal (customer_id, signal_id desc) where state in ('unrecognised', 'unreadable', 'failed');
call protect_by_customer('signal');
grant insert on signal to vakt_app;
