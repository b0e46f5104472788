-- People of a customer who see some of its resources only, with what is about those.

-- Taken for them when they read. Its policies are made after each migration (apps/server/src/platform/database/owner-roles.ts), for tables that come
-- later too. vakt_limited_requester: of those, who see their own tickets only.
do $$
declare wanted text;
begin
  foreach wanted in array array['vakt_limited', 'vakt_limited_requester'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nosuperuser nobypassrls', wanted);
      exception when duplicate_object or unique_violation then
        -- Roles are shared by all databases of a server: another one was first, a moment ago.
        null;
      end;
    end if;
  end loop;
  if not pg_has_role('vakt_limited', 'vakt_app', 'member') then
    begin
      grant vakt_app to vakt_limited;
    exception when unique_violation or internal_error then
      null;
    end;
  end if;
  if not pg_has_role('vakt_limited_requester', 'vakt_limited', 'member') then
    begin
      grant vakt_limited to vakt_limited_requester;
    exception when unique_violation or internal_error then
      null;
    end;
  end if;
  if not pg_has_role('vakt_limited_requester', 'vakt_requester', 'member') then
    begin
      grant vakt_requester to vakt_limited_requester;
    exception when unique_violation or internal_error then
      null;
    end;
  end if;
end $$;

-- What the transaction names in `vakt.limit_marks`, a JSON array of texts, as `entity_marks` hashes them.
create function limit_marks() returns bigint[] language sql stable parallel safe
as $$ select array(select hashtextextended(mark, 0) from jsonb_array_elements_text(presented('limit_marks')::jsonb) as m (mark)) $$;

-- `{ "tags": ["key=value", …], "resourceGroups": [ … ] }`: entities with one of these. Null: all. It says nothing of the provider's staff.
alter table app_user add column resource_limit jsonb;
alter table invitation add column resource_limit jsonb;
