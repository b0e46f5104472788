-- The answers of calls that were made with an Idempotency-Key: a call that is repeated gets the answer of the first. A row is written in the
-- transaction of the effect it stands for, and removed after a day. The key of one ticket among many ends in a space and the ticket.
create table idempotency_key (
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  key text not null check (length(key) between 1 and 400),
  -- SHA-256 of the request.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Null where the call answers 204.
  answer json,
  created_at timestamptz not null default now(),
  primary key (customer_id, user_id, key)
);
create index idempotency_key_by_time on idempotency_key (created_at);
call protect_by_customer('idempotency_key');
grant insert on idempotency_key to vakt_app;
