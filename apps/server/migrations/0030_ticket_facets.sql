-- Any filters of the list of tickets together, however few tickets meet them all. Each ticket is a set of facets; a filter is a query of these.
-- A long name counts with its beginning: the index only narrows down, and the conditions themselves decide.
create function ticket_facets(customer text, type text, priority smallint, status text, source text, assignee_id uuid, assignee text, assignee_group text, tags text[])
returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(
    array['c:' || customer, 't:' || type, 'p:' || priority, 's:' || status, 'f:' || source, 'i:' || assignee_id,
      'a:' || coalesce(left(assignee, 200), ''), 'g:' || left(assignee_group, 200)]
    || array(select 'l:' || left(tag, 200) from unnest(tags) as tag), null))
$$;

create index ticket_by_facet on ticket using gin (ticket_facets(customer_id, type, priority, status, source, assignee_id, assignee, assignee_group, tags));
drop index ticket_of_all_by_tag;

-- As `find_tickets`: no such index can be used where row-level security must be asked first, so this reads without it, what is the customer's of
-- the transaction and nothing else.
create function find_tickets_by_facets(facets tsquery, most integer) returns setof bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select ticket_id from ticket
  where customer_id || '' = current_customer()
    and ticket_facets(customer_id, type, priority, status, source, assignee_id, assignee, assignee_group, tags) @@ (('''' || replace(replace('c:' || current_customer(), '\', '\\'), '''', '''''') || '''')::tsquery && facets)
  limit most
$$;
revoke execute on function find_tickets_by_facets from public;
grant execute on function find_tickets_by_facets to vakt_app;
create policy searches on ticket for select to current_user using (true);

-- The same columns in the same order as the constraint `ticket_comment_of_its_ticket`.
drop index ticket_comment_of_ticket;
