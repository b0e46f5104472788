-- Random secrets of the installation, encrypted with a key of SECRET_KEY. `root`: the passwords of the runtime logins and what is signed are
-- derived from it, so neither a new key nor another password of the owner changes them. `legacy`: the owner's password at the first start
-- with SECRET_KEY, which decrypts what earlier releases encrypted; removed once nothing needs it.
create table installation_secret (
  name text primary key check (name in ('root', 'legacy')),
  sealed bytea not null,
  created_at timestamptz not null default now()
);
alter table installation_secret enable row level security;
alter table installation_secret force row level security;

-- Tied to who owns the table, not to the name of a login: a restore under another owner works.
create policy read_by_owner on installation_secret
  using (pg_has_role(current_user, (select relowner from pg_class where oid = 'installation_secret'::regclass), 'usage'))
  with check (pg_has_role(current_user, (select relowner from pg_class where oid = 'installation_secret'::regclass), 'usage'));

-- The worker re-encrypts with a newer key.
create policy reencrypt on installation_secret to vakt_worker using (true) with check (true);
grant select, update, delete on installation_secret to vakt_worker;

-- Where `sealed` is set, `secret` is empty.
alter table oidc_secret add column sealed bytea;
create policy reencrypt on oidc_secret to vakt_worker using (true) with check (true);
grant select, update on oidc_secret to vakt_worker;
grant update (sealed) on oidc_secret to vakt_app;
