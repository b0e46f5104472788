-- Who may see which row is decided here, once, for every table.
-- vakt_app    serves people: sees the rows of the customer that the transaction names, and nothing when it names none.
-- vakt_staff  reads over all customers; taken for one transaction at a time, by calls for the provider's own people.
-- vakt_worker does the work behind: all customers, or the one that the transaction names.
do $$
declare wanted text;
begin
  foreach wanted in array array['vakt_app', 'vakt_staff', 'vakt_worker'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nosuperuser nobypassrls', wanted);
      exception when duplicate_object or unique_violation then
        -- Roles are shared by all databases of a server: another one was first, a moment ago.
        null;
      end;
    end if;
  end loop;
end $$;

grant usage on schema public to vakt_app, vakt_staff, vakt_worker;

-- After the first `set local` a setting reads as '' instead of null.
create function current_customer() returns text language sql stable parallel safe
  as $$ select nullif(current_setting('vakt.customer_id', true), '') $$;

create function presented(name text) returns text language sql stable parallel safe
  as $$ select nullif(current_setting('vakt.' || name, true), '') $$;

create procedure protect_by_customer(target regclass, customer_column text default 'customer_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_customer on %s to vakt_app using (%2$I = (select current_customer())) with check (%2$I = (select current_customer()))', target, customer_column);
  execute format('create policy all_customers_read on %s for select to vakt_staff using (true)', target);
  execute format('create policy named_or_all on %s to vakt_worker using ((select current_customer()) is null or %2$I = (select current_customer())) with check ((select current_customer()) is null or %2$I = (select current_customer()))', target, customer_column);
  execute format('grant select on %s to vakt_app, vakt_staff', target);
  execute format('grant select, insert, update, delete on %s to vakt_worker', target);
end $$;

create table customer (
  customer_id text primary key check (customer_id <> ''),
  name text not null,
  enabled_features text[],
  ignores_global_admin_mapping boolean not null default false,
  tag_keys text[] not null default '{application,environment}',
  incident_join_minutes integer not null default 10 check (incident_join_minutes between 0 and 1440),
  ticket_from_severity text not null default 'low' check (ticket_from_severity in ('critical', 'high', 'medium', 'low', 'never')),
  -- The provider's own: only its people can be staff, whatever role another customer's identity provider hands out.
  is_provider boolean not null default false,
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);
call protect_by_customer('customer');

create table customer_role_feature (
  customer_id text not null references customer on delete cascade,
  role text not null,
  features text[] not null,
  primary key (customer_id, role)
);
call protect_by_customer('customer_role_feature');

-- Which customer somebody belongs to at their first sign-in: by the domain of a verified e-mail address, or by the tenant of the provider.
create table customer_sign_in_rule (
  kind text not null check (kind in ('email-domain', 'tenant')),
  value text not null check (value = lower(value)),
  customer_id text not null references customer on delete cascade,
  primary key (kind, value)
);
call protect_by_customer('customer_sign_in_rule');
create policy presented_at_sign_in on customer_sign_in_rule for select to vakt_app
  using ((kind = 'email-domain' and value = (select presented('email_domain'))) or (kind = 'tenant' and value = (select presented('tenant'))));

-- An identity is issuer and subject: the same address at two providers stays two users.
create table app_user (
  user_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  issuer text not null,
  subject text not null,
  name text not null,
  email text not null,
  roles text[] not null default '{}',
  preferred_language text check (preferred_language in ('sv', 'en')),
  profile_photo text,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  unique (issuer, subject),
  unique (customer_id, user_id)
);
call protect_by_customer('app_user');
create policy presented_identity on app_user for select to vakt_app
  using (issuer = (select presented('issuer')) and subject = (select presented('subject')));
grant insert, update on app_user to vakt_app;

-- The record of what was done. It is only ever added to.
create table recorded_action (
  action_id bigint generated always as identity primary key,
  customer_id text not null references customer on delete cascade,
  at timestamptz not null,
  actor_type text not null check (actor_type in ('user', 'system')),
  actor_id text not null,
  actor_name text not null,
  action text not null,
  target text not null,
  details jsonb not null default '{}',
  request_id text
);
create index recorded_action_by_time on recorded_action (customer_id, at desc, action_id desc);
call protect_by_customer('recorded_action');
grant insert on recorded_action to vakt_app;

-- What an installation remembers about itself. No customer's, so only the worker sees it.
create table installation_note (
  name text primary key,
  noted_at timestamptz not null default now()
);
alter table installation_note enable row level security;
alter table installation_note force row level security;
create policy worker_notes on installation_note to vakt_worker using (true) with check (true);
grant select, insert on installation_note to vakt_worker;
