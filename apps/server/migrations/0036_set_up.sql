-- The one-time addresses at which an installation that has no provider yet is set up. They are no customer's, so only the worker sees them.
create table set_up_token (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- The process that printed the address, by host and port: its next start replaces the address.
  process text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
alter table set_up_token enable row level security;
alter table set_up_token force row level security;
create policy worker_tokens on set_up_token to vakt_worker using (true) with check (true);
grant select, insert, update, delete on set_up_token to vakt_worker;

-- What the installation remembers about itself can carry values, and change: when a backup was restored, that a checklist was hidden.
alter table installation_note add column details jsonb not null default '{}' check (jsonb_typeof(details) = 'object');
grant update, delete on installation_note to vakt_worker;
