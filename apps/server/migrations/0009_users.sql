-- What the identity provider said of somebody when they were last here; who is an administrator depends on it.
alter table app_user add column identity_roles text[] not null default '{}';
create index app_user_by_name on app_user (customer_id, name, user_id);

create table invitation (
  invitation_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  email text not null check (email = lower(email)),
  name text not null,
  roles text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  unique (customer_id, invitation_id),
  foreign key (customer_id, accepted_by) references app_user (customer_id, user_id)
);
create unique index invitation_open_once on invitation (customer_id, email) where accepted_at is null and revoked_at is null;
create index invitation_by_email on invitation (email) where accepted_at is null and revoked_at is null;
create index invitation_by_time on invitation (customer_id, created_at desc, invitation_id desc);
call protect_by_customer('invitation');
-- Whoever shows the verified address may see what it was invited to, and no other.
create policy presented_address on invitation for select to vakt_app
  using (email = (select presented('invited_email')) and accepted_at is null and revoked_at is null and expires_at > now());
grant insert, update on invitation to vakt_app;
