-- Lists over all customers are filtered by the type, the resource group and the tags of the entity.

-- What an entity can be found by, as hashes of one size: a tag may be longer than an index takes.
create function entity_marks(type text, resource_group text, tags jsonb) returns bigint[] language sql immutable parallel safe
as $$
  select array(
    select hashtextextended(mark, 0) from (
      values ('type:' || lower(type)), ('group:' || lower(coalesce(resource_group, '')))
      union all
      select 'tag:' || key || e'\n' || value from jsonb_each_text(tags) where value is not null
    ) as marks (mark)
  )
$$;

-- Up to `most` entities with one of the marks of each list in `wanted`, an array of arrays of texts. Hashes can be equal by chance: the caller asks
-- each entity again. `customer_id || ''`: not by the index of customers, which would read all of them.
create function find_entities(wanted jsonb, asked text[], most integer) returns table (customer_id text, entity_id uuid)
  language plpgsql stable security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
declare
  conditions text;
begin
  select string_agg(format('entity_marks(e.type, e.resource_group, e.tags) && %L::bigint[]',
      array(select hashtextextended(mark, 0) from jsonb_array_elements_text(one.marks) as m (mark))), ' and ')
    into conditions from jsonb_array_elements(wanted) as one (marks);
  return query execute 'select e.customer_id, e.entity_id from entity e
    where ' || conditions || ' and e.customer_id || '''' in (select customers_in_sight($1)) limit $2' using asked, most;
end $$;
revoke execute on function find_entities(wanted jsonb, asked text[], most integer) from public;
grant execute on function find_entities(wanted jsonb, asked text[], most integer) to vakt_app, vakt_staff, vakt_limited_staff;

-- Up to `most` types (`type`) or resource groups (`resourceGroup`) that begin with what is sought, in order, in any case alike. Each is one look into
-- an index, however many entities have it; after 5,000 it ends, for those who see few of so many.
create function entity_values(kind text, sought text, asked text[], most integer) returns setof text
  language plpgsql stable security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
declare
  sight text[] := array(select customers_in_sight(asked));
  first text collate "C" := lower(sought);
  value text collate "C";
  spelt text;
  left_over integer := most;
begin
  for step in 1 .. 5000 loop
    if kind = 'type' then
      select lower(e.type) into value from entity e where lower(e.type) collate "C" >= first order by lower(e.type) collate "C" limit 1;
    else
      select lower(e.resource_group) into value from entity e
        where lower(e.resource_group) collate "C" >= first and e.resource_group is not null order by lower(e.resource_group) collate "C" limit 1;
    end if;
    exit when value is null or not starts_with(value, lower(sought));
    if kind = 'type' then
      select e.type into spelt from entity e where lower(e.type) collate "C" = value and e.customer_id = any (sight) limit 1;
    else
      select e.resource_group into spelt from entity e where lower(e.resource_group) collate "C" = value and e.customer_id = any (sight) limit 1;
    end if;
    if spelt is not null and spelt <> '' then
      return next spelt;
      left_over := left_over - 1;
      exit when left_over = 0;
    end if;
    -- The first text after this one.
    first := value || chr(1);
  end loop;
end $$;
revoke execute on function entity_values(kind text, sought text, asked text[], most integer) from public;
grant execute on function entity_values(kind text, sought text, asked text[], most integer) to vakt_staff, vakt_limited_staff;
