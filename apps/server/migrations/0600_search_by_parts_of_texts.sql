-- Finds alerts and incidents by any part of their names, as docs/decisions/032-parts-of-texts-are-searched-for-like-words.md says: parts of three
-- characters, each with its customer, in a word index, which only the functions here read past row-level security.

-- Every three characters of a text in lower case that stand beside each other. The last two are followed by a space, so that a search for one or two
-- characters finds those that begin with them.
create function text_parts(customer text, content text) returns tsvector language plpgsql immutable parallel safe
as $$
declare
  words text := lower(left(content, 5000)) || ' ';
  prefix text := customer || ':';
  parts text[] := '{}';
begin
  for n in 1 .. length(words) - 1 loop
    parts[n] := prefix || substr(words, n, 3);
  end loop;
  return array_to_tsvector(parts);
end $$;

-- What `text_parts` of this customer must have for a text that contains `sought`: every third part, and the last one, are all of its characters.
create function text_parts_query(customer text, sought text) returns tsquery language plpgsql immutable parallel safe
as $$
declare
  words text := lower(left(sought, 100));
  prefix text := customer || ':';
  last integer := greatest(1, length(words) - 2);
  query text := '';
begin
  for n in 1 .. last + 2 by 3 loop
    query := query || case when n > 1 then ' & ' else '' end || ''''
      || replace(replace(prefix || substr(words, least(n, last), 3), '\', '\\'), '''', '''''') || '''';
  end loop;
  return (query || case when length(words) < 3 then ':*' else '' end)::tsquery;
end $$;

-- The customers that the transaction may see, of those that are asked for: the one that it names, and those of the staff that it reads for. As one
-- row, so that the planner looks up each in the index of a text: for fifty it would rather read the whole table.
create function customers_in_sight(asked text[]) returns setof text language sql stable security definer rows 1 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
  select customer_id from customer
  where (asked is null or customer_id = any (asked)) and case current_setting('role')
    when 'vakt_staff' then true
    when 'vakt_limited_staff' then customer_id = any (staff_customers())
    else customer_id = current_customer() end
$$;
revoke execute on function customers_in_sight(asked text[]) from public;

-- Up to `most` alerts whose name or target, or whose entity's name, contains what is sought; twice where both do. `customer_id || ''`: not by the
-- index of customers, which would read all of them.
create function find_alerts(sought text, asked text[], most integer) returns setof bigint language sql stable security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
  (select a.alert_id from customers_in_sight(asked) as c (id) cross join alert a
   where a.customer_id || '' = c.id and text_parts(a.customer_id, a.name || e'\n' || coalesce(a.target_name, '')) @@ text_parts_query(c.id, sought)
     and strpos(lower(a.name || e'\n' || coalesce(a.target_name, '')), lower(sought)) > 0
   limit most)
  union all
  (select a.alert_id from customers_in_sight(asked) as c (id) cross join entity e
     join alert a on a.customer_id = e.customer_id and a.entity_id = e.entity_id
   where e.customer_id || '' = c.id and text_parts(e.customer_id, e.name_key) @@ text_parts_query(c.id, sought) and strpos(e.name_key, lower(sought)) > 0
   limit most)
$$;
revoke execute on function find_alerts(sought text, asked text[], most integer) from public;
grant execute on function find_alerts(sought text, asked text[], most integer) to vakt_app, vakt_staff, vakt_limited_staff;

-- As `find_alerts`, by the title of an incident or the name of its entity.
create function find_incidents(sought text, asked text[], most integer) returns setof bigint language sql stable security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
  (select i.incident_id from customers_in_sight(asked) as c (id) cross join incident i
   where i.customer_id || '' = c.id and text_parts(i.customer_id, i.title) @@ text_parts_query(c.id, sought) and strpos(lower(i.title), lower(sought)) > 0
   limit most)
  union all
  (select i.incident_id from customers_in_sight(asked) as c (id) cross join entity e
     join incident i on i.customer_id = e.customer_id and i.entity_id = e.entity_id
   where e.customer_id || '' = c.id and text_parts(e.customer_id, e.name_key) @@ text_parts_query(c.id, sought) and strpos(e.name_key, lower(sought)) > 0
   limit most)
$$;
revoke execute on function find_incidents(sought text, asked text[], most integer) from public;
grant execute on function find_incidents(sought text, asked text[], most integer) to vakt_app, vakt_staff, vakt_limited_staff;
