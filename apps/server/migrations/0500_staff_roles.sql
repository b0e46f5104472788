-- Roles of the provider's people that are no administrators, and the customers that they are limited to.

-- vakt_limited_staff reads the customers that the transaction names in `vakt.staff_customers`, one a line, and no other. Its policies and grants are
-- made after each migration (apps/server/src/platform/database/owner-roles.ts), for tables that come later too.
do $$
begin
  if not exists (select from pg_roles where rolname = 'vakt_limited_staff') then
    begin
      create role vakt_limited_staff nologin nosuperuser nobypassrls;
    exception when duplicate_object or unique_violation then
      -- Roles are shared by all databases of a server: another one was first, a moment ago.
      null;
    end;
  end if;
end $$;
grant usage on schema public to vakt_limited_staff;
grant execute on function provider_token_is_valid(by_token uuid) to vakt_limited_staff;

create function staff_customers() returns text[] language sql stable parallel safe
as $$ select string_to_array(presented('staff_customers'), e'\n') $$;

-- Whether someone of the provider with these roles is of the staff of a customer; without one, whether of any staff.
create function staff_reaches(roles text[], limited_to text[], customer text) returns boolean language sql immutable parallel safe
as $$
  select 'api-permission-global-admin' = any(roles)
    or (roles && array['vakt-technician', 'vakt-service-desk', 'vakt-read-only'] and (limited_to is null or customer is null or customer = any(limited_to)))
$$;

-- Null: all customers. It says nothing of administrators, whom no one limits.
alter table app_user add column staff_customers text[];
alter table invitation add column staff_customers text[];

-- The role of people who come in by an email domain or tenant of the provider; null: none.
alter table customer add column welcome_role text check (welcome_role in ('vakt-technician', 'vakt-service-desk', 'vakt-read-only'));
grant update (welcome_role) on customer to vakt_app;
