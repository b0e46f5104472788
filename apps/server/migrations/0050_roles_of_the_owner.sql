-- Two roles that the owner of the tables is a member of, so that nothing depends on the name of the login that ran a migration:
-- vakt_search  reads tickets and their words past row-level security; the security definer functions of the search run with it.
-- vakt_backup  reads every row of every table, and is taken (`set role`) by a backup only. Its policies are made after each migration
--              (apps/server/src/platform/database/owner-roles.ts), for tables that come later too.
do $$
declare wanted text;
begin
  foreach wanted in array array['vakt_search', 'vakt_backup'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nosuperuser nobypassrls', wanted);
      exception when duplicate_object or unique_violation then
        -- Roles are shared by all databases of a server: another one was first, a moment ago.
        null;
      end;
    end if;
    if not pg_has_role(current_user, wanted, 'usage') then
      execute format('grant %I to %I', wanted, current_user)
        || case when current_setting('server_version_num')::int >= 160000 then ' with inherit true, set true' else '' end;
    end if;
  end loop;
end $$;

grant usage on schema public to vakt_search, vakt_backup;

drop policy searches on ticket_search;
create policy searches on ticket_search for select to vakt_search using (true);
drop policy searches on ticket;
create policy searches on ticket for select to vakt_search using (true);
