-- What the embedded sign-in provider remembers: sessions, grants, codes, refresh tokens. Rows of every customer's people, so no customer id.
create table oidc_payload (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz,
  primary key (model, id)
);
create index oidc_payload_grant_id on oidc_payload (grant_id) where grant_id is not null;
create index oidc_payload_uid on oidc_payload (model, uid) where uid is not null;
create index oidc_payload_expires_at on oidc_payload (expires_at);

-- Its signing key and the keys of its cookies, each made once.
create table oidc_secret (
  name text primary key,
  secret jsonb not null,
  created_at timestamptz not null default now()
);

alter table oidc_payload enable row level security;
alter table oidc_payload force row level security;
alter table oidc_secret enable row level security;
alter table oidc_secret force row level security;

create policy provider_payload on oidc_payload to vakt_app using (true) with check (true);
create policy provider_secret on oidc_secret to vakt_app using (true) with check (true);
create policy sweep_expired on oidc_payload to vakt_worker using (expires_at <= now());

grant select, insert, update, delete on oidc_payload to vakt_app;
grant select, insert on oidc_secret to vakt_app;
grant select, delete on oidc_payload to vakt_worker;
