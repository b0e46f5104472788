-- Roles that the provider's administrators make themselves for the staff, beside the four that there are.

create table staff_role (
  customer_id text not null references customer,
  role text not null check (role ~ '^vakt-own-[a-z0-9-]{1,60}$'),
  -- In one language or both.
  name_en text not null default '',
  name_sv text not null default '',
  description text not null default '',
  features text[] not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (customer_id, role),
  check (name_en <> '' or name_sv <> '')
);
call protect_by_customer('staff_role');
grant insert, update, delete on staff_role to vakt_app;

-- As in 0500, with the own roles: one is removed only once no one has it.
create or replace function staff_reaches(roles text[], limited_to text[], customer text) returns boolean language sql immutable parallel safe
as $$
  select 'api-permission-global-admin' = any(roles)
    or ((roles && array['vakt-technician', 'vakt-service-desk', 'vakt-read-only'] or exists (select from unnest(roles) as own where own ^@ 'vakt-own-'))
      and (limited_to is null or customer is null or customer = any(limited_to)))
$$;

alter table customer drop constraint customer_welcome_role_check;
alter table customer add constraint customer_welcome_role_check
  check (welcome_role in ('vakt-technician', 'vakt-service-desk', 'vakt-read-only') or welcome_role ^@ 'vakt-own-') not valid;
