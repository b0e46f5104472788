-- The same answers as before. A function of SQL within an index or a query is read and planned anew by each statement that uses it, which cost a
-- new ticket more than its words; one of plpgsql is read once for a connection.

create or replace function ticket_facets(customer text, type text, priority smallint, status text, source text, assignee_id uuid, assignee text, assignee_group text, tags text[])
returns tsvector language plpgsql immutable parallel safe as $$
declare
  facets text[] := array['c:' || customer, 't:' || type, 'p:' || priority, 's:' || status, 'f:' || source, 'i:' || assignee_id,
    'a:' || coalesce(left(assignee, 200), ''), 'g:' || left(assignee_group, 200)];
  tag text;
begin
  foreach tag in array coalesce(tags, '{}') loop
    facets := facets || ('l:' || left(tag, 200));
  end loop;
  return array_to_tsvector(array_remove(facets, null));
end $$;

create or replace function words_of_customer(customer text, document tsvector) returns tsvector language plpgsql immutable parallel safe as $$
declare
  words text[] := '{}';
  word text;
begin
  foreach word in array tsvector_to_array(document) loop
    words := words || (customer || ':' || word);
  end loop;
  return array_to_tsvector(words);
end $$;

create or replace function without_accents(word text) returns text language plpgsql immutable parallel safe as $$
begin
  return translate(word, 'åäöéèêëüúùûáàâãñóòôõøíìîïçýÿæß', 'aaoeeeeuuuuaaaanoooooiiiicyyas');
end $$;

create or replace function split_words(content text) returns text[] language plpgsql immutable parallel safe as $$
begin
  return tsvector_to_array(to_tsvector('pg_catalog.simple', plain_words(content)));
end $$;

create or replace function new_ticket_document(number bigint, subject text, description text) returns tsvector language plpgsql immutable parallel safe as $$
declare
  parted text := subject || ' ' || regexp_replace(subject, '([[:lower:]])([[:upper:]])', '\1 \2', 'g');
  marked text := '';
  form text;
begin
  foreach form in array tsvector_to_array(forms_of_text(plain_words(parted) || ' ' || coalesce(number::text, ''))) loop
    marked := marked || quote_literal(form) || ':1A ';
  end loop;
  return marked::tsvector || forms_of_text(plain_words(description));
end $$;

-- Followed by `store_packed_signals`, and called by nothing since.
drop function store_signals;
