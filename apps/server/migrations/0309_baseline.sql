-- The whole schema, as of version 0.2.0. Databases of 0.1.0 have it already (apps/server/src/platform/database/migrate.ts).

-- Who may see which row is decided here, once, for every table.
-- vakt_app       serves people: sees the rows of the customer that the transaction names, and nothing when it names none.
-- vakt_staff     reads over all customers; taken for one transaction at a time, by calls for the provider's own people.
-- vakt_worker    does the work behind: all customers, or the one that the transaction names.
-- vakt_requester taken for people who see their own tickets only.
-- vakt_search    reads tickets and their words past row-level security; the security definer functions of the search run with it.
-- vakt_backup    reads every row of every table, and is taken (`set role`) by a backup only. Its policies are made after each migration
--                (apps/server/src/platform/database/owner-roles.ts), for tables that come later too.
-- The owner of the tables is a member of the last two, so that nothing depends on the name of the login that ran a migration.
do $$
declare wanted text;
begin
  foreach wanted in array array['vakt_app', 'vakt_staff', 'vakt_worker', 'vakt_requester', 'vakt_search', 'vakt_backup'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nosuperuser nobypassrls', wanted);
      exception when duplicate_object or unique_violation then
        -- Roles are shared by all databases of a server: another one was first, a moment ago.
        null;
      end;
    end if;
    if wanted in ('vakt_search', 'vakt_backup') and not pg_has_role(current_user, wanted, 'usage') then
      execute format('grant %I to %I', wanted, current_user)
        || case when current_setting('server_version_num')::int >= 160000 then ' with inherit true, set true' else '' end;
    end if;
  end loop;
  if not pg_has_role('vakt_requester', 'vakt_app', 'member') then
    begin
      grant vakt_app to vakt_requester;
    exception when unique_violation or internal_error then
      null;
    end;
  end if;
end $$;

grant usage on schema public to vakt_app, vakt_staff, vakt_worker, vakt_search, vakt_backup;

-- Functions are made before the tables that their bodies name.
set local check_function_bodies = off;

create sequence metric_batch_no;

-- After the first `set local` a setting reads as '' instead of null.
create function current_customer() returns text language sql stable parallel safe
as $$ select nullif(current_setting('vakt.customer_id', true), '') $$;

create function presented(name text) returns text language sql stable parallel safe
as $$ select nullif(current_setting('vakt.' || name, true), '') $$;

-- Hashes that were presented together, comma separated.
create function presented_hashes(name text) returns bytea[] language sql stable parallel safe
as $$ select array(select decode(hash, 'hex') from unnest(string_to_array(presented(name), ',')) as hash) $$;

-- Protects a table whose rows belong to a customer; a table of rows that belong to tickets follows what is seen of those.
create procedure protect_by_customer(target regclass, customer_column text default 'customer_id') language plpgsql
as $_$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_customer on %s to vakt_app using (%2$I = (select current_customer())) with check (%2$I = (select current_customer()))', target, customer_column);
  execute format('create policy all_customers_read on %s for select to vakt_staff using (true)', target);
  execute format('create policy named_or_all on %s to vakt_worker using ((select current_customer()) is null or %2$I = (select current_customer())) with check ((select current_customer()) is null or %2$I = (select current_customer()))', target, customer_column);
  execute format('grant select on %s to vakt_app, vakt_staff', target);
  execute format('grant select, insert, update, delete on %s to vakt_worker', target);
  if exists (select from pg_attribute where attrelid = target and attname = 'ticket_id' and not attisdropped) then
    call follow_ticket_visibility(target);
  end if;
end $_$;

-- Version 0.1.0 may create tokens without a source: each gets one of its own.
create function add_source_of_token() returns trigger language plpgsql
as $$
begin
  if new.source_id is null then
    insert into monitoring_source (customer_id, name, created_at, watched_since)
      values (new.customer_id, new.name, new.created_at, new.created_at) returning source_id into new.source_id;
  end if;
  return new;
end $$;

create function count_ticket_version() returns trigger language plpgsql
as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- No foreign keys on partitioned tables: dropping a partition would lock the customers.
create function delete_metrics_of_customer() returns trigger language plpgsql
as $$
begin
  delete from metric_batch where customer_id = old.customer_id;
  delete from metric_chunk where customer_id = old.customer_id;
  delete from metric_day where customer_id = old.customer_id;
  delete from metric_day_of_hours where customer_id = old.customer_id;
  return null;
end $$;

-- Drops what is older than the product keeps: the log before `oldest_hour`, of which the last two hours always stay; chunks of days that are packed; days
-- and their hours. Which buckets still wait the caller knows: the owner of the tables sees no rows.
create function drop_metric_partitions(oldest_hour integer, packed_days integer[], kept_days integer, kept_days_of_hours integer) returns void language plpgsql security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $_$
declare
  hour integer := floor(extract(epoch from now()) / 3600);
  day integer := floor(extract(epoch from now()) / 86400);
  old record;
begin
  -- Who stores points waits behind a drop that waits: it gives up soon and is tried again.
  set local lock_timeout = '300ms';
  perform pg_advisory_xact_lock(hashtextextended('metric partitions', 0));
  for old in
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral (select substring(c.relname from '\d+$')::int as part) p
    where (i.inhparent = 'metric_batch'::regclass and p.part < least(oldest_hour, hour - 2))
       or (i.inhparent = 'metric_chunk'::regclass and p.part = any (packed_days) and p.part < day - 1)
       or (i.inhparent = 'metric_day'::regclass and p.part < day - greatest(kept_days, 2))
       or (i.inhparent = 'metric_day_of_hours'::regclass and p.part < day - greatest(kept_days_of_hours, 2))
  loop
    begin
      execute format('drop table public.%I', old.name);
    exception when lock_not_available then
      null;
    end;
  end loop;
end $_$;
revoke execute on function drop_metric_partitions(oldest_hour integer, packed_days integer[], kept_days integer, kept_days_of_hours integer) from public;
grant execute on function drop_metric_partitions(oldest_hour integer, packed_days integer[], kept_days integer, kept_days_of_hours integer) to vakt_worker;

-- No index of words can be used where row-level security must be asked first. This one place reads without it, what is the customer's of the
-- transaction and nothing else: the words of the index begin with it.
create function find_tickets(terms jsonb, private boolean, most integer) returns setof bigint language sql stable security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
  select ticket_id from ticket_search
  -- Not by the index of customers, which would read all of them.
  where customer_id || '' = current_customer()
    and words_of_customer(customer_id, document) @@ ticket_query(terms, current_customer(), private)
  limit most
$$;
revoke execute on function find_tickets(terms jsonb, private boolean, most integer) from public;
grant execute on function find_tickets(terms jsonb, private boolean, most integer) to vakt_app;

-- As `find_tickets`: no such index can be used where row-level security must be asked first, so this reads without it, what is the customer's of
-- the transaction and nothing else.
create function find_tickets_by_facets(facets tsquery, most integer) returns setof bigint language sql stable security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
  select ticket_id from ticket
  where customer_id || '' = current_customer()
    and ticket_facets(customer_id, type, priority, status, source, assignee_id, assignee, assignee_group, tags) @@ (('''' || replace(replace('c:' || current_customer(), '\', '\\'), '''', '''''') || '''')::tsquery && facets)
  limit most
$$;
revoke execute on function find_tickets_by_facets(facets tsquery, most integer) from public;
grant execute on function find_tickets_by_facets(facets tsquery, most integer) to vakt_app;

create procedure follow_ticket_visibility(target regclass) language plpgsql
as $_$
begin
  execute format('create policy ticket_seen on %1$s as restrictive to vakt_requester using (ticket_id is null or exists (
    select from ticket seen where seen.customer_id = %1$s.customer_id and seen.ticket_id = %1$s.ticket_id))', target);
end $_$;

-- As `forms_of_words`, of a text of `plain_words`.
create function forms_of_text(plain text) returns tsvector language plpgsql immutable parallel safe
as $$
declare
  without text := without_accents(plain);
  words text := case when without = plain then plain else plain || ' ' || without end;
begin
  return strip(to_tsvector('pg_catalog.simple', words)) || strip(to_tsvector('pg_catalog.swedish', words)) || strip(to_tsvector('pg_catalog.english', words));
end $$;

-- Each word as it stands, without accents, and the stems of both in Swedish and English.
create function forms_of_words(words text[]) returns text[] language sql immutable parallel safe
as $$
  select coalesce(array_agg(distinct form) filter (where form <> ''), '{}')
  from unnest(words[1:5000]) as word, without_accents(word) as plain,
    unnest(array[word, plain] || ts_lexize('pg_catalog.swedish_stem', word) || ts_lexize('pg_catalog.english_stem', word)
      || case when plain <> word then ts_lexize('pg_catalog.swedish_stem', plain) || ts_lexize('pg_catalog.english_stem', plain) end) as form
$$;

create function index_changed_comment() returns trigger language plpgsql
as $$
begin
  perform index_ticket_again(old.customer_id, old.ticket_id);
  if tg_op = 'UPDATE' then
    perform note_words(new.customer_id, split_words(new.body), new.private);
  end if;
  return null;
end $$;

create function index_changed_ticket() returns trigger language plpgsql
as $$
begin
  perform index_ticket_again(new.customer_id, new.ticket_id),
    note_words(new.customer_id, split_words(new.subject) || split_words(new.description), false);
  return null;
end $$;

-- What is said on a ticket without end is searched up to a limit: a document has room for so much.
create function index_new_comments() returns trigger language plpgsql
as $$
begin
  update ticket_search s set document = s.document || said.document
  from (
    select customer_id, ticket_id, ticket_document(null, '',
        coalesce(array_agg(distinct word) filter (where not private), '{}'), coalesce(array_agg(distinct word) filter (where private), '{}')) as document
    from fresh, unnest(split_words(body)) as word group by customer_id, ticket_id
  ) as said
  where s.customer_id = said.customer_id and s.ticket_id = said.ticket_id and length(s.document) < 10000;
  perform note_words(customer_id, array_agg(distinct word), private)
    from fresh, unnest(split_words(body)) as word group by customer_id, private;
  return null;
end $$;

create function index_new_tickets() returns trigger language plpgsql
as $$
begin
  insert into ticket_search (customer_id, ticket_id, document)
    select customer_id, ticket_id, new_ticket_document(ticket_id, subject, description) from fresh;
  perform note_words(customer_id, array_agg(word), false)
    from (select customer_id, unnest(split_words(subject) || split_words(description)) as word from fresh) as words group by customer_id;
  return null;
end $$;

create function index_ticket_again(customer text, number bigint) returns void language sql
as $$
  update ticket_search s
  set document = ticket_document(t.ticket_id, t.subject,
    split_words(t.description) || coalesce((select array_agg(distinct word) from ticket_comment c, unnest(split_words(c.body)) as word
      where c.customer_id = t.customer_id and c.ticket_id = t.ticket_id and not c.private), '{}'),
    coalesce((select array_agg(distinct word) from ticket_comment c, unnest(split_words(c.body)) as word
      where c.customer_id = t.customer_id and c.ticket_id = t.ticket_id and c.private), '{}'))
  from ticket t
  where t.customer_id = customer and t.ticket_id = number and s.customer_id = t.customer_id and s.ticket_id = t.ticket_id
$$;

-- Jobs of no customer are the provider's own work: it sees, retries and removes those that failed.
create function is_provider() returns boolean language sql stable
as $$
  select exists (select from customer where customer_id = current_customer() and is_provider)
$$;

-- For content of the past that is older than buckets of five minutes are kept.
create function make_metric_day_of_hours_partitions(first_day integer, last_day integer) returns void language plpgsql security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
begin
  if last_day - first_day > 400 or first_day < 0 then raise exception 'At most 400 days.'; end if;
  perform pg_advisory_xact_lock(hashtextextended('metric partitions', 0));
  for d in first_day..last_day loop
    perform make_metric_partition('metric_day_of_hours', d, d::text, (d + 1)::text);
  end loop;
end $$;
revoke execute on function make_metric_day_of_hours_partitions(first_day integer, last_day integer) from public;
grant execute on function make_metric_day_of_hours_partitions(first_day integer, last_day integer) to vakt_worker;

-- For content of the past: the demo, and tests.
create function make_metric_day_partitions(first_day integer, last_day integer) returns void language plpgsql security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
begin
  if last_day - first_day > 400 or first_day < 0 then raise exception 'At most 400 days.'; end if;
  perform pg_advisory_xact_lock(hashtextextended('metric partitions', 0));
  for d in first_day..last_day loop
    perform make_metric_partition('metric_day', d, d::text, (d + 1)::text);
    perform make_metric_partition('metric_day_of_hours', d, d::text, (d + 1)::text);
  end loop;
end $$;
revoke execute on function make_metric_day_partitions(first_day integer, last_day integer) from public;
grant execute on function make_metric_day_partitions(first_day integer, last_day integer) to vakt_worker;

-- The server's logins own nothing, so what makes and drops partitions runs with the rights of the owner, and decides by itself which. A partition is asked for
-- through its parent only: no one is granted it, and it is under forced row-level security besides. Made apart and attached, which does not block the parent.
create function make_metric_partition(parent text, part integer, from_value text, to_value text) returns void language plpgsql
as $$
declare name text := parent || '_' || part;
begin
  if to_regclass('public.' || name) is not null then return; end if;
  execute format('create table public.%I (like public.%I including defaults including constraints including indexes including storage)', name, parent);
  execute format('alter table public.%I enable row level security', name);
  execute format('alter table public.%I force row level security', name);
  execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, name, from_value, to_value);
end $$;
revoke execute on function make_metric_partition(parent text, part integer, from_value text, to_value text) from public;

-- Points are at most 24 hours old: chunks of the day before yesterday are packed, and their partition is not made again.
create function make_metric_partitions(oldest_day integer) returns void language plpgsql security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
declare
  hour integer := floor(extract(epoch from now()) / 3600);
  day integer := floor(extract(epoch from now()) / 86400);
begin
  set local lock_timeout = '1s';
  perform pg_advisory_xact_lock(hashtextextended('metric partitions', 0));
  for i in 0..3 loop
    perform make_metric_partition('metric_batch', hour + i, to_timestamp((hour + i) * 3600.0)::text, to_timestamp((hour + i + 1) * 3600.0)::text);
  end loop;
  for d in greatest(least(oldest_day, day - 1), day - 35)..day + 2 loop
    perform make_metric_partition('metric_chunk', d, (d * 288)::text, ((d + 1) * 288)::text);
    perform make_metric_partition('metric_day', d, d::text, (d + 1)::text);
    perform make_metric_partition('metric_day_of_hours', d, d::text, (d + 1)::text);
  end loop;
end $$;
revoke execute on function make_metric_partitions(oldest_day integer) from public;
grant execute on function make_metric_partitions(oldest_day integer) to vakt_app;
grant execute on function make_metric_partitions(oldest_day integer) to vakt_worker;

-- Those who store points of a bucket share this lock, and the worker that closes it takes it alone: otherwise a row that commits meanwhile would be in no
-- bucket.
create function metric_slot_lock(customer text, slot integer) returns bigint language sql immutable
as $$ select hashtextextended('metric slot ' || customer || ' ' || slot, 0) $$;

-- As `ticket_document`, of a ticket that nobody has commented yet.
create function new_ticket_document(number bigint, subject text, description text) returns tsvector language plpgsql immutable parallel safe
as $$
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

create function note_changed_entities() returns trigger language plpgsql
as $$
begin
  insert into entity_change (customer_id, entity_ids) select customer_id, array_agg(entity_id) from touched group by customer_id;
  -- Whoever deletes the same rows at once does not wait.
  delete from entity_change where change_id in (
    select change_id from entity_change
    where customer_id in (select customer_id from touched) and changed_at < now() - interval '1 hour'
    limit 1000 for update skip locked);
  return null;
end $$;

-- Each word is looked up by itself: a plan made for many would read all words of the customer.
create function note_words(customer text, words text[], private boolean) returns void language plpgsql
as $_$
begin
  insert into ticket_word (customer_id, word, is_private)
  select customer, given.word, private from (select distinct unnest(words) collate "C" as word) as given
  where length(given.word) between 4 and 30 and given.word !~ '^[0-9]+$'
    and (select true from ticket_word known where known.customer_id = customer and known.word = given.word
      and (private or not known.is_private) limit 1) is null;
end $_$;

-- Numbers for label sets, those of new ones included as far as the customer's limit goes. At the limit it locks nothing. It runs with the rights of its
-- caller.
create function number_metric_series(customer text, hashes bytea[], metrics text[], label_texts text[], kinds text[], units text[]) returns table(label_hash bytea, series_no integer) language plpgsql
as $$
#variable_conflict use_column
declare counted record; added integer;
begin
  perform set_config('vakt.customer_id', customer, true);
  if (select count(distinct h) from unnest(hashes) h) > (select count(*) from metric_series where customer_id = customer and label_hash = any (hashes)) then
    select * into counted from metric_customer where customer_id = customer;
    if counted is null or counted.active_series < counted.max_series then
      insert into metric_customer (customer_id) values (customer) on conflict do nothing;
      select * into counted from metric_customer where customer_id = customer for update;
      insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, unit)
      select customer, counted.last_series_no + row_number() over (), f.metric, f.labels::jsonb, f.hash,
        coalesce(m.kind, f.kind, case when f.metric like '%\_total' then 'counter' else 'gauge' end), coalesce(f.unit, m.unit)
      from (select distinct on (u.hash) u.* from unnest(hashes, metrics, label_texts, kinds, units) as u (hash, metric, labels, kind, unit)
            where not exists (select from metric_series s where s.customer_id = customer and s.label_hash = u.hash)
            limit greatest(counted.max_series - counted.active_series, 0)) f
      left join metric_metadata m on m.customer_id = customer and m.metric = f.metric;
      get diagnostics added = row_count;
      update metric_customer set last_series_no = last_series_no + added, active_series = active_series + added, series_version = series_version + 1
      where customer_id = customer;
    end if;
  end if;
  return query select s.label_hash, s.series_no from metric_series s where s.customer_id = customer and s.label_hash = any (hashes);
end $$;
revoke execute on function number_metric_series(customer text, hashes bytea[], metrics text[], label_texts text[], kinds text[], units text[]) from public;
grant execute on function number_metric_series(customer text, hashes bytea[], metrics text[], label_texts text[], kinds text[], units text[]) to vakt_app;
grant execute on function number_metric_series(customer text, hashes bytea[], metrics text[], label_texts text[], kinds text[], units text[]) to vakt_worker;

-- Small letters, with a space for what is no letter or digit, and without marks that nobody sees. A text is read up to a length, and what is
-- longer than any word is left out.
create function plain_words(content text) returns text language plpgsql immutable parallel safe
as $$
declare
  words text := lower(left(content, 20000));
begin
  if octet_length(words) <> length(words) then
    if words is not nfkc normalized then
      words := normalize(words, nfkc);
    end if;
    words := regexp_replace(words, '[\u00AD\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]', '', 'g');
  end if;
  words := regexp_replace(words, '[!-/:-@\[-`{-~–—…·•“”‘’«»]', ' ', 'g');
  if words ~ '\S{65}' then
    words := regexp_replace(words, '\S{65,}', ' ', 'g');
  end if;
  return words;
end $$;

-- The words of a text: small letters, parted by whatever is no letter or digit; marks that nobody sees are taken out. A text is read up to a
-- length, and what is longer than any word is left out.
create function split_words(content text) returns text[] language plpgsql immutable parallel safe
as $$
begin
  return tsvector_to_array(to_tsvector('pg_catalog.simple', plain_words(content)));
end $$;

create function store_metric_points(customer text, slots integer[], sizes integer[], points bytea) returns void language plpgsql
as $$
begin
  perform set_config('vakt.customer_id', customer, true);
  perform pg_advisory_xact_lock_shared(metric_slot_lock(customer, s)) from unnest(slots) s;
  insert into metric_batch (customer_id, slot, points)
  select customer, s.slot, substring(points from (sum(s.size) over (order by s.position) - s.size + 1)::int for s.size)
  from unnest(slots, sizes) with ordinality as s (slot, size, position);
  insert into metric_due (customer_id, slot, due_at)
  select customer, s, greatest(to_timestamp((s + 1) * 300.0 + 90), now() + interval '60 seconds') from unnest(slots) s
  on conflict do nothing;
end $$;
revoke execute on function store_metric_points(customer text, slots integer[], sizes integer[], points bytea) from public;
grant execute on function store_metric_points(customer text, slots integer[], sizes integer[], points bytea) to vakt_app;
grant execute on function store_metric_points(customer text, slots integer[], sizes integer[], points bytea) to vakt_worker;

-- As store_signals, with the bodies one after the other in a single value, and how long each is: in an array they would travel as
-- hexadecimal text, twice their size, written by the sender and read again here. It runs with the rights of its caller.
create function store_packed_signals(customer text, token_ids uuid[], formats text[], content_types text[], bodies bytea, sizes integer[], states text[], notes text[], wakes boolean) returns setof bigint language plpgsql
as $$
begin
  perform set_config('vakt.customer_id', customer, true);
  return query
    insert into signal (customer_id, token_id, format, content_type, body, state, note)
    select customer, s.token_id, s.format, s.content_type,
      substring(bodies from (sum(s.size) over (order by s.position) - s.size + 1)::int for s.size), s.state, s.note
    from unnest(token_ids, formats, content_types, sizes, states, notes) with ordinality
      as s (token_id, format, content_type, size, state, note, position)
    order by s.position
    returning signal_id;
  if wakes then
    perform pg_notify('vakt_signal', '');
  end if;
end
$$;
revoke execute on function store_packed_signals(customer text, token_ids uuid[], formats text[], content_types text[], bodies bytea, sizes integer[], states text[], notes text[], wakes boolean) from public;
grant execute on function store_packed_signals(customer text, token_ids uuid[], formats text[], content_types text[], bodies bytea, sizes integer[], states text[], notes text[], wakes boolean) to vakt_app;

-- The subject and the number weigh more than the rest; a name such as `DiskAlmostFull` is found by its parts, too. Words that stand in private comments only are marked: `~word`.
create function ticket_document(number bigint, subject text, public_words text[], private_words text[]) returns tsvector language sql immutable parallel safe
as $$
  select coalesce((select string_agg(quote_literal(form) || ':1A', ' ')::tsvector
      from regexp_replace(subject, '([[:lower:]])([[:upper:]])', '\1 \2', 'g') as parted,
        unnest(forms_of_words(split_words(subject) || split_words(parted) || number::text)) as form), '')
    || array_to_tsvector(forms_of_words(public_words))
    || array_to_tsvector((select coalesce(array_agg('~' || form), '{}') from unnest(forms_of_words(private_words)) as form))
$$;

-- Any filters of the list of tickets together, however few tickets meet them all. Each ticket is a set of facets; a filter is a query of these.
-- A long name counts with its beginning: the index only narrows down, and the conditions themselves decide.
create function ticket_facets(customer text, type text, priority smallint, status text, source text, assignee_id uuid, assignee text, assignee_group text, tags text[]) returns tsvector language plpgsql immutable parallel safe
as $$
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

-- `terms` is a list of terms, each a list of words that are as good as each other; a word that ends with * may go on. All terms must be met,
-- or any one of them; words without meaning ("the", "och") count only where there is nothing else. `private`: also what only staff may read.
create function ticket_query(terms jsonb, customer text, private boolean, any_term boolean default false) returns tsquery language sql immutable parallel safe
as $$
  with term as (
    select string_agg(distinct quote_literal(prefix || mark || form) || ending, ' | ') as query,
      bool_or(ts_lexize('pg_catalog.swedish_stem', word) = '{}' or ts_lexize('pg_catalog.english_stem', word) = '{}') as is_empty
    from jsonb_array_elements(terms) with ordinality as given (words, position),
      jsonb_array_elements_text(words) as written,
      rtrim(written, '*') as word,
      coalesce(customer || ':', '') as prefix,
      unnest(case when private then array['', '~'] else array[''] end) as mark,
      lateral (
        select word as form, case when written like '%*' then ':*' else '' end as ending
        union all select stem, '' from unnest(ts_lexize('pg_catalog.swedish_stem', word) || ts_lexize('pg_catalog.english_stem', word)) as stem
      ) as forms
    group by position, words
  )
  select string_agg('(' || query || ')', case when any_term then ' | ' else ' & ' end)::tsquery
  from term where not is_empty or not exists (select from term where not is_empty)
$$;

create function without_accents(word text) returns text language plpgsql immutable parallel safe
as $$
begin
  return translate(word, 'åäöéèêëüúùûáàâãñóòôõøíìîïçýÿæß', 'aaoeeeeuuuuaaaanoooooiiiicyyas');
end $$;

-- Every word carries its customer, so that a search reads what is that customer's and nothing else.
create function words_of_customer(customer text, document tsvector) returns tsvector language plpgsql immutable parallel safe
as $$
declare
  words text[] := '{}';
  word text;
begin
  foreach word in array tsvector_to_array(document) loop
    words := words || (customer || ':' || word);
  end loop;
  return array_to_tsvector(words);
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
  created_at timestamptz not null default now(),
  -- Goes up with each change of what the customer and its roles may, so that of two changes at once the later is told.
  access_version integer not null default 0,
  -- Goes up with each change of who a customer is, so that of two changes at once the later is told.
  details_version integer not null default 0,
  ticket_visibility text not null default 'all' check (ticket_visibility in ('all', 'own')),
  hours_shown boolean not null default false,
  mail_language text not null default 'sv' check (mail_language in ('sv', 'en')),
  settings_version integer not null default 0,
  hidden_types text[] not null default '{}',
  environment_version integer not null default 0,
  -- The time zone in which times are written to people, in mails and summaries: a name of the IANA database, which the application checks.
  -- A user without one has the customer's.
  time_zone text not null default 'Europe/Stockholm' check ((length(time_zone) >= 1) and (length(time_zone) <= 64)),
  -- Of which tickets a customer's people set the priority: their own, all, or none.
  customer_priority text not null default 'own' check (customer_priority in ('own', 'all', 'none')),
  -- Hours that the customer paid for in advance: [{"date": "2026-01-01", "hours": 40}], by date.
  prepaid_hours jsonb not null default '[]' check (jsonb_typeof(prepaid_hours) = 'array')
);
call protect_by_customer('customer');
grant insert (customer_id, name, created_at) on customer to vakt_app;
grant update (name, enabled_features, tag_keys, incident_join_minutes, ticket_from_severity, access_version, details_version, ticket_visibility, hours_shown, mail_language, settings_version, hidden_types, environment_version, time_zone, customer_priority, prepaid_hours) on customer to vakt_app;
create index customer_by_name on customer (name, customer_id);

create table customer_role_feature (
  customer_id text not null references customer on delete cascade,
  role text not null,
  features text[] not null,
  primary key (customer_id, role)
);
call protect_by_customer('customer_role_feature');
grant insert, update, delete on customer_role_feature to vakt_app;

-- Which customer somebody belongs to at their first sign-in: by the domain of a verified e-mail address, or by the tenant of the provider.
create table customer_sign_in_rule (
  kind text not null check (kind in ('email-domain', 'tenant')),
  value text not null check (value = lower(value)),
  customer_id text not null references customer on delete cascade,
  primary key (kind, value)
);
call protect_by_customer('customer_sign_in_rule');
grant insert, delete on customer_sign_in_rule to vakt_app;
create policy presented_at_sign_in on customer_sign_in_rule for select to vakt_app using ((((kind = 'email-domain') and (value = (select presented('email_domain')))) or ((kind = 'tenant') and (value = (select presented('tenant'))))));
create index customer_sign_in_rule_by_customer on customer_sign_in_rule (customer_id);

-- An identity is issuer and subject: the same address at two providers stays two users.
create table app_user (
  user_id uuid default gen_random_uuid() primary key,
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
  -- What the identity provider said of somebody when they were last here; who is an administrator depends on it.
  identity_roles text[] not null default '{}',
  -- What somebody uploaded counts before the picture that the directory of their company has of them.
  own_photo text,
  time_zone text check ((length(time_zone) >= 1) and (length(time_zone) <= 64)),
  -- Where `/` leads; null: the dashboard for those who may see it, else the tickets.
  start_page text check (start_page in ('dashboard', 'inbox', 'tickets')),
  -- Whether new incidents are shown to the user on whatever screen is open.
  arrival_toasts boolean not null default true,
  constraint app_user_customer_id_user_id_key unique (customer_id, user_id),
  constraint app_user_issuer_subject_key unique (issuer, subject)
);
call protect_by_customer('app_user');
grant insert, update on app_user to vakt_app;
create policy presented_identity on app_user for select to vakt_app using (((issuer = (select presented('issuer'))) and (subject = (select presented('subject')))));
create index app_user_by_name on app_user (customer_id, name, user_id);

-- The record of what was done. It is only ever added to.
create table recorded_action (
  action_id bigint generated always as identity primary key,
  customer_id text not null references customer on delete cascade,
  at timestamptz not null,
  actor_type text not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  target text not null,
  details jsonb not null default '{}',
  request_id text
);
call protect_by_customer('recorded_action');
grant insert on recorded_action to vakt_app;
create index recorded_action_by_actor on recorded_action (actor_id, at desc, action_id desc);
create index recorded_action_by_time on recorded_action (customer_id, at desc, action_id desc);
create index recorded_action_of_all_by_time on recorded_action (at desc, action_id desc);

-- What an installation remembers about itself. No customer's, so only the worker sees it.
create table installation_note (
  name text primary key,
  noted_at timestamptz not null default now(),
  -- What the installation remembers about itself can carry values, and change: when a backup was restored, that a checklist was hidden.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
);
alter table installation_note enable row level security;
alter table installation_note force row level security;
grant select, insert, delete, update on installation_note to vakt_worker;
create policy worker_notes on installation_note to vakt_worker using (true) with check (true);

-- What the embedded sign-in provider remembers: sessions, grants, codes, refresh tokens. Rows of every customer's people, so no customer id.
create table oidc_payload (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz,
  primary key (model, id)
);
alter table oidc_payload enable row level security;
alter table oidc_payload force row level security;
grant select, insert, delete, update on oidc_payload to vakt_app;
grant select, delete on oidc_payload to vakt_worker;
create policy provider_payload on oidc_payload to vakt_app using (true) with check (true);
create policy sweep_expired on oidc_payload to vakt_worker using ((expires_at <= now()));
create index oidc_payload_expires_at on oidc_payload (expires_at);
create index oidc_payload_grant_id on oidc_payload (grant_id) where (grant_id is not null);
create index oidc_payload_uid on oidc_payload (model, uid) where (uid is not null);

-- Its signing key and the keys of its cookies, each made once.
create table oidc_secret (
  name text primary key,
  secret jsonb not null,
  created_at timestamptz not null default now(),
  -- Where `sealed` is set, `secret` is empty.
  sealed bytea
);
alter table oidc_secret enable row level security;
alter table oidc_secret force row level security;
grant select, insert on oidc_secret to vakt_app;
grant select, update on oidc_secret to vakt_worker;
grant update (sealed) on oidc_secret to vakt_app;
create policy provider_secret on oidc_secret to vakt_app using (true) with check (true);
create policy reencrypt on oidc_secret to vakt_worker using (true) with check (true);

create table entity (
  entity_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  external_id text not null,
  -- What identity is compared by: the cloud resource id, ARM ids in lower case.
  external_key text not null,
  name text not null,
  name_key text generated always as (lower(name)) stored not null,
  -- The first label of the name in lower case, as signals name a machine.
  host_name text not null,
  type text not null,
  subtype text,
  source text not null,
  region text,
  resource_group text,
  container_id text,
  container_name text,
  tags jsonb not null default '{}' check (jsonb_typeof(tags) = 'object'),
  status text,
  cloudops_mapped boolean not null default false,
  hidden boolean not null default false,
  stale boolean not null default false,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  properties jsonb not null default '{}' check (jsonb_typeof(properties) = 'object'),
  -- What the cloud knows the resource by wherever it is moved to.
  native_key text,
  -- The connector that says what the entity is like.
  connector_id uuid,
  stale_since timestamptz,
  constraint entity_customer_id_entity_id_key unique (customer_id, entity_id),
  constraint entity_customer_id_external_key_key unique (customer_id, external_key)
);
call protect_by_customer('entity');
grant insert, update on entity to vakt_app;
create index entity_by_connector on entity (connector_id) where (connector_id is not null);
create index entity_by_host on entity (host_name, customer_id);
-- The customer second: a token of the provider looks over all of them.
create index entity_by_key on entity (external_key, customer_id);
create index entity_by_name on entity (customer_id, name_key);
create index entity_by_native_key on entity (customer_id, native_key) where (native_key is not null);

create table incident (
  incident_id bigint generated by default as identity primary key,
  customer_id text not null references customer on delete cascade,
  entity_id uuid,
  -- The entity, or what stands for it while no entity matches.
  subject text not null,
  rule text not null,
  title text not null,
  severity text not null check (severity in ('critical', 'high', 'medium', 'low')),
  state text not null default 'open' check (state in ('open', 'acknowledged', 'resolved')),
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  resolved_at timestamptz,
  version integer not null default 1,
  acknowledged_at timestamptz,
  acknowledged_by text,
  assignee_id uuid,
  assignee text,
  resolved_by text,
  -- 4 critical … 1 low. A column, since no index is used under row-level security for an expression that calls a function.
  severity_weight smallint generated always as (case severity when 'critical' then 4 when 'high' then 3 when 'medium' then 2 else 1 end) stored not null,
  merged_into bigint,
  merged_alerts bigint[],
  merged_ticket bigint,
  -- What counts for how soon incidents are acknowledged: it stays when the acknowledgement is taken back. Null for what early
  -- releases wrote; acknowledged_at then stands for it.
  first_acknowledged_at timestamptz,
  constraint incident_customer_id_incident_id_key unique (customer_id, incident_id),
  constraint incident_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id),
  constraint incident_merged_into_customer foreign key (customer_id, merged_into) references incident (customer_id, incident_id),
  constraint incident_check check ((resolved_at is not null) = (state = 'resolved'))
);
call protect_by_customer('incident');
grant insert on incident to vakt_app;
grant update (severity, state, changed_at, resolved_at, version, acknowledged_at, acknowledged_by, assignee_id, assignee, resolved_by, merged_into, merged_alerts, merged_ticket, first_acknowledged_at) on incident to vakt_app;
-- How long incidents waited for their acknowledgement, without a join with the events.
create index incident_by_acknowledgement on incident (customer_id, coalesce(first_acknowledged_at, acknowledged_at)) include (opened_at, first_acknowledged_at, acknowledged_at) where (coalesce(first_acknowledged_at, acknowledged_at) is not null);
create index incident_by_change on incident (customer_id, changed_at desc, incident_id desc);
create index incident_by_entity on incident (customer_id, entity_id, changed_at desc, incident_id desc);
-- As a case expression: under row-level security no condition on `coalesce` is looked up in an index, since the planner takes it for one that may leak.
create index incident_by_first_acknowledgement on incident (customer_id, (
case
    when (first_acknowledged_at is not null) then first_acknowledged_at
    else acknowledged_at
end)) include (opened_at, first_acknowledged_at, acknowledged_at) where (
case
    when (first_acknowledged_at is not null) then first_acknowledged_at
    else acknowledged_at
end is not null);
create index incident_by_opening on incident (customer_id, opened_at) include (severity);
-- What was resolved since a user's last visit, and how long it took.
create index incident_by_resolution on incident (customer_id, resolved_at) include (opened_at) where (resolved_at is not null);
create index incident_merged_by_subject on incident (customer_id, subject) where (merged_into is not null);
create index incident_open_by_change on incident (customer_id, changed_at desc, incident_id desc) where (state <> 'resolved');
create index incident_open_by_entity on incident (customer_id, entity_id) where (state <> 'resolved');
create index incident_open_by_severity on incident (customer_id, severity_weight desc, changed_at desc, incident_id desc) where (state <> 'resolved');
-- One open incident for one rule on one entity, whatever races.
create unique index incident_open_once on incident (customer_id, subject, rule) where (state <> 'resolved');

create table ticket (
  ticket_id bigint generated by default as identity (start with 10001) primary key,
  customer_id text not null references customer on delete cascade,
  -- What attachments are uploaded against; not guessable.
  temp_id uuid not null default gen_random_uuid(),
  subject text not null,
  description text not null,
  type text not null check (type in ('request', 'change', 'incident')),
  area text not null,
  status text not null default 'new' check (status in ('new', 'in_progress', 'waiting_for_customer', 'resolved', 'closed')),
  impact smallint not null default 4 check (impact between 1 and 5),
  urgency smallint not null default 4 check (urgency between 1 and 5),
  priority smallint not null default 4 check (priority between 1 and 5),
  assignee text,
  assignee_group text,
  tags text[] not null default '{}',
  entity_id uuid,
  incident_id bigint,
  alert_rule text,
  metric_name text,
  requester_id uuid,
  requester_name text not null,
  requester_email text,
  source text not null check (source in ('person', 'monitoring')),
  -- False until a person changed or commented it: Vakt closes only what nobody has taken up.
  touched_by_person boolean not null default false,
  external_id text,
  external_url text,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  -- In the order of the status machine. A column, since no index is used under row-level security for an expression that calls a function.
  status_rank smallint generated always as (case status when 'new' then 1 when 'in_progress' then 2 when 'waiting_for_customer' then 3 when 'resolved' then 4 else 5 end) stored not null,
  -- Goes up with each change of what a ticket says, whoever writes it: what somebody who changes it must have seen.
  version integer not null default 1,
  -- Somebody of the provider or of the customer; `assignee` is the name at the time.
  assignee_id uuid references app_user (user_id) on delete set null,
  -- When the next clock is up, for the order of lists; infinity: none runs.
  due_at timestamptz not null default 'infinity',
  -- The priority that the open incident of a ticket asks for, 1 critical … 4 low; null without an open incident. It differs from the ticket's
  -- own where a person set that, and after the severity fell.
  incident_priority smallint check (incident_priority between 1 and 4),
  -- Whether the provider's staff set the id and link of the ticket in another system: a customer then leaves them as they are.
  external_by_staff boolean not null default false,
  -- Opened by staff for someone without an account, who is written to by mail. Without effect once the ticket has a user as its requester.
  requester_without_account boolean not null default false,
  constraint ticket_customer_id_ticket_id_key unique (customer_id, ticket_id),
  constraint ticket_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id),
  constraint ticket_customer_id_incident_id_fkey foreign key (customer_id, incident_id) references incident (customer_id, incident_id),
  constraint ticket_customer_id_requester_id_fkey foreign key (customer_id, requester_id) references app_user (customer_id, user_id)
);
call protect_by_customer('ticket');
-- A ticket is seen by `own_ticket`; that what belongs to it follows it is for other tables.
drop policy ticket_seen on ticket;
grant insert, update on ticket to vakt_app;
create policy own_ticket on ticket as restrictive to vakt_requester using ((requester_id = ((select presented('requester_id')))::uuid));
create policy searches on ticket for select to vakt_search using (true);
create index ticket_by_assignee on ticket (assignee_id) where (assignee_id is not null);
create index ticket_by_change on ticket (customer_id, modified_at desc, ticket_id desc);
create index ticket_by_creation on ticket (customer_id, created_at desc, ticket_id desc);
create index ticket_by_due on ticket (customer_id, due_at, ticket_id);
create index ticket_by_entity on ticket (customer_id, entity_id, modified_at desc, ticket_id desc) where (entity_id is not null);
create index ticket_by_facet on ticket using gin (ticket_facets(customer_id, type, priority, status, source, assignee_id, assignee, assignee_group, tags)) with (gin_pending_list_limit='1024');
create index ticket_by_priority on ticket (customer_id, priority, ticket_id);
create index ticket_by_requester on ticket (customer_id, requester_email, modified_at desc, ticket_id desc) where (requester_email is not null);
-- For those who see only their own tickets.
create index ticket_by_requester_id on ticket (customer_id, requester_id, modified_at desc, ticket_id desc) where (requester_id is not null);
create index ticket_by_status on ticket (customer_id, status_rank, ticket_id);
create unique index ticket_by_temp_id on ticket (customer_id, temp_id);
-- For the provider's staff, over all customers.
create index ticket_of_all_by_change on ticket (modified_at desc, ticket_id desc);
create index ticket_of_all_by_creation on ticket (created_at desc, ticket_id desc);
create index ticket_of_all_by_due on ticket (due_at, ticket_id);
create index ticket_of_all_by_priority on ticket (priority, ticket_id);
create index ticket_of_all_by_requester on ticket (requester_email) where (requester_email is not null);
create index ticket_of_all_by_status on ticket (status_rank, ticket_id);
create index ticket_of_all_open_by_change on ticket (modified_at desc, ticket_id desc) where (status not in ('resolved', 'closed'));
create unique index ticket_once_per_incident on ticket (customer_id, incident_id) where (incident_id is not null);
create index ticket_open_by_change on ticket (customer_id, modified_at desc, ticket_id desc) where (status not in ('resolved', 'closed'));

create table ticket_comment (
  comment_id bigint generated by default as identity primary key,
  customer_id text not null,
  ticket_id bigint not null,
  author_type text not null check (author_type in ('user', 'system')),
  author_id text not null,
  author_name text not null,
  body text not null,
  system_text text,
  private boolean not null default false,
  created_at timestamptz not null,
  -- What the attachments of a comment are uploaded against; not guessable.
  temp_id uuid not null default gen_random_uuid(),
  by_staff boolean not null default false,
  -- [{"userId", "name"}]: whom the text names, with the name that stands in it.
  mentions jsonb not null default '[]',
  version integer not null default 1,
  edited_at timestamptz,
  -- A text of Vakt's own that every reader gets in their language: {"code": …, "ticketId": …}. The body is its English.
  system_message jsonb,
  constraint ticket_comment_of_its_ticket unique (customer_id, ticket_id, comment_id),
  constraint ticket_comment_customer_id_ticket_id_fkey foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
call protect_by_customer('ticket_comment');
grant insert on ticket_comment to vakt_app;
grant update (body, mentions, version, edited_at, system_message) on ticket_comment to vakt_app;
create unique index ticket_comment_by_temp_id on ticket_comment (customer_id, temp_id);

create table ticket_change (
  change_id bigint generated by default as identity primary key,
  customer_id text not null,
  ticket_id bigint not null,
  at timestamptz not null,
  author_type text not null check (author_type in ('user', 'system')),
  author_id text not null,
  author_name text not null,
  field text not null,
  before text,
  after text,
  -- Changes of what only the provider's staff see.
  private boolean not null default false,
  constraint ticket_change_customer_id_ticket_id_fkey foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
call protect_by_customer('ticket_change');
grant insert on ticket_change to vakt_app;
create index ticket_change_of_ticket on ticket_change (customer_id, ticket_id, change_id);

create table alert (
  alert_id bigint generated by default as identity primary key,
  customer_id text not null references customer on delete cascade,
  source text not null,
  fingerprint text not null,
  state text not null check (state in ('firing', 'resolved')),
  severity text not null check (severity in ('critical', 'high', 'medium', 'low')),
  name text not null,
  rule text not null,
  description text not null,
  metric_name text,
  entity_id uuid,
  target_name text,
  incident_id bigint,
  labels jsonb not null default '{}',
  source_url text,
  -- The latest beginning and end that any signal told of: what a late or repeated signal is judged by.
  started_at timestamptz not null,
  ended_at timestamptz,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  changed_at timestamptz not null,
  count integer not null default 1,
  never_ends boolean not null default false,
  -- What the signal named, while no entity matches it: what a binding is found by.
  target_key text,
  constraint alert_customer_id_alert_id_key unique (customer_id, alert_id),
  constraint alert_customer_id_source_fingerprint_key unique (customer_id, source, fingerprint),
  constraint alert_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id),
  constraint alert_customer_id_incident_id_fkey foreign key (customer_id, incident_id) references incident (customer_id, incident_id)
) with (fillfactor='80');
call protect_by_customer('alert');
grant update (state, incident_id, ended_at, changed_at) on alert to vakt_app;
create index alert_by_change on alert (customer_id, changed_at desc, alert_id desc);
create index alert_by_entity on alert (customer_id, entity_id, changed_at desc, alert_id desc);
create index alert_firing_by_change on alert (customer_id, changed_at desc, alert_id desc) where (state = 'firing');
create index alert_of_incident on alert (customer_id, incident_id) where (incident_id is not null);
create index alert_unmatched on alert (customer_id, source, target_key) where (target_key is not null);

create table alert_trail (
  entry_id bigint generated by default as identity primary key,
  customer_id text not null,
  alert_id bigint not null,
  at timestamptz not null,
  step text not null,
  details jsonb not null default '{}',
  constraint alert_trail_customer_id_alert_id_fkey foreign key (customer_id, alert_id) references alert (customer_id, alert_id) on delete cascade
);
call protect_by_customer('alert_trail');
grant insert on alert_trail to vakt_app;
create index alert_trail_of_alert on alert_trail (customer_id, alert_id, entry_id);

create table ingest_token (
  token_id uuid default gen_random_uuid() primary key,
  -- Whose signals it brings; for a token of the provider the provider itself, and the entity decides.
  customer_id text not null references customer on delete cascade,
  is_provider boolean not null default false,
  name text not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  source_id uuid,
  -- Null: any format.
  formats text[],
  -- The last characters of the secret, by which people tell two tokens apart.
  ending text,
  expires_at timestamptz,
  last_signal_at timestamptz
);
call protect_by_customer('ingest_token');
grant insert, update on ingest_token to vakt_app;
-- Whoever shows the secret may see its row, and no other.
create policy presented_secret on ingest_token for select to vakt_app using ((token_hash = decode((select presented('ingest_token_hash')), 'hex')));
-- Tokens that are shown at the same time are looked up in one query; only who shows a secret sees its row.
create policy presented_secrets on ingest_token for select to vakt_app using ((token_hash = any ((select presented_hashes('ingest_token_hashes') as presented_hashes)::bytea[])));
create index ingest_token_of_source on ingest_token (source_id);

-- What a source sent, as it sent it: the inbox that everything else is made from.
create table signal (
  signal_id bigint generated always as identity primary key,
  customer_id text not null references customer on delete cascade,
  token_id uuid not null,
  format text not null,
  content_type text,
  body bytea not null,
  received_at timestamptz not null default now(),
  state text not null default 'pending' check (state in ('pending', 'done', 'unrecognised', 'unreadable', 'failed')),
  attempts smallint not null default 0,
  next_at timestamptz not null default now(),
  processed_at timestamptz,
  note text,
  -- A sample that staff send to see what becomes of it; it is no sign that the sender works.
  is_test boolean not null default false,
  -- When the signature of a sender that signs was found valid.
  verified_at timestamptz
);
call protect_by_customer('signal');
grant insert on signal to vakt_app;
grant update (state, attempts, next_at, note) on signal to vakt_app;
create index signal_by_time on signal using brin (received_at);
-- The body is as it came; most of it compresses to a fifth.
create index signal_pending on signal (customer_id, signal_id) where (state = 'pending');
create index signal_set_aside on signal (customer_id, signal_id desc) where (state in ('unrecognised', 'unreadable', 'failed'));
create index signal_set_aside_of_all on signal (signal_id desc) where (state in ('unrecognised', 'unreadable', 'failed'));

create table invitation (
  invitation_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  email text not null check (email = lower(email)),
  name text not null,
  roles text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  constraint invitation_customer_id_invitation_id_key unique (customer_id, invitation_id),
  constraint invitation_customer_id_accepted_by_fkey foreign key (customer_id, accepted_by) references app_user (customer_id, user_id)
);
call protect_by_customer('invitation');
grant insert, update on invitation to vakt_app;
-- Whoever shows the verified address may see what it was invited to, and no other.
create policy presented_address on invitation for select to vakt_app using (((email = (select presented('invited_email'))) and (accepted_at is null) and (revoked_at is null) and (expires_at > now())));
create index invitation_by_email on invitation (email) where ((accepted_at is null) and (revoked_at is null));
create index invitation_by_time on invitation (customer_id, created_at desc, invitation_id desc);
create unique index invitation_open_once on invitation (customer_id, email) where ((accepted_at is null) and (revoked_at is null));

-- Which member of staff looked into which customer in which hour, so that each is recorded once however many processes there are.
create table staff_look (
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  -- The user through whose eyes they looked; empty: through their own.
  viewed_as text not null default '',
  hour timestamptz not null,
  primary key (customer_id, user_id, viewed_as, hour)
);
call protect_by_customer('staff_look');
grant insert, delete on staff_look to vakt_app;

create table api_token (
  token_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  name text not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  scope text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_token_customer_id_token_id_key unique (customer_id, token_id),
  constraint api_token_customer_id_user_id_fkey foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('api_token');
grant insert, update on api_token to vakt_app;
-- Whoever shows the secret may see its row, and no other.
create policy presented_api_token on api_token for select to vakt_app using ((token_hash = decode((select presented('api_token_hash')), 'hex')));
create index api_token_of_user on api_token (customer_id, user_id, created_at desc, token_id desc) where (revoked_at is null);

-- A browser in which somebody is signed in. `session_key` is the hash of what names the session: the provider's `sid`, or the browser's own.
create table user_session (
  session_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  session_key bytea not null check (octet_length(session_key) = 32),
  user_agent text not null,
  address text not null,
  signed_in_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  constraint user_session_customer_id_session_id_key unique (customer_id, session_id),
  constraint user_session_user_id_session_key_key unique (user_id, session_key),
  constraint user_session_customer_id_user_id_fkey foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('user_session');
grant insert, update on user_session to vakt_app;
-- Whoever shows the key may see the rows that it names; the query keeps to those of the identity shown beside it.
create policy presented_session on user_session for select to vakt_app using ((session_key = decode((select presented('session_key')), 'hex')));
create index user_session_of_user on user_session (customer_id, user_id, signed_in_at desc, session_id desc) where (ended_at is null);

create table ticket_attachment (
  attachment_id uuid primary key,
  customer_id text not null,
  ticket_id bigint not null,
  -- Null: of the ticket itself. Who may see the attachment is who may see the comment.
  comment_id bigint,
  -- At most five of a ticket's own, and of each comment's.
  place smallint not null check (place between 1 and 5),
  file_name text not null check ((octet_length(file_name) >= 1) and (octet_length(file_name) <= 255)),
  content_type text not null,
  size integer not null check (size > 0),
  has_preview boolean not null,
  author_type text not null check (author_type in ('user', 'system')),
  author_id text not null,
  author_name text not null,
  created_at timestamptz not null,
  constraint ticket_attachment_customer_id_attachment_id_key unique (customer_id, attachment_id),
  constraint ticket_attachment_customer_id_ticket_id_comment_id_place_key unique nulls not distinct (customer_id, ticket_id, comment_id, place),
  constraint ticket_attachment_customer_id_ticket_id_comment_id_fkey foreign key (customer_id, ticket_id, comment_id) references ticket_comment (customer_id, ticket_id, comment_id) on delete cascade,
  constraint ticket_attachment_customer_id_ticket_id_fkey foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
call protect_by_customer('ticket_attachment');
grant insert on ticket_attachment to vakt_app;

-- An attachment without rows here has its content in the object storage.
create table ticket_attachment_content (
  customer_id text not null,
  attachment_id uuid not null,
  variant text not null check (variant in ('whole', 'preview')),
  content bytea not null,
  primary key (customer_id, attachment_id, variant),
  constraint ticket_attachment_content_customer_id_attachment_id_fkey foreign key (customer_id, attachment_id) references ticket_attachment (customer_id, attachment_id) on delete cascade
);
alter table ticket_attachment_content alter column content set storage external;
call protect_by_customer('ticket_attachment_content');
grant insert on ticket_attachment_content to vakt_app;

create table ticket_search (
  customer_id text not null,
  ticket_id bigint not null,
  document tsvector not null,
  primary key (customer_id, ticket_id),
  constraint ticket_search_customer_id_ticket_id_fkey foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
call protect_by_customer('ticket_search');
grant insert, update on ticket_search to vakt_app;
create policy searches on ticket_search for select to vakt_search using (true);
create index ticket_search_of_all on ticket_search using gin (document) with (gin_pending_list_limit='1024');
create index ticket_search_of_customer on ticket_search using gin (words_of_customer(customer_id, document)) with (gin_pending_list_limit='1024');

-- Every word that a customer's tickets hold, to find the one that was meant. A word may be there twice: two who write it at once do not wait for each other.
create table ticket_word (
  customer_id text not null references customer on delete cascade,
  word text not null collate "C",
  backwards text generated always as (reverse(word)) stored not null collate "C",
  is_private boolean not null
);
call protect_by_customer('ticket_word');
grant insert on ticket_word to vakt_app;
create index ticket_word_by_end on ticket_word (customer_id, backwards, is_private);
create index ticket_word_by_start on ticket_word (customer_id, word, is_private);

-- A filter of the list with a name: its owner's alone, or shared with everybody of the customer.
create table ticket_view (
  view_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  -- Of the provider's staff too, who are no users of this customer.
  owner_id uuid not null,
  owner_name text not null,
  name text not null,
  is_shared boolean not null default false,
  search jsonb not null,
  created_at timestamptz not null,
  -- Saved views and the choice of columns for every list. Views of the other lists stand beside those of the tickets; their `list` names the
  -- list that they are of. They belong to the customer of their owner.
  list text not null default 'tickets',
  constraint ticket_view_customer_id_view_id_key unique (customer_id, view_id)
);
call protect_by_customer('ticket_view');
grant insert, update, delete on ticket_view to vakt_app;
create index ticket_view_of_owner on ticket_view (customer_id, owner_id);

-- How somebody likes the list of tickets of a customer: which columns, and which view they start with.
create table ticket_list_choice (
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  columns text[],
  default_view_id uuid,
  primary key (customer_id, user_id),
  constraint ticket_list_choice_customer_id_default_view_id_fkey foreign key (customer_id, default_view_id) references ticket_view (customer_id, view_id) on delete set null (default_view_id)
);
call protect_by_customer('ticket_list_choice');
grant insert, update on ticket_list_choice to vakt_app;

-- What a comment said before an edit. It is only ever added to.
create table ticket_comment_version (
  customer_id text not null,
  ticket_id bigint not null,
  comment_id bigint not null,
  version integer not null,
  body text not null,
  written_at timestamptz not null,
  primary key (customer_id, ticket_id, comment_id, version),
  constraint ticket_comment_version_customer_id_ticket_id_comment_id_fkey foreign key (customer_id, ticket_id, comment_id) references ticket_comment (customer_id, ticket_id, comment_id) on delete cascade
);
call protect_by_customer('ticket_comment_version');
grant insert on ticket_comment_version to vakt_app;

-- `ticket_id` is the lower number of a relation without direction, or the ticket that is followed up.
create table ticket_link (
  customer_id text not null,
  ticket_id bigint not null,
  other_ticket_id bigint not null,
  kind text not null check (kind in ('related', 'follow_up')),
  created_at timestamptz not null,
  primary key (customer_id, ticket_id, other_ticket_id),
  constraint ticket_link_customer_id_other_ticket_id_fkey foreign key (customer_id, other_ticket_id) references ticket (customer_id, ticket_id) on delete cascade,
  constraint ticket_link_customer_id_ticket_id_fkey foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade,
  constraint ticket_link_check check (other_ticket_id <> ticket_id)
);
call protect_by_customer('ticket_link');
grant insert, delete on ticket_link to vakt_app;
create index ticket_link_back on ticket_link (customer_id, other_ticket_id);

create table ticket_hours (
  entry_id bigint generated by default as identity primary key,
  customer_id text not null,
  ticket_id bigint not null,
  note text not null,
  minutes integer not null check (minutes between 1 and 10080),
  worked_on date not null,
  hour_type text not null check (hour_type in ('normal', 'overtime', 'double_overtime', 'unknown')),
  billable boolean not null,
  author_id uuid not null,
  author_name text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint ticket_hours_customer_id_ticket_id_fkey foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
call protect_by_customer('ticket_hours');
grant insert, update, delete on ticket_hours to vakt_app;
create index ticket_hours_by_day on ticket_hours (customer_id, worked_on);
create index ticket_hours_of_ticket on ticket_hours (customer_id, ticket_id, worked_on, entry_id);

-- Who has a ticket open, a row for each of their tabs. Forgotten by a crash, and told anew within a heartbeat.
create unlogged table ticket_presence (
  customer_id text not null references customer on delete cascade,
  ticket_id bigint not null,
  tab uuid not null,
  user_id uuid not null,
  name text not null,
  by_staff boolean not null,
  doing text not null check (doing in ('reading', 'writing', 'writing_privately')),
  seen_at timestamptz not null,
  primary key (customer_id, ticket_id, tab)
);
call protect_by_customer('ticket_presence');
grant insert, update, delete on ticket_presence to vakt_app;

-- By which time counts. Rows with for_all are the provider's own and read by all its customers.
create table business_calendar (
  calendar_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  for_all boolean not null,
  name text not null,
  time_zone text not null,
  always_open boolean not null,
  -- From Monday on: {"opens": "08:00", "closes": "17:00"}, or null.
  week jsonb not null,
  holidays text not null check (holidays in ('none', 'sweden', 'sweden_with_eves')),
  closed_days text[] not null default '{}',
  version integer not null default 1
);
call protect_by_customer('business_calendar');
grant insert, update, delete on business_calendar to vakt_app;
create policy for_all_customers on business_calendar for select to vakt_app, vakt_worker using ((for_all and ((select current_customer()) is not null)));
create index business_calendar_of_customer on business_calendar (customer_id, name);

-- What is promised for a priority, in open minutes; null: nothing. A customer's own line stands for the one with for_all.
create table service_target (
  customer_id text not null references customer on delete cascade,
  for_all boolean not null,
  priority smallint not null check (priority between 1 and 5),
  calendar_id uuid not null references business_calendar (calendar_id),
  first_response_minutes integer,
  next_update_minutes integer,
  resolution_minutes integer,
  warn_at_percent smallint not null check (warn_at_percent between 1 and 100),
  primary key (customer_id, for_all, priority)
);
call protect_by_customer('service_target');
grant insert, update, delete on service_target to vakt_app;
create policy for_all_customers on service_target for select to vakt_app, vakt_worker using ((for_all and ((select current_customer()) is not null)));
create index service_target_by_calendar on service_target (calendar_id);

-- For each set of targets its version, and how far the open tickets have been reckoned anew by it; null: all of them.
create table service_target_set (
  customer_id text not null references customer on delete cascade,
  for_all boolean not null,
  version integer not null default 0,
  recount_after bigint,
  primary key (customer_id, for_all)
);
call protect_by_customer('service_target_set');
grant insert, update on service_target_set to vakt_app;
create index service_target_set_to_recount on service_target_set (customer_id) where (recount_after is not null);

-- The clocks of a ticket as they were when something last happened to it.
create table ticket_service_level (
  customer_id text not null,
  ticket_id bigint not null,
  calendar_id uuid not null references business_calendar (calendar_id),
  clocks jsonb not null,
  -- When the next warning falls due; null: there is none to come.
  next_warning_at timestamptz,
  primary key (customer_id, ticket_id),
  constraint ticket_service_level_customer_id_ticket_id_fkey foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
call protect_by_customer('ticket_service_level');
grant insert, update, delete on ticket_service_level to vakt_app;
create index ticket_service_level_by_calendar on ticket_service_level (calendar_id);
create index ticket_service_level_to_warn on ticket_service_level (next_warning_at) where (next_warning_at is not null);

-- Each warning that was given, so that none is given twice.
create table service_level_warning (
  customer_id text not null,
  ticket_id bigint not null,
  clock text not null check (clock in ('first_response', 'next_update', 'resolution')),
  round integer not null,
  level text not null check (level in ('soon', 'missed')),
  at timestamptz not null,
  primary key (customer_id, ticket_id, clock, round, level),
  constraint service_level_warning_customer_id_ticket_id_fkey foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
call protect_by_customer('service_level_warning');

-- What happened to tickets, written with the change itself. What people and other systems are told is made from it.
create table ticket_event (
  event_id bigint generated always as identity primary key,
  customer_id text not null,
  ticket_id bigint not null,
  at timestamptz not null,
  kind text not null check (kind in ('created', 'commented', 'status_changed', 'mentioned', 'assigned', 'service_level_warning')),
  comment_id bigint,
  private boolean not null default false,
  actor_type text not null check (actor_type in ('user', 'system')),
  actor_id text not null,
  actor_name text not null,
  -- Those mentioned, or who was given the ticket.
  named_user_ids uuid[] not null default '{}'::uuid[],
  details jsonb not null default '{}',
  attempts smallint not null default 0,
  told_at timestamptz,
  constraint ticket_event_customer_id_event_id_key unique (customer_id, event_id),
  constraint ticket_event_customer_id_ticket_id_fkey foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
call protect_by_customer('ticket_event');
grant insert on ticket_event to vakt_app;
-- What is removed after its time is found by it.
create index ticket_event_by_time on ticket_event (at) where (told_at is not null);
create index ticket_event_of_ticket on ticket_event (customer_id, ticket_id, event_id);
create index ticket_event_waiting on ticket_event (event_id) where (told_at is null);

-- Belongs to the person: staff find theirs under the provider, whichever customer's ticket it is about.
create table notification (
  notification_id bigint generated always as identity primary key,
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  about_customer_id text not null,
  ticket_id bigint,
  event_id bigint,
  kind text not null,
  comment_id bigint,
  private boolean not null,
  by_system boolean not null,
  actor_name text not null,
  subject text not null,
  details jsonb not null,
  -- Tickets that monitoring opens soon after each other share one row.
  tickets integer not null default 1,
  created_at timestamptz not null,
  read_at timestamptz,
  incident_id bigint,
  constraint notification_user_id_event_id_key unique (user_id, event_id),
  constraint notification_about_customer_id_ticket_id_fkey foreign key (about_customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade,
  constraint notification_customer_id_user_id_fkey foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('notification');
grant update (read_at) on notification to vakt_app;
create index notification_by_time on notification (created_at);
create index notification_of_ticket on notification (about_customer_id, ticket_id);
create index notification_of_user on notification (customer_id, user_id, notification_id desc);
create index notification_unread on notification (customer_id, user_id, notification_id desc) where (read_at is null);

-- What somebody chose themselves; without a row the default of the kind holds.
create table notification_preference (
  customer_id text not null,
  user_id uuid not null,
  kind text not null,
  by_mail boolean not null,
  in_portal boolean not null,
  -- Of a kind about incidents: from which severity on.
  from_severity text check (from_severity in ('critical', 'high', 'medium', 'low')),
  primary key (customer_id, user_id, kind),
  constraint notification_preference_customer_id_user_id_fkey foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('notification_preference');
grant insert, update on notification_preference to vakt_app;

-- Each mail as it is sent, and what became of it. `claimed`: a worker is at it; `sending`: the mail server has begun to take it in.
create table mail_delivery (
  delivery_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  ticket_id bigint,
  event_id bigint,
  recipient_customer_id text not null,
  recipient_id uuid,
  kind text not null,
  private boolean not null default false,
  address text not null,
  recipient_name text not null,
  language text not null check (language in ('sv', 'en')),
  subject text not null,
  text_body text not null,
  html_body text not null,
  thread text,
  -- Recorded before the first attempt and the same in each: a receiver can tell a repeated mail.
  message_id text not null unique,
  state text not null check (state in ('waiting', 'claimed', 'sending', 'sent', 'unknown', 'failed', 'kept', 'held', 'summarised')),
  attempts smallint not null default 0,
  next_at timestamptz not null,
  claim uuid,
  claimed_until timestamptz,
  reason text,
  answer text,
  created_at timestamptz not null,
  finished_at timestamptz,
  incident_id bigint,
  -- A delivery is what its channel hands over; mail is the first.
  channel text not null default 'mail',
  provider text,
  provider_id text,
  parts smallint,
  price_millionths bigint,
  currency text,
  report text,
  destination_id uuid,
  -- The event that is posted there; `event_id` is of one mail to someone without an account.
  posted_event_id bigint,
  -- What a mail carries, made when it is sent: {"report": "2026-10"}.
  attachment jsonb,
  constraint mail_delivery_customer_id_ticket_id_fkey foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade,
  constraint mail_delivery_recipient_customer_id_recipient_id_fkey foreign key (recipient_customer_id, recipient_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('mail_delivery');
grant update (state, next_at, reason, finished_at) on mail_delivery to vakt_app;
create index mail_delivery_by_address on mail_delivery (address, created_at);
create index mail_delivery_by_time on mail_delivery (created_at desc, delivery_id desc);
create index mail_delivery_due on mail_delivery (next_at) where (state in ('waiting', 'claimed', 'sending'));
create index mail_delivery_held on mail_delivery (address) where (state = 'held');
create index mail_delivery_of_destination on mail_delivery (destination_id, created_at) where (destination_id is not null);
-- An event reaches a user once on each channel.
create unique index mail_delivery_of_event on mail_delivery (recipient_id, event_id, channel);
create index mail_delivery_of_phones on mail_delivery (created_at) where (channel in ('sms', 'voice'));
-- An event is posted to a channel once.
create unique index mail_delivery_of_posted_event on mail_delivery (destination_id, posted_event_id);
create index mail_delivery_of_recipient on mail_delivery (recipient_customer_id, recipient_id);
create index mail_delivery_of_ticket on mail_delivery (customer_id, ticket_id, created_at desc, delivery_id desc);
-- An event is mailed to a requester without an account once; others are unique by their user.
create unique index mail_delivery_without_account on mail_delivery (event_id) where (recipient_id is null);

create table webhook (
  webhook_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  name text not null,
  url text not null,
  kinds text[] not null,
  with_private boolean not null default false,
  -- Encrypted with a key that is not in the database.
  sealed_secret bytea not null,
  version integer not null default 1,
  created_at timestamptz not null,
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('person', 'failing')),
  failing_since timestamptz,
  -- When staff were told that it had been switched off.
  told_off_at timestamptz,
  -- Since when no key of SECRET_KEY decrypts the secret; null while it can be used.
  secret_unreadable_since timestamptz,
  -- Deliveries that failed since the last one that arrived.
  failures integer not null default 0,
  -- Nothing is sent until then, because the last deliveries failed.
  paused_until timestamptz,
  constraint webhook_customer_id_webhook_id_key unique (customer_id, webhook_id)
);
call protect_by_customer('webhook');
grant insert, update, delete on webhook to vakt_app;
create index webhook_to_tell_of on webhook (disabled_at) where ((disabled_because = 'failing') and (told_off_at is null));

create table webhook_delivery (
  -- The `webhook-id` header; each redelivery gets its own row and keeps the message id.
  delivery_id uuid default gen_random_uuid() primary key,
  message_id uuid not null,
  customer_id text not null,
  webhook_id uuid not null,
  event_id bigint,
  ticket_id bigint,
  kind text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'claimed', 'delivered', 'failed')),
  attempts smallint not null default 0,
  next_at timestamptz not null,
  claim uuid,
  claimed_until timestamptz,
  reason text,
  request_head text,
  response_status integer,
  response_head text,
  took_ms integer,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint webhook_delivery_customer_id_webhook_id_delivery_id_key unique (customer_id, webhook_id, delivery_id),
  constraint webhook_delivery_customer_id_webhook_id_fkey foreign key (customer_id, webhook_id) references webhook (customer_id, webhook_id) on delete cascade
);
call protect_by_customer('webhook_delivery');
grant insert on webhook_delivery to vakt_app;
grant update (state, attempts, next_at, finished_at) on webhook_delivery to vakt_app;
create index webhook_delivery_by_time on webhook_delivery (customer_id, webhook_id, created_at desc, delivery_id desc);
create index webhook_delivery_due on webhook_delivery (next_at) where (state in ('waiting', 'claimed'));
create index webhook_delivery_of_all_by_time on webhook_delivery (created_at);
create unique index webhook_delivery_once_per_event on webhook_delivery (webhook_id, event_id) where (event_id is not null);

-- Which entities changed in which transaction, so that what servers keep in memory can follow: a transaction that an earlier snapshot did
-- not see is one whose changes are not there yet. Kept for an hour; what is older than that is read anew.
create table entity_change (
  change_id bigint generated always as identity primary key,
  customer_id text not null references customer on delete cascade,
  transaction_id xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now(),
  entity_ids uuid[] not null
);
call protect_by_customer('entity_change');
grant insert, update, delete on entity_change to vakt_app;
create index entity_change_by_age on entity_change (customer_id, changed_at);
create index entity_change_of_customer on entity_change (customer_id, transaction_id);

create table connector (
  connector_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  -- `upload` and `api` are made when they are first used, and are never run by the clock.
  kind text not null check (kind in ('azure', 'upload', 'api')),
  name text not null,
  settings jsonb not null default '{}',
  -- Encrypted with a key that is not in the database.
  sealed_secret bytea,
  every_hours smallint check (every_hours between 1 and 168),
  cron text,
  is_enabled boolean not null default true,
  next_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  -- Its schedule counts from here at the earliest; null: since it was created.
  watched_since timestamptz,
  -- While its alert fires.
  late_since timestamptz,
  secret_unreadable_since timestamptz,
  metrics_failed_since timestamptz,
  metrics_failure text,
  metrics_failure_detail text,
  constraint connector_customer_id_connector_id_key unique (customer_id, connector_id),
  constraint connector_check check ((every_hours is null) or (cron is null))
);
call protect_by_customer('connector');
grant insert, update, delete on connector to vakt_app;
create index connector_due on connector (next_at) where (next_at is not null);
create unique index connector_once_by_kind on connector (customer_id, kind) where (kind in ('upload', 'api'));

create table connector_run (
  run_id uuid default gen_random_uuid() primary key,
  customer_id text not null,
  connector_id uuid not null,
  -- A run that its server left behind is cut off, and another one follows. Nothing becomes stale by either.
  state text not null check (state in ('waiting', 'running', 'succeeded', 'failed', 'cut_off')),
  cause text not null check (cause in ('schedule', 'person', 'repeat')),
  asked_by text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  not_before timestamptz,
  claim uuid,
  claimed_until timestamptz,
  seen integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  returned integer not null default 0,
  gone integer not null default 0,
  skipped integer not null default 0,
  -- Of another connector, which goes on saying what they are like.
  kept integer not null default 0,
  reason text,
  reason_detail text,
  constraint connector_run_customer_id_run_id_key unique (customer_id, run_id),
  constraint connector_run_customer_id_connector_id_fkey foreign key (customer_id, connector_id) references connector (customer_id, connector_id) on delete cascade
);
call protect_by_customer('connector_run');
grant insert, update on connector_run to vakt_app;
create index connector_run_by_time on connector_run (customer_id, connector_id, created_at desc, run_id desc);
create index connector_run_due on connector_run (created_at) where (state in ('waiting', 'running'));
create unique index connector_run_one_at_a_time on connector_run (connector_id) where (state in ('waiting', 'running'));

-- Which entity was seen by which connector, in which run last, and how many complete runs have missed it since.
create table connector_entity (
  customer_id text not null,
  connector_id uuid not null,
  entity_id uuid not null,
  run_id uuid not null,
  missed_runs smallint not null default 0,
  -- What the connector said of the entity last, in short, once that was taken in whole: who says the same again changes nothing.
  said text,
  primary key (connector_id, entity_id),
  constraint connector_entity_customer_id_connector_id_fkey foreign key (customer_id, connector_id) references connector (customer_id, connector_id) on delete cascade,
  constraint connector_entity_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
) with (fillfactor='80');
call protect_by_customer('connector_entity');
grant insert, update on connector_entity to vakt_app;
create index connector_entity_of_entity on connector_entity (entity_id);

create table entity_history (
  history_id bigint generated always as identity primary key,
  customer_id text not null,
  entity_id uuid not null,
  run_id uuid,
  at timestamptz not null,
  kind text not null check (kind in ('added', 'changed', 'gone', 'returned')),
  -- `name`, `region`, …, `tags.environment`, `properties.sku`; null unless changed.
  field text,
  before jsonb,
  after jsonb,
  constraint entity_history_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade,
  constraint entity_history_customer_id_run_id_fkey foreign key (customer_id, run_id) references connector_run (customer_id, run_id) on delete set null (run_id)
);
call protect_by_customer('entity_history');
grant insert on entity_history to vakt_app;
create index entity_history_by_time on entity_history (customer_id, at);
create index entity_history_of_entity on entity_history (customer_id, entity_id, history_id desc);
create index entity_history_of_run on entity_history (run_id, kind, history_id) where (run_id is not null);

create table incident_event (
  event_id bigint generated always as identity primary key,
  customer_id text not null,
  incident_id bigint not null,
  at timestamptz not null,
  kind text not null check (kind in ('acknowledged', 'unacknowledged', 'assigned', 'unassigned', 'noted', 'resolved', 'merged', 'bound', 'took-in', 'unmerged', 'gave-back', 'split', 'split-from')),
  author_type text not null check (author_type in ('user', 'system')),
  author_id text not null,
  author_name text not null,
  by_staff boolean not null,
  body text not null default '',
  details jsonb not null default '{}',
  -- A note of the provider's staff that customers do not see.
  private boolean not null default false,
  constraint incident_event_customer_id_incident_id_fkey foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade
);
call protect_by_customer('incident_event');
grant insert on incident_event to vakt_app;
-- How long incidents waited for their acknowledgement.
create index incident_acknowledgement on incident_event (customer_id, at) include (incident_id) where (kind = 'acknowledged');
create index incident_event_of_incident on incident_event (customer_id, incident_id, event_id desc);

-- Says once and for all which entity a source means. Belongs to the customer whose token brings the signals: for the provider's own token
-- the entity may be anybody's.
create table entity_binding (
  binding_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  source text not null,
  target_key text not null,
  target_name text,
  entity_customer_id text not null,
  entity_id uuid not null,
  created_at timestamptz not null,
  created_by text not null,
  -- Until then what was recorded before still waits to follow.
  applied_at timestamptz,
  constraint entity_binding_customer_id_source_target_key_key unique (customer_id, source, target_key),
  constraint entity_binding_entity_customer_id_entity_id_fkey foreign key (entity_customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
);
call protect_by_customer('entity_binding');
grant insert, delete on entity_binding to vakt_app;
create index entity_binding_of_entity on entity_binding (entity_customer_id, entity_id);
create index entity_binding_waiting on entity_binding (created_at) where (applied_at is null);

-- What an entity's own id and properties say that it belongs to. The other one is named by its key, since it may be saved later, or never.
create table entity_relation (
  customer_id text not null,
  entity_id uuid not null,
  kind text not null,
  target_key text not null,
  primary key (customer_id, entity_id, kind, target_key),
  constraint entity_relation_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
);
call protect_by_customer('entity_relation');
grant insert, delete on entity_relation to vakt_app;
create index entity_relation_back on entity_relation (customer_id, target_key);

create table entity_upload (
  upload_id uuid primary key,
  customer_id text not null references customer on delete cascade,
  file_name text not null check ((octet_length(file_name) >= 1) and (octet_length(file_name) <= 255)),
  size bigint not null default 0,
  format text not null default 'csv' check (format in ('csv', 'json')),
  encoding text not null default 'utf-8',
  delimiter text not null default ',',
  has_header boolean not null default true,
  columns jsonb not null default '[]',
  type_for_all text,
  -- `removed`: the worker takes its contents away and then the row, as it does with whatever is a day old.
  state text not null check (state in ('receiving', 'received', 'waiting', 'checking', 'checked', 'importing', 'imported', 'failed', 'removed')),
  progress smallint not null default 0,
  found jsonb,
  is_whole_estate boolean not null default false,
  has_contents boolean not null default true,
  claim uuid,
  claimed_until timestamptz,
  attempts smallint not null default 0,
  run_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  -- While it is received, when its last part came.
  changed_at timestamptz not null,
  constraint entity_upload_customer_id_upload_id_key unique (customer_id, upload_id)
);
call protect_by_customer('entity_upload');
grant insert, update, delete on entity_upload to vakt_app;
create index entity_upload_of_customer on entity_upload (customer_id, created_at desc, upload_id desc);
create unique index entity_upload_one_import on entity_upload (customer_id) where (state = 'importing');

create table entity_upload_part (
  customer_id text not null,
  upload_id uuid not null,
  number integer not null,
  content bytea not null,
  primary key (upload_id, number),
  constraint entity_upload_part_customer_id_upload_id_fkey foreign key (customer_id, upload_id) references entity_upload (customer_id, upload_id) on delete cascade
);
alter table entity_upload_part alter column content set storage external;
call protect_by_customer('entity_upload_part');
grant insert on entity_upload_part to vakt_app;

-- What the check made of the rows; the import takes them from here, so that it brings what was shown.
create table entity_upload_row (
  customer_id text not null,
  upload_id uuid not null,
  row_number integer not null,
  key text not null,
  entity jsonb not null,
  standing text not null check (standing in ('added', 'changed', 'returned', 'unchanged', 'kept')),
  changes jsonb not null default '[]',
  primary key (upload_id, row_number),
  constraint entity_upload_row_customer_id_upload_id_fkey foreign key (customer_id, upload_id) references entity_upload (customer_id, upload_id) on delete cascade
);
call protect_by_customer('entity_upload_row');
create unique index entity_upload_row_by_key on entity_upload_row (upload_id, key);
create index entity_upload_row_by_standing on entity_upload_row (upload_id, standing, row_number);

create table entity_upload_problem (
  problem_id bigint generated always as identity primary key,
  customer_id text not null,
  upload_id uuid not null,
  row_number integer not null,
  column_name text,
  problem text not null,
  value text,
  constraint entity_upload_problem_customer_id_upload_id_fkey foreign key (customer_id, upload_id) references entity_upload (customer_id, upload_id) on delete cascade
);
call protect_by_customer('entity_upload_problem');
create index entity_upload_problem_by_row on entity_upload_problem (upload_id, row_number, problem_id);

create table entity_upload_habit (
  customer_id text primary key references customer on delete cascade,
  -- What a column of that name was used as.
  uses jsonb not null default '{}',
  type_for_all text
);
call protect_by_customer('entity_upload_habit');
grant insert, update on entity_upload_habit to vakt_app;

-- The one-time addresses at which an installation that has no provider yet is set up. They are no customer's, so only the worker sees them.
create table set_up_token (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- The process that printed the address, by host and port: its next start replaces the address.
  process text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
alter table set_up_token enable row level security;
alter table set_up_token force row level security;
grant select, insert, delete, update on set_up_token to vakt_worker;
create policy worker_tokens on set_up_token to vakt_worker using (true) with check (true);

-- What staff decided about the checklist of a new customer. A customer without a row decided nothing.
create table customer_checklist (
  customer_id text primary key references customer on delete cascade,
  dismissed_at timestamptz,
  -- The usual roles were looked at and are right as they are.
  permissions_confirmed_at timestamptz
);
call protect_by_customer('customer_checklist');
grant insert, update on customer_checklist to vakt_app;

-- A monitoring source is a named sender of signals. It has one ingest token, and two for a while when its token is rotated.
create table monitoring_source (
  source_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  name text not null,
  -- Silence for this long raises an alert; null: the source is not watched.
  expected_minutes integer check (expected_minutes between 1 and 10080),
  -- An alert of this name always fires (a dead man's switch): it is a heartbeat, and silence is counted from the last one.
  heartbeat_name text,
  -- Silence counts from here at the earliest: when the source was created, or when what is expected of it changed.
  watched_since timestamptz not null default now(),
  first_signal_at timestamptz,
  last_signal_at timestamptz,
  last_heartbeat_at timestamptz,
  signal_count bigint not null default 0,
  -- While its silence alert fires.
  silent_since timestamptz,
  -- Which of the two alerts about its token fires.
  expiry_alert text check (expiry_alert in ('soon', 'expired')),
  created_by text,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  version integer not null default 1,
  -- The last signals of a source that were processed, the newest first: an index on signals by token would cost each signal.
  recent_signals bigint[] not null default '{}'::bigint[],
  sealed_grafana_secret bytea,
  google_audience text,
  google_email text,
  accepts_raw_sns boolean not null default false,
  constraint monitoring_source_customer_id_source_id_key unique (customer_id, source_id)
) with (fillfactor='80');
call protect_by_customer('monitoring_source');
grant insert, update on monitoring_source to vakt_app;
create index monitoring_source_by_name on monitoring_source (name, source_id);
create index monitoring_source_of_customer on monitoring_source (customer_id, name, source_id);

-- How many signals a source sent in each hour; written by the worker, so that no one has to count signals.
create table monitoring_source_hour (
  customer_id text not null,
  source_id uuid not null,
  hour timestamptz not null,
  signals integer not null,
  primary key (source_id, hour),
  constraint monitoring_source_hour_customer_id_source_id_fkey foreign key (customer_id, source_id) references monitoring_source (customer_id, source_id) on delete cascade
);
call protect_by_customer('monitoring_source_hour');
grant insert, update on monitoring_source_hour to vakt_app;
create index monitoring_source_hour_by_time on monitoring_source_hour (hour);

-- When a worker last watched the sources: after a time without any worker no source is called silent for what Vakt itself missed.
create table source_watch (
  is_only boolean default true primary key check (is_only),
  watched_at timestamptz not null
);
alter table source_watch enable row level security;
alter table source_watch force row level security;
grant select, insert, update on source_watch to vakt_worker;
create policy worker_watches on source_watch to vakt_worker using (true) with check (true);

-- An API token of a customer or of the provider that belongs to no user.
create table service_token (
  token_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  name text not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The last characters of the secret, by which people tell it from the one before.
  ending text not null,
  -- The secret before a rotation, which works until then.
  previous_hash bytea unique check (octet_length(previous_hash) = 32),
  previous_until timestamptz,
  scope text[] not null,
  created_by text not null,
  created_at timestamptz not null,
  rotated_at timestamptz,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint service_token_customer_id_token_id_key unique (customer_id, token_id)
);
call protect_by_customer('service_token');
grant insert, update on service_token to vakt_app;
-- Whoever shows the secret may see its row, and no other.
create policy presented_service_token on service_token for select to vakt_app using (((token_hash = decode((select presented('service_token_hash')), 'hex')) or (previous_hash = decode((select presented('service_token_hash')), 'hex'))));
create index service_token_of_customer on service_token (customer_id, created_at desc, token_id desc) where (revoked_at is null);

-- Random secrets of the installation, encrypted with a key of SECRET_KEY. `root`: the passwords of the runtime logins and what is signed are
-- derived from it, so neither a new key nor another password of the owner changes them. `legacy`: the owner's password at the first start
-- with SECRET_KEY, which decrypts what earlier releases encrypted; removed once nothing needs it.
create table installation_secret (
  name text primary key check (name in ('root', 'legacy')),
  sealed bytea not null,
  created_at timestamptz not null default now()
);
alter table installation_secret enable row level security;
alter table installation_secret force row level security;
grant select, delete, update on installation_secret to vakt_worker;
-- Tied to who owns the table, not to the name of a login: a restore under another owner works.
create policy read_by_owner on installation_secret using (pg_has_role(current_user, (select pg_class.relowner
   from pg_class
  where (pg_class.oid = ('public.installation_secret'::regclass)::oid)), 'usage')) with check (pg_has_role(current_user, (select pg_class.relowner
   from pg_class
  where (pg_class.oid = ('public.installation_secret'::regclass)::oid)), 'usage'));
-- The worker re-encrypts with a newer key.
create policy reencrypt on installation_secret to vakt_worker using (true) with check (true);

-- The answers of calls that were made with an Idempotency-Key: a call that is repeated gets the answer of the first. A row is written in the
-- transaction of the effect it stands for, and removed after a day. The key of one ticket among many ends in a space and the ticket.
create table idempotency_key (
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  key text not null check ((length(key) >= 1) and (length(key) <= 400)),
  -- SHA-256 of the request.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Null where the call answers 204.
  answer json,
  created_at timestamptz not null default now(),
  primary key (customer_id, user_id, key)
);
call protect_by_customer('idempotency_key');
grant insert on idempotency_key to vakt_app;
create index idempotency_key_by_time on idempotency_key (created_at);

-- When a user last looked at the dashboard of a customer. Staff have rows too, who are no users of that customer; their row under the
-- provider is that of the dashboard of all customers.
create table dashboard_visit (
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  seen_at timestamptz not null,
  -- The end of the visit before the current one.
  previous_seen_at timestamptz,
  primary key (customer_id, user_id)
);
call protect_by_customer('dashboard_visit');
grant insert, update on dashboard_visit to vakt_app;

-- One event that hits several customers. It belongs to the provider's own customer; what an affected customer sees of it is its own row of
-- major_incident_part, and the updates that are written on its incident.
create table major_incident (
  major_incident_id bigint generated always as identity primary key,
  customer_id text not null references customer on delete cascade,
  title_en text not null,
  title_sv text not null,
  opened_at timestamptz not null,
  opened_by text not null,
  ended_at timestamptz,
  -- Who leads a major incident; null: the one who opened it.
  lead_name text,
  constraint major_incident_customer_id_major_incident_id_key unique (customer_id, major_incident_id)
);
call protect_by_customer('major_incident');
grant insert, update on major_incident to vakt_app;

create table major_incident_update (
  update_id bigint generated always as identity primary key,
  customer_id text not null,
  major_incident_id bigint not null,
  at timestamptz not null,
  author_name text not null,
  body_en text,
  body_sv text,
  constraint major_incident_update_customer_id_major_incident_id_fkey foreign key (customer_id, major_incident_id) references major_incident (customer_id, major_incident_id) on delete cascade,
  constraint major_incident_update_check check (coalesce(body_en, body_sv) is not null)
);
call protect_by_customer('major_incident_update');
grant insert on major_incident_update to vakt_app;
create index major_incident_update_of on major_incident_update (customer_id, major_incident_id, update_id desc);

create table major_incident_part (
  customer_id text not null,
  incident_id bigint not null,
  major_incident_id bigint not null references major_incident (major_incident_id) on delete cascade,
  -- In the language of the customer.
  title text not null,
  added_at timestamptz not null,
  ended_at timestamptz,
  primary key (customer_id, incident_id),
  constraint major_incident_part_customer_id_incident_id_fkey foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade
);
call protect_by_customer('major_incident_part');
grant insert, update, delete on major_incident_part to vakt_app;
create index major_incident_part_of on major_incident_part (major_incident_id);

-- Who follows what of a customer. `target` is the id of the incident, ticket or entity; of a tag group its tags as JSON text, such as
-- [["application","checkout"],["environment",null]], so that it stays the same group when the customer groups by other tags.
create table follower (
  customer_id text not null references customer on delete cascade,
  kind text not null check (kind in ('incident', 'ticket', 'entity', 'tag_group')),
  target text not null check (length(target) <= 2000),
  -- Staff follow what is another customer's.
  follower_customer_id text not null,
  user_id uuid not null,
  followed_at timestamptz not null default now(),
  primary key (customer_id, kind, target, user_id),
  constraint follower_follower_customer_id_user_id_fkey foreign key (follower_customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('follower');
grant insert, delete on follower to vakt_app;
create index follower_of_user on follower (user_id, followed_at desc);

-- What happened to incidents and is still to be notified of, written with the change itself. Numbered together with ticket_event: a
-- notification and a mail of a user are unique by the number of their event.
create table incident_outbox (
  event_id bigint default nextval('public.ticket_event_event_id_seq'::regclass) primary key,
  customer_id text not null,
  incident_id bigint not null,
  at timestamptz not null,
  kind text not null check (kind in ('opened', 'escalated', 'resolved')),
  severity text not null check (severity in ('critical', 'high', 'medium', 'low')),
  actor_type text not null check (actor_type in ('user', 'system')),
  actor_id text not null,
  actor_name text not null,
  attempts smallint not null default 0,
  notified_at timestamptz,
  constraint incident_outbox_customer_id_incident_id_fkey foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade
);
call protect_by_customer('incident_outbox');
grant insert on incident_outbox to vakt_app;
create index incident_outbox_by_time on incident_outbox (at) where (notified_at is not null);
create index incident_outbox_of_incident on incident_outbox (customer_id, incident_id);
create index incident_outbox_waiting on incident_outbox (event_id) where (notified_at is null);

-- The work queue: each row is work that waits on a row of a feature, or is being done. What is finished is deleted: that row is the history.
create table job (
  job_id bigint generated always as identity primary key,
  queue text not null check ((length(queue) >= 1) and (length(queue) <= 100)),
  -- Null: the provider's own work. `tenant` lets the claim step over both kinds in one index.
  customer_id text references customer on delete cascade,
  tenant text generated always as (coalesce(customer_id, '')) stored not null,
  -- What only so many jobs may work for at once: a webhook, a connector. Few of them per customer, since each costs the claim a step; '': no such limit.
  key text not null default '' check (length(key) <= 100),
  -- The row this job works on. One job a queue and row, however often it is enqueued.
  row_id text not null check ((length(row_id) >= 1) and (length(row_id) <= 100)),
  priority smallint not null default 1 check (priority between 0 and 2),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'failed')),
  due timestamptz not null default now(),
  attempts smallint not null default 0,
  -- Enqueued while it ran: it runs once more.
  runs_again boolean not null default false,
  lease_token uuid,
  lease_until timestamptz,
  error text,
  failed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint job_queue_tenant_row_id_key unique (queue, tenant, row_id),
  constraint job_check check ((state = 'running') = ((lease_token is not null) and (lease_until is not null))),
  constraint job_check1 check ((state = 'failed') = (failed_at is not null))
) with (fillfactor='70', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_cost_delay='0', autovacuum_analyze_scale_factor='0', autovacuum_analyze_threshold='5000');
call protect_by_customer('job');
grant insert, update, delete on job to vakt_app;
create policy provider_work_read on job for select to vakt_app using (((customer_id is null) and (select is_provider() as is_provider)));
create policy provider_work_remove on job for delete to vakt_app using (((customer_id is null) and (select is_provider() as is_provider)));
create policy provider_work_retry on job for update to vakt_app using (((customer_id is null) and (select is_provider() as is_provider)));
-- An expression, so that the planner cannot take it for the claim: by plain `due` it would walk all jobs of one customer to find one of another.
create index job_by_due on job ((due at time zone 'UTC')) where (state = 'waiting');
create index job_by_lane on job (queue, priority, tenant, key, due) where (state = 'waiting');
create index job_by_lease on job (queue, lease_until) where (state = 'running');
create index job_failed on job (failed_at desc, job_id desc) where (state = 'failed');

-- Who is not notified of an incident until when: then, if it is still open, a job of `mute_id` reminds them. A new time has a new id, so that
-- the job of the old one finds nothing. The row goes when the incident escalates, or when they take it back.
create table incident_mute (
  customer_id text not null,
  incident_id bigint not null,
  -- Staff mute what is another customer's.
  muter_customer_id text not null,
  user_id uuid not null,
  mute_id uuid not null default gen_random_uuid(),
  muted_at timestamptz not null,
  muted_until timestamptz not null,
  constraint incident_mute_customer_id_mute_id_key unique (customer_id, mute_id),
  primary key (customer_id, incident_id, user_id),
  constraint incident_mute_customer_id_incident_id_fkey foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade,
  constraint incident_mute_muter_customer_id_user_id_fkey foreign key (muter_customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('incident_mute');
grant insert, update, delete on incident_mute to vakt_app;
create index incident_mute_of_user on incident_mute (muter_customer_id, user_id);

-- How somebody likes a list other than that of the tickets: which columns, and which view they start with.
create table list_choice (
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  list text not null check ((length(list) >= 1) and (length(list) <= 40)),
  columns text[],
  default_view_id uuid,
  primary key (customer_id, user_id, list),
  constraint list_choice_customer_id_default_view_id_fkey foreign key (customer_id, default_view_id) references ticket_view (customer_id, view_id) on delete set null (default_view_id)
);
call protect_by_customer('list_choice');
grant insert, update on list_choice to vakt_app;

-- Everything that happens and users or webhooks are notified of, written with the change itself. `topic` says what `subject_id` is the id of.
-- The tables `ticket_event` and `incident_outbox`, which nothing writes any more, go with the next release. All three share one sequence: notifications and deliveries of a user are unique by the id of their event.
create table event (
  event_id bigint default nextval('public.ticket_event_event_id_seq'::regclass) primary key,
  customer_id text not null references customer on delete cascade,
  at timestamptz not null,
  topic text not null,
  kind text not null,
  subject_id text not null,
  -- Only the provider's staff may see it.
  private boolean not null default false,
  actor_type text not null check (actor_type in ('user', 'system')),
  actor_id text not null,
  actor_name text not null,
  -- Users who are notified whatever they follow, such as those mentioned.
  named_user_ids uuid[] not null default '{}'::uuid[],
  details jsonb not null default '{}',
  attempts smallint not null default 0,
  dispatched_at timestamptz
);
call protect_by_customer('event');
grant insert on event to vakt_app;
create index event_by_time on event (at) where (dispatched_at is not null);
create index event_of_customer on event (customer_id, event_id);
create index event_waiting on event (event_id) where (dispatched_at is null);

-- Names of signals that mean no resource: they are not listed as unmatched until they are restored. Their alerts stay as they are.
create table unmatched_dismissal (
  customer_id text not null references customer on delete cascade,
  source text not null,
  target_key text not null,
  dismissed_at timestamptz not null,
  dismissed_by text not null,
  primary key (customer_id, source, target_key)
);
call protect_by_customer('unmatched_dismissal');
grant insert, delete on unmatched_dismissal to vakt_app;

create table metric_customer (
  customer_id text primary key references customer on delete cascade,
  last_series_no integer not null default 0,
  -- Label sets that sent in the last two days, recounted each night, and how many of them the customer may have: points of further ones are refused.
  active_series integer not null default 0,
  max_series integer not null default 100000 check (max_series >= 0),
  -- When a label set was last refused; null: never, or the limit was raised since.
  refused_at timestamptz,
  -- Counted up when series are added, or their entity, kind or unit changes.
  series_version bigint not null default 0
);
call protect_by_customer('metric_customer');
grant insert, update on metric_customer to vakt_app;

-- What senders say of a metric beside its points.
create table metric_metadata (
  customer_id text not null references customer on delete cascade,
  metric text not null check ((length(metric) >= 1) and (length(metric) <= 1000)),
  kind text not null check (kind in ('gauge', 'counter', 'delta')),
  unit text check (length(unit) <= 100),
  primary key (customer_id, metric)
);
call protect_by_customer('metric_metadata');
grant insert, update on metric_metadata to vakt_app;

create table metric_series (
  customer_id text not null references customer on delete cascade,
  -- Counted per customer, so that a customer's series fill whole chunks.
  series_no integer not null,
  metric text not null check ((length(metric) >= 1) and (length(metric) <= 1000)),
  labels jsonb not null,
  label_hash bytea not null check (octet_length(label_hash) = 16),
  kind text not null check (kind in ('gauge', 'counter', 'delta')),
  unit text check (length(unit) <= 100),
  entity_id uuid,
  -- What its labels name: by it unmatched series are grouped and bound. Null until it was matched for the first time.
  target_key text,
  target_name text,
  first_seen_at timestamptz not null default now(),
  -- The last day that was packed with points of it.
  last_day integer,
  primary key (customer_id, series_no),
  constraint metric_series_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete set null (entity_id)
);
call protect_by_customer('metric_series');
grant insert, update on metric_series to vakt_app;
create unique index metric_series_by_labels on metric_series (customer_id, label_hash);
create index metric_series_counters on metric_series (customer_id, series_no) where (kind = 'counter');
create index metric_series_of_entity on metric_series (customer_id, entity_id, metric);
create index metric_series_of_metric on metric_series (customer_id, metric);
create index metric_series_unmatched on metric_series (customer_id, target_key) where (entity_id is null);

create table metric_batch (
  received_at timestamptz not null default now(),
  customer_id text not null,
  slot integer not null,
  batch_no bigint not null default nextval('public.metric_batch_no'::regclass),
  points bytea not null
) partition by range (received_at);
alter table metric_batch alter column points set storage external;
call protect_by_customer('metric_batch');
grant insert on metric_batch to vakt_app;
create index metric_batch_of_slot on metric_batch (customer_id, slot);

-- Buckets that are to be closed: when their grace period is over, and again after points that came late.
create table metric_due (
  customer_id text not null references customer on delete cascade,
  slot integer not null,
  due_at timestamptz not null,
  attempts smallint not null default 0,
  -- Failed for good: what it holds back goes on without it.
  failed_at timestamptz,
  error text,
  primary key (customer_id, slot)
);
call protect_by_customer('metric_due');
grant insert, update on metric_due to vakt_app;
create index metric_due_by_time on metric_due (due_at) where (failed_at is null);

-- Closed buckets: 128 series a row, in columns, compressed by the server. Dropped once their day is packed.
create table metric_chunk (
  customer_id text not null,
  slot integer not null,
  chunk integer not null,
  buckets bytea not null,
  primary key (customer_id, slot, chunk)
) partition by range (slot);
alter table metric_chunk alter column buckets set storage external;
call protect_by_customer('metric_chunk');

-- A day of one series in a row, and the hours of that day, which are kept longer.
create table metric_day (
  customer_id text not null,
  series_no integer not null,
  day integer not null,
  buckets bytea not null,
  primary key (customer_id, series_no, day)
) partition by range (day);
alter table metric_day alter column buckets set storage external;
call protect_by_customer('metric_day');

create table metric_day_of_hours (
  customer_id text not null,
  series_no integer not null,
  day integer not null,
  buckets bytea not null,
  primary key (customer_id, series_no, day)
) partition by range (day);
alter table metric_day_of_hours alter column buckets set storage external;
call protect_by_customer('metric_day_of_hours');

-- Entities whose metrics people look at: what a cloud measures of them is read until then. Written by reads, at most once in five minutes each.
create table metric_interest (
  customer_id text not null references customer on delete cascade,
  entity_id uuid not null,
  wanted_until timestamptz not null,
  primary key (customer_id, entity_id),
  constraint metric_interest_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
);
call protect_by_customer('metric_interest');
grant insert, update on metric_interest to vakt_app;

-- An alert rule watches one metric of one entity, or of all entities of the customer that match a filter.
create table alert_rule (
  rule_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  name text not null,
  name_key text generated always as (lower(name)) stored not null,
  description text not null,
  severity smallint not null check (severity between 0 and 3),
  aggregation text not null check (aggregation in ('avg', 'sum', 'min', 'max', 'last')),
  threshold_comparison text not null check (threshold_comparison in ('<', '>', '>=', '<=', '=')),
  threshold double precision not null,
  uses_critical_threshold boolean not null default false,
  critical_threshold double precision,
  alerts_before_action integer not null check (alerts_before_action >= 1),
  metric_name text not null,
  depends_on_metrics text[] not null default '{}',
  auto_close_delay_in_seconds integer not null check (auto_close_delay_in_seconds >= 0),
  missing_data text not null check (missing_data in ('ignored', 'violates', 'healthy')),
  valid_from timestamptz,
  -- Not included itself.
  valid_to timestamptz,
  enabled boolean not null default true,
  runbook_url text,
  entity_id uuid,
  -- With a filter instead of an entity: in lower case; an empty one lets everything through. Tags are { key: [values] }.
  filter jsonb,
  filter_types text[] not null default '{}',
  filter_resource_groups text[] not null default '{}',
  filter_tags jsonb not null default '{}',
  excluded_entity_ids uuid[] not null default '{}'::uuid[],
  -- Counting begins with this bucket of five minutes; a changed rule counts from zero.
  active_from_slot integer not null,
  -- When the worker took this version up.
  active_since timestamptz,
  -- As the worker counted last.
  covered_entities integer,
  watched_series integer not null default 0,
  missing_series integer not null default 0,
  last_fired_at timestamptz,
  created_at timestamptz not null,
  created_by text,
  modified_at timestamptz not null,
  modified_by text,
  deleted_at timestamptz,
  version integer not null default 1,
  -- On a rule that a standard made: which standard and rule of it, and the content as it was applied last. The standard is the provider's, so that
  -- the customer sees its name and what it allows from here.
  standard_id uuid,
  standard_rule_id uuid,
  standard_name text,
  standard_allows_threshold_changes boolean not null default false,
  standard_content jsonb,
  -- The standard has changed thresholds of which the customer has its own: they are asked whether to keep those.
  standard_asks boolean not null default false,
  constraint alert_rule_customer_id_rule_id_key unique (customer_id, rule_id),
  constraint alert_rule_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade,
  constraint alert_rule_check check ((entity_id is null) <> (filter is null)),
  constraint alert_rule_check1 check (valid_to > valid_from)
) with (fillfactor='80');
call protect_by_customer('alert_rule');
grant insert, update on alert_rule to vakt_app;
create index alert_rule_by_filter on alert_rule (customer_id, name_key, rule_id) where ((deleted_at is null) and (entity_id is null));
create index alert_rule_by_name on alert_rule (customer_id, name_key, rule_id) where (deleted_at is null);
create index alert_rule_deleted on alert_rule (deleted_at) where (deleted_at is not null);
create index alert_rule_of_entity on alert_rule (customer_id, entity_id, name_key, rule_id) where ((deleted_at is null) and (entity_id is not null));
create unique index alert_rule_of_standard on alert_rule (standard_id, customer_id, standard_rule_id) where ((standard_id is not null) and (deleted_at is null));

-- Every version of a rule: what it said from then on, and who changed it.
create table alert_rule_version (
  customer_id text not null,
  rule_id uuid not null,
  version integer not null,
  change text not null,
  at timestamptz not null,
  actor_name text not null,
  content jsonb not null,
  primary key (customer_id, rule_id, version),
  constraint alert_rule_version_customer_id_rule_id_fkey foreign key (customer_id, rule_id) references alert_rule (customer_id, rule_id) on delete cascade
);
call protect_by_customer('alert_rule_version');
grant insert on alert_rule_version to vakt_app;

-- What a rule remembers of a series. Only what is not idle has a row.
create table alert_rule_state (
  customer_id text not null,
  rule_id uuid not null,
  series_no integer not null,
  entity_id uuid not null,
  violations integer not null,
  criticals integer not null,
  firing text not null check (firing in ('no', 'yes', 'critical')),
  since_slot integer,
  healthy integer not null,
  -- The severity of the alert that it raised; null: none is raised.
  raised text check (raised in ('critical', 'high', 'medium', 'low')),
  -- The rule that holds it back while it fires.
  inhibited_by uuid,
  -- Nothing is evaluated any more, and why: the alert stays as it is.
  frozen text check (frozen in ('disabled', 'expired')),
  primary key (customer_id, rule_id, series_no)
) with (fillfactor='80');
call protect_by_customer('alert_rule_state');

-- Counted up by each change of a rule of the customer. Apart from the clock, so that no one who saves a rule waits for an evaluation.
create table alert_rule_revision (
  customer_id text primary key references customer on delete cascade,
  revision bigint not null default 1
) with (fillfactor='50');
call protect_by_customer('alert_rule_revision');
grant insert, update on alert_rule_revision to vakt_app;

-- Up to which bucket the rules of a customer are evaluated, by which revision of them, and from which bucket again because points came late.
create table alert_rule_clock (
  customer_id text primary key references customer on delete cascade,
  evaluated_to integer not null,
  evaluated_revision bigint not null default 0,
  reevaluate_from integer
) with (fillfactor='50');
call protect_by_customer('alert_rule_clock');

-- All states that are not idle at the end of an hour: where evaluation starts again for late points.
create table alert_rule_checkpoint (
  customer_id text not null references customer on delete cascade,
  slot integer not null,
  states jsonb not null,
  primary key (customer_id, slot)
);
call protect_by_customer('alert_rule_checkpoint');

-- A standard is a set of alert rules of the provider (customer_id), for the resources of a type and with tags at each customer that follows it.
create table rule_standard (
  standard_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  name text not null,
  name_key text generated always as (lower(name)) stored not null,
  description text not null,
  filter jsonb not null,
  -- Whether customers may set thresholds of their own.
  allows_threshold_changes boolean not null,
  -- Of { standardRuleId, content }, in their order.
  rules jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  modified_at timestamptz not null,
  modified_by text not null,
  version integer not null default 1,
  constraint rule_standard_customer_id_standard_id_key unique (customer_id, standard_id)
);
call protect_by_customer('rule_standard');
grant insert, update, delete on rule_standard to vakt_app;
create index rule_standard_by_name on rule_standard (customer_id, name_key, standard_id);

-- A customer that follows a standard; excluded_entity_ids are its resources that no rule of the standard covers.
create table rule_standard_follower (
  customer_id text not null references customer on delete cascade,
  standard_id uuid not null references rule_standard (standard_id) on delete cascade,
  excluded_entity_ids uuid[] not null default '{}'::uuid[],
  applied_version integer not null,
  applied_at timestamptz not null,
  applied_by text not null,
  primary key (customer_id, standard_id)
);
call protect_by_customer('rule_standard_follower');
grant insert, update, delete on rule_standard_follower to vakt_app;
create index rule_standard_follower_of on rule_standard_follower (standard_id, customer_id);

-- How the bodies of a source of the format `generic` are read. Each change is a version of its own; the newest applies.
create table source_mapping (
  customer_id text not null,
  source_id uuid not null,
  version integer not null check (version > 0),
  mapping jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (source_id, version),
  constraint source_mapping_customer_id_source_id_fkey foreign key (customer_id, source_id) references monitoring_source (customer_id, source_id) on delete cascade
);
call protect_by_customer('source_mapping');
grant insert on source_mapping to vakt_app;
create index source_mapping_of_customer on source_mapping (customer_id, source_id, version desc);

-- Topics of Amazon SNS that asked to send to a source. Only what is allowed is confirmed and read.
create table source_topic (
  customer_id text not null,
  source_id uuid not null,
  topic_arn text not null,
  asked_at timestamptz not null,
  -- The signal that asks to be confirmed.
  signal_id bigint,
  allowed_at timestamptz,
  allowed_by text,
  confirmed_at timestamptz,
  primary key (source_id, topic_arn),
  constraint source_topic_customer_id_source_id_fkey foreign key (customer_id, source_id) references monitoring_source (customer_id, source_id) on delete cascade
);
call protect_by_customer('source_topic');
grant insert, update on source_topic to vakt_app;
create index source_topic_of_customer on source_topic (customer_id, source_id);

-- Service windows: while an occurrence lasts, alerts on what it covers open no incident.
create table service_window (
  window_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  reason text not null,
  reason_key text generated always as (lower(reason)) stored not null,
  -- As the contract has them.
  schedule jsonb not null,
  scope jsonb not null,
  notices jsonb not null,
  repeats text not null check (repeats in ('never', 'hourly', 'daily', 'weekly', 'monthly', 'custom')),
  duration_seconds integer not null check (duration_seconds > 0),
  -- Empty: alerts with any metric, or none.
  metrics text[] not null default '{}',
  enabled boolean not null default true,
  -- Null: no approval is needed.
  approval text check (approval in ('waiting', 'approved', 'refused')),
  approval_by text,
  approval_at timestamptz,
  approval_reason text,
  -- Windows that the provider created together, one at each customer.
  provider_window_id uuid,
  related_ticket_id bigint,
  starts_at timestamptz not null,
  -- When the last occurrence ends; null: there is no last one.
  ends_at timestamptz,
  -- Up to where its occurrences are rows.
  planned_to timestamptz not null default '-infinity',
  created_by text not null,
  created_by_user_id uuid,
  created_at timestamptz not null,
  modified_by text,
  modified_at timestamptz not null,
  version integer not null default 1,
  constraint service_window_customer_id_window_id_key unique (customer_id, window_id)
) with (fillfactor='80');
call protect_by_customer('service_window');
grant insert, update on service_window to vakt_app;
create index service_window_of_customer on service_window (customer_id, created_at desc);
create index service_window_of_provider on service_window (provider_window_id) where (provider_window_id is not null);

-- What a window covers, by the keys of `service_window_keys`.
create table service_window_target (
  customer_id text not null,
  window_id uuid not null,
  key text not null,
  primary key (customer_id, key, window_id),
  constraint service_window_target_customer_id_window_id_fkey foreign key (customer_id, window_id) references service_window (customer_id, window_id) on delete cascade
);
call protect_by_customer('service_window_target');
grant insert, delete on service_window_target to vakt_app;
create index service_window_target_of_window on service_window_target (customer_id, window_id);

-- One start of a window and its end. Those to come are planned ahead and replaced when the window changes; those that began are kept.
create table service_window_occurrence (
  occurrence_id bigint generated by default as identity primary key,
  customer_id text not null,
  window_id uuid not null,
  starts_at timestamptz not null,
  -- Until when it holds; ended early or extended it differs from what was planned.
  ends_at timestamptz not null,
  planned_ends_at timestamptz not null,
  -- When what still fires is raised: its end, unless someone ended it early without.
  settles_at timestamptz not null,
  -- Its notices before and at the start were noted.
  reminded_at timestamptz,
  started_at timestamptz,
  settled_at timestamptz,
  -- The scope changed while it is ongoing: what is not covered any more is raised.
  is_to_recheck boolean not null default false,
  constraint service_window_occurrence_customer_id_occurrence_id_key unique (customer_id, occurrence_id),
  constraint service_window_occurrence_customer_id_window_id_starts_at_key unique (customer_id, window_id, starts_at),
  constraint service_window_occurrence_customer_id_window_id_fkey foreign key (customer_id, window_id) references service_window (customer_id, window_id) on delete cascade,
  constraint service_window_occurrence_check check (ends_at >= starts_at)
) with (fillfactor='80');
call protect_by_customer('service_window_occurrence');
grant insert, update, delete on service_window_occurrence to vakt_app;
create index service_window_occurrence_by_start on service_window_occurrence (customer_id, starts_at);
create index service_window_occurrence_unsettled on service_window_occurrence (customer_id, window_id, settles_at) where (settled_at is null);

-- What an occurrence held, and what happened to it.
create table service_window_hold (
  customer_id text not null,
  occurrence_id bigint not null,
  alert_id bigint not null,
  held_at timestamptz not null,
  outcome text not null default 'held' check (outcome in ('held', 'recovered', 'raised', 'held-on', 'gone')),
  outcome_at timestamptz,
  incident_id bigint,
  -- The severity that was reported last of an incident which an alert made worse while a window lasted. Null: the alert itself was held.
  escalated_from text,
  primary key (customer_id, occurrence_id, alert_id),
  constraint service_window_hold_customer_id_alert_id_fkey foreign key (customer_id, alert_id) references alert (customer_id, alert_id) on delete cascade,
  constraint service_window_hold_customer_id_occurrence_id_fkey foreign key (customer_id, occurrence_id) references service_window_occurrence (customer_id, occurrence_id) on delete cascade
);
call protect_by_customer('service_window_hold');
create index service_window_hold_of_alert on service_window_hold (customer_id, alert_id);
create index service_window_hold_of_incident on service_window_hold (customer_id, incident_id) where (incident_id is not null);
create index service_window_hold_open on service_window_hold (customer_id, alert_id) where (outcome = 'held');

-- The secret address of a customer's calendar; one at a time.
create table service_window_calendar (
  customer_id text primary key references customer on delete cascade,
  secret_hash bytea not null unique,
  created_by text not null,
  created_at timestamptz not null,
  last_read_at timestamptz
);
call protect_by_customer('service_window_calendar');
grant insert, update, delete on service_window_calendar to vakt_app;
create policy presented_secret on service_window_calendar for select to vakt_app using ((encode(secret_hash, 'hex') = (select presented('window_calendar_hash'))));

-- Who is on call at the provider: schedules belong to its own customer.
create table on_call_schedule (
  schedule_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint on_call_schedule_customer_id_schedule_id_key unique (customer_id, schedule_id)
);
call protect_by_customer('on_call_schedule');
grant insert, update on on_call_schedule to vakt_app;

-- How a schedule was from a moment on. Never changed, so that who was on call stays as it was.
create table on_call_schedule_version (
  customer_id text not null,
  schedule_id uuid not null,
  version integer not null,
  valid_from timestamptz not null,
  time_zone text not null,
  -- [{"people": [user ids], "startsAt", "every", "unit", "hours"}], the later ones win.
  layers jsonb not null,
  primary key (customer_id, schedule_id, version),
  constraint on_call_schedule_version_customer_id_schedule_id_fkey foreign key (customer_id, schedule_id) references on_call_schedule (customer_id, schedule_id) on delete cascade
);
call protect_by_customer('on_call_schedule_version');
grant insert on on_call_schedule_version to vakt_app;

-- Another person than the layers say. A removed one ends when it is removed, or is gone where it had not begun.
create table on_call_override (
  override_id uuid default gen_random_uuid() primary key,
  customer_id text not null,
  schedule_id uuid not null,
  user_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null,
  constraint on_call_override_customer_id_schedule_id_fkey foreign key (customer_id, schedule_id) references on_call_schedule (customer_id, schedule_id) on delete cascade,
  constraint on_call_override_check check (starts_at < ends_at)
);
call protect_by_customer('on_call_override');
grant insert, update, delete on on_call_override to vakt_app;
create index on_call_override_of on on_call_override (customer_id, schedule_id, ends_at);

-- A process of automation: what is done, step by step, when an alert opens or joins an incident.
create table process (
  process_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  name text not null,
  name_key text generated always as (lower(name)) stored not null,
  enabled boolean not null default true,
  -- One resource, or with a filter all that match; as in `alert_rule`.
  entity_id uuid,
  filter jsonb,
  filter_types text[] not null default '{}',
  filter_resource_groups text[] not null default '{}',
  filter_tags jsonb not null default '{}',
  excluded_entity_ids uuid[] not null default '{}'::uuid[],
  -- All alert rules of the resource, or these: own ones by id, those of other sources by name.
  all_rules boolean not null,
  rule_ids uuid[] not null default '{}'::uuid[],
  external_rules text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  created_by text,
  modified_at timestamptz not null,
  modified_by text,
  removed_at timestamptz,
  constraint process_customer_id_process_id_key unique (customer_id, process_id),
  constraint process_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade,
  constraint process_check check ((entity_id is null) <> (filter is null))
) with (fillfactor='80');
call protect_by_customer('process');
grant insert, update on process to vakt_app;
create index process_by_name on process (customer_id, name_key, process_id) where (removed_at is null);
create index process_of_entity on process (customer_id, entity_id) where (entity_id is not null);

-- Every version of a process, never changed: runs keep the one that they started with.
create table process_version (
  customer_id text not null,
  process_id uuid not null,
  version integer not null,
  change text not null,
  at timestamptz not null,
  actor_name text not null,
  name text not null,
  description text not null,
  -- As the contract has them.
  actions jsonb not null,
  -- The rest that its users decide.
  content jsonb not null default '{}',
  primary key (customer_id, process_id, version),
  constraint process_version_customer_id_process_id_fkey foreign key (customer_id, process_id) references process (customer_id, process_id) on delete cascade
);
call protect_by_customer('process_version');
grant insert on process_version to vakt_app;

-- A run of a process on an incident. It keeps the version that it started with, and where it is: a delay is the due time of its job.
create table process_run (
  run_id uuid default gen_random_uuid() primary key,
  customer_id text not null,
  process_id uuid not null,
  process_version integer not null,
  incident_id bigint not null,
  entity_id uuid,
  -- The rule of the alert that started it; null when a person did.
  alert_rule text,
  started_by text,
  started_at timestamptz not null,
  -- The step that is current, from 0; past the last one when all were taken.
  step integer not null default 0,
  step_since timestamptz not null,
  -- Why it waits, and until when it does at least.
  waits_for text check (waits_for in ('delay', 'window', 'command')),
  waits_until timestamptz,
  outcome text check (outcome in ('finished', 'no_longer_alerting', 'completed_early', 'not_allowed', 'stopped', 'loop', 'failed')),
  ended_at timestamptz,
  ended_by text,
  constraint process_run_customer_id_run_id_key unique (customer_id, run_id),
  constraint process_run_customer_id_incident_id_fkey foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade,
  constraint process_run_customer_id_process_id_process_version_fkey foreign key (customer_id, process_id, process_version) references process_version (customer_id, process_id, version) on delete cascade,
  constraint process_run_check check ((alert_rule is null) <> (started_by is null)),
  constraint process_run_check1 check ((outcome is null) = (ended_at is null))
) with (fillfactor='80');
call protect_by_customer('process_run');
grant insert, update on process_run to vakt_app;
create unique index process_run_by_hand on process_run (customer_id, incident_id, process_id) where ((started_by is not null) and (outcome is null));
create index process_run_by_time on process_run (customer_id, started_at, run_id);
create index process_run_of_process on process_run (customer_id, process_id, entity_id, started_at);
-- By alerts a process starts once for each incident.
create unique index process_run_once on process_run (customer_id, incident_id, process_id) where (started_by is null);

-- What a step did, written in the transaction of its effects. `deliveries`: what was handed to the channels, each by its key.
create table process_run_step (
  customer_id text not null,
  run_id uuid not null,
  step integer not null,
  state text not null check (state in ('done', 'ended', 'skipped', 'failed', 'no_agent')),
  reason text,
  details jsonb not null default '{}',
  deliveries uuid[] not null default '{}'::uuid[],
  started_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (customer_id, run_id, step),
  constraint process_run_step_customer_id_run_id_fkey foreign key (customer_id, run_id) references process_run (customer_id, run_id) on delete cascade
);
call protect_by_customer('process_run_step');
grant insert on process_run_step to vakt_app;

-- Addresses outside the customer and the provider: mails go there once their owner has confirmed that they want them.
create table confirmed_address (
  customer_id text not null references customer on delete cascade,
  -- In lower case.
  address text not null check (address = lower(address)),
  -- Of the link in the last mail that asked.
  token_hash bytea not null unique,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (customer_id, address)
);
call protect_by_customer('confirmed_address');
grant update on confirmed_address to vakt_app;
create policy presented_confirmation on confirmed_address for select to vakt_app using ((encode(token_hash, 'hex') = (select presented('confirmation_hash'))));

-- Whom an incident pages, step by step. Policies belong to the provider's own customer.
create table escalation_policy (
  policy_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  name text not null,
  -- [{"scheduleId" or "userId", "minutes"}]: whom, and how long an answer is waited for.
  steps jsonb not null,
  repeats integer not null check (repeats between 0 and 5),
  is_default boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  removed_at timestamptz
);
call protect_by_customer('escalation_policy');
grant insert, update on escalation_policy to vakt_app;
create unique index escalation_policy_default on escalation_policy (customer_id) where (is_default and (removed_at is null));

-- Which incidents of a customer page, and by which policy. No row: none do.
create table paging_setting (
  customer_id text primary key references customer on delete cascade,
  from_severity text check (from_severity in ('critical', 'high', 'medium', 'low')),
  -- Null: the default policy.
  policy_id uuid,
  version integer not null,
  changed_at timestamptz not null,
  -- Incidents on resources whose CloudOps service is active page as well, whatever their severity, unless the customer pages no one.
  pages_cloudops boolean not null default true
);
call protect_by_customer('paging_setting');
grant insert, update on paging_setting to vakt_app;

-- One run of a policy for an incident; it keeps the policy that it started with.
create table escalation (
  escalation_id uuid default gen_random_uuid() primary key,
  customer_id text not null,
  incident_id bigint not null,
  started_at timestamptz not null,
  -- Null until the first step is taken.
  policy_name text,
  steps jsonb,
  repeats integer,
  round integer not null default 0,
  step integer not null default 0,
  next_at timestamptz not null,
  outcome text check (outcome in ('acknowledged', 'resolved', 'unanswered', 'no_policy')),
  ended_at timestamptz,
  constraint escalation_customer_id_escalation_id_key unique (customer_id, escalation_id),
  constraint escalation_customer_id_incident_id_key unique (customer_id, incident_id),
  constraint escalation_customer_id_incident_id_fkey foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade
);
call protect_by_customer('escalation');
grant insert on escalation to vakt_app;

-- What an escalation did, one row for each attempt to reach a person on a channel, and for each step that reached no one.
create table page (
  page_id uuid primary key,
  customer_id text not null,
  escalation_id uuid not null,
  incident_id bigint not null,
  round integer not null,
  step integer not null,
  kind text not null,
  channel text not null,
  user_id uuid,
  person_name text not null,
  language text not null check (language in ('sv', 'en')),
  at timestamptz not null,
  token_hash bytea unique,
  valid_until timestamptz,
  acknowledged_at timestamptz,
  -- What a reply by SMS must say to acknowledge the page.
  reply_code text,
  constraint page_customer_id_escalation_id_fkey foreign key (customer_id, escalation_id) references escalation (customer_id, escalation_id) on delete cascade,
  constraint page_customer_id_incident_id_fkey foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade
);
call protect_by_customer('page');
grant update on page to vakt_app;
create policy presented_page on page for select to vakt_app using ((encode(token_hash, 'hex') = (select presented('page_hash'))));
create index page_by_time on page (at);
create index page_of_incident on page (customer_id, incident_id, at);
create unique index page_once on page (escalation_id, round, step, kind, channel, coalesce((user_id)::text, ''));

-- The CloudOps service on a resource: one row for each, locked while it is changed. Its state is that of its last version.
create table cloudops_service (
  customer_id text not null references customer on delete cascade,
  entity_id uuid not null,
  version integer not null,
  primary key (customer_id, entity_id),
  constraint cloudops_service_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
);
call protect_by_customer('cloudops_service');
grant insert, update on cloudops_service to vakt_app;

-- What it was from valid_from until the next version: never changed, so that the past costs what it cost.
create table cloudops_version (
  customer_id text not null,
  entity_id uuid not null,
  version integer not null,
  valid_from timestamptz not null,
  -- off: configured, not active. removed: taken away, with what it was.
  state text not null check (state in ('active', 'off', 'removed')),
  description text not null,
  calendar jsonb not null,
  pricing jsonb not null,
  changed_by text not null,
  -- Of a resource that is gone or has moved to another customer the service ends by itself.
  reason text,
  primary key (customer_id, entity_id, version),
  constraint cloudops_version_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references cloudops_service (customer_id, entity_id) on delete cascade
);
call protect_by_customer('cloudops_version');
grant insert on cloudops_version to vakt_app;

-- The price of an hour by type of resource, lower case; '' is every other type. The provider's list is everyone's, a customer's own comes first.
create table cloudops_price (
  customer_id text not null references customer on delete cascade,
  entity_type text not null check (entity_type = lower(entity_type)),
  hourly_minor bigint not null check (hourly_minor >= 0),
  currency text not null,
  is_general boolean not null,
  primary key (customer_id, entity_type)
);
call protect_by_customer('cloudops_price');
grant insert, delete on cloudops_price to vakt_app;
create policy general_prices on cloudops_price for select to vakt_app using (is_general);

-- Of a customer: the currency of all its prices. Without a row it is SEK, and its list is empty.
create table cloudops_terms (
  customer_id text primary key references customer on delete cascade,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  version integer not null
);
call protect_by_customer('cloudops_terms');
grant insert, update on cloudops_terms to vakt_app;

-- What a resource cost in a month that is over; never changed.
create table cloudops_month (
  customer_id text not null references customer on delete cascade,
  month text not null check (month ~ '^\d{4}-\d\d$'),
  entity_id uuid not null,
  entity_name text not null,
  entity_type text not null,
  active_minutes integer not null,
  pricing jsonb not null,
  -- Null: settled outside Vakt.
  amount_minor bigint,
  currency text not null,
  frozen_at timestamptz not null,
  primary key (customer_id, month, entity_id)
);
call protect_by_customer('cloudops_month');

-- Which months of a customer are frozen, those without any cost too.
create table cloudops_frozen_month (
  customer_id text not null references customer on delete cascade,
  month text not null,
  frozen_at timestamptz not null,
  primary key (customer_id, month)
);
call protect_by_customer('cloudops_frozen_month');

-- The telephone number of a person, and the code that was sent to it: a number is used once its owner has entered the code.
create table phone_number (
  customer_id text not null,
  user_id uuid not null,
  -- E.164.
  number text not null,
  confirmed_at timestamptz,
  code_hash bytea,
  code_sent_at timestamptz,
  -- Wrong codes since it was sent.
  failed_attempts integer not null default 0,
  -- Codes sent on the day of `code_sent_at` (UTC).
  codes_sent integer not null default 0,
  changed_at timestamptz not null,
  primary key (customer_id, user_id),
  constraint phone_number_customer_id_user_id_fkey foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('phone_number');
grant insert, update, delete on phone_number to vakt_app;
create index phone_number_by_number on phone_number (number);

-- Channels of Microsoft Teams and Slack that get notices of a customer.
create table chat_destination (
  destination_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  service text not null check (service in ('teams', 'slack')),
  name text not null,
  -- The address with its secret, encrypted with a key that is not in the database, and what may be shown of it.
  sealed_address bytea not null,
  host text not null,
  kinds text[] not null,
  -- Of incidents: from this severity on.
  from_severity text not null,
  language text not null,
  is_enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null
);
call protect_by_customer('chat_destination');
grant insert, update, delete on chat_destination to vakt_app;
create index chat_destination_of_customer on chat_destination (customer_id, created_at);

-- With such a token machines of a customer enrol their agents.
create table agent_enrolment_token (
  enrolment_token_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  name text not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  ending text not null,
  -- No foreign key: a resource that is gone leaves a token that matches by name.
  entity_id uuid,
  uses integer not null check (uses > 0),
  uses_left integer not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint agent_enrolment_token_customer_id_enrolment_token_id_key unique (customer_id, enrolment_token_id),
  constraint agent_enrolment_token_check check (uses_left between 0 and uses)
);
call protect_by_customer('agent_enrolment_token');
grant insert, update on agent_enrolment_token to vakt_app;
create policy presented_enrolment_token on agent_enrolment_token for select to vakt_app using ((token_hash = decode((select presented('agent_enrolment_hash')), 'hex')));
create index agent_enrolment_token_of_customer on agent_enrolment_token (customer_id, created_at desc, enrolment_token_id desc) where (revoked_at is null);

-- An agent on a machine. What every report changes is in agent_contact.
create table agent (
  agent_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  entity_id uuid,
  -- Ed25519; the machine alone has the other half.
  public_key bytea not null unique check (octet_length(public_key) = 32),
  machine text not null,
  hostname text not null,
  platform text not null check (platform in ('linux', 'windows')),
  version text not null,
  enrolled_with text not null,
  enrolled_at timestamptz not null,
  copied_since timestamptz,
  clock_ahead_seconds integer not null default 0,
  lost_reports bigint not null default 0,
  -- While an alert says that it is silent.
  silent_since timestamptz,
  revoked_at timestamptz,
  -- When the machine last made a new key of its own, and since when it refuses commands because it knows another key of Vakt.
  key_changed_at timestamptz,
  foreign_command_key_since timestamptz,
  constraint agent_customer_id_agent_id_key unique (customer_id, agent_id)
);
call protect_by_customer('agent');
grant insert, update on agent to vakt_app;
-- Of a request that is not believed yet the key that its signature must fit.
create policy presented_agent on agent for select to vakt_app using ((((agent_id)::text = (select presented('agent_id'))) or (public_key = decode((select presented('agent_key')), 'hex'))));
-- When a resource was heard from last is asked of its ended agents, too.
create index agent_ever_of_entity on agent (customer_id, entity_id);
create index agent_of_customer on agent (customer_id, enrolled_at desc, agent_id desc) where (revoked_at is null);
create index agent_of_entity on agent (customer_id, entity_id) where (revoked_at is null);

-- Narrow, half empty and without an index of what changes, so that each report is an update in place (HOT).
create table agent_contact (
  agent_id uuid primary key,
  customer_id text not null,
  last_seen_at timestamptz not null,
  -- What the next report must show; the one before it too, as an answer may be lost.
  chain text not null,
  former_chain text not null,
  last_nonce text not null,
  constraint agent_contact_customer_id_agent_id_fkey foreign key (customer_id, agent_id) references agent (customer_id, agent_id) on delete cascade
) with (fillfactor='50');
call protect_by_customer('agent_contact');
grant insert, update on agent_contact to vakt_app;

-- What the VM agent of a resource is to watch: one row for each, locked while it is changed.
create table agent_configuration (
  customer_id text not null references customer on delete cascade,
  entity_id uuid not null,
  configuration_id uuid not null default gen_random_uuid(),
  -- The desired version; 0 only inside the transaction of the first change.
  version integer not null,
  primary key (customer_id, entity_id),
  constraint agent_configuration_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
);
call protect_by_customer('agent_configuration');
grant insert, update on agent_configuration to vakt_app;

-- Each version as the agent gets it; never changed.
create table agent_configuration_version (
  customer_id text not null,
  entity_id uuid not null,
  version integer not null check (version > 0),
  content jsonb not null,
  changed_at timestamptz not null,
  changed_by text not null,
  -- The version whose content was taken again.
  restored_version integer,
  -- What the agent said of the version before, which it could not apply.
  problem text,
  -- Of each version what belongs to the machine alone (null: all of it), what it leaves out of its templates, and what these gave.
  own jsonb,
  excluded jsonb not null default '[]',
  parts jsonb not null default '[]',
  primary key (customer_id, entity_id, version),
  constraint agent_configuration_version_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references agent_configuration (customer_id, entity_id) on delete cascade
);
call protect_by_customer('agent_configuration_version');
grant insert on agent_configuration_version to vakt_app;

-- What the agent of a resource last said. Updated each minute, so no index may hold what changes, and pages keep room for new rows (HOT).
create table agent_configuration_report (
  customer_id text not null references customer on delete cascade,
  entity_id uuid not null,
  agent_version text not null,
  platform text not null check (platform in ('linux', 'windows')),
  last_contact_at timestamptz not null,
  applied_version integer not null,
  applied_at timestamptz,
  failed_version integer,
  problem text,
  found jsonb not null,
  -- When the program of the agent started, by its last report; null for agents that do not report it.
  started_at timestamptz,
  primary key (customer_id, entity_id),
  constraint agent_configuration_report_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
) with (fillfactor='50');
call protect_by_customer('agent_configuration_report');
grant insert, update on agent_configuration_report to vakt_app;

-- The report of a month that is over, as it was when it closed: what changes later does not change it.
create table report_month (
  customer_id text not null references customer on delete cascade,
  month text not null,
  -- As the contract has it, with registered hours, which not every reader sees.
  report jsonb not null,
  frozen_at timestamptz not null,
  primary key (customer_id, month)
);
call protect_by_customer('report_month');

-- The people of the provider whom customers may call on. Rows are the provider's; a customer reads those that are shown to it.
create table team_member (
  team_member_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  "position" integer not null,
  name text not null,
  -- {"en", "sv"}
  role jsonb not null,
  -- The account, for the photo and for who is on call.
  user_id uuid,
  email text not null,
  phone text not null,
  languages text[] not null,
  time_zone text not null,
  -- From Monday on [{"opens", "closes"} or null]; null: not said.
  hours jsonb,
  shows_on_call boolean not null,
  -- Ids of customers; null: every customer.
  shown_to text[],
  version integer not null default 1,
  created_at timestamptz not null,
  removed_at timestamptz
);
call protect_by_customer('team_member');
grant insert, update on team_member to vakt_app;
create policy shown_team on team_member for select to vakt_app using (((removed_at is null) and ((shown_to is null) or (current_customer() = any (shown_to)))));
create index team_member_of on team_member (customer_id, "position");

-- Dashboards that people arrange themselves. The owner may be one of the provider's people, so there is no key to a user of the customer.
create table custom_dashboard (
  dashboard_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  owner_id uuid not null,
  owner_name text not null,
  name text not null,
  is_shared boolean not null,
  -- [{"tileId", "kind", "width", "metric"}], in the order of the grid.
  tiles jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null
);
call protect_by_customer('custom_dashboard');
grant insert, update, delete on custom_dashboard to vakt_app;
create index custom_dashboard_of_customer on custom_dashboard (customer_id, owner_id);

-- What staff should know about a customer before they call or restart anything. Of no use to the customer: only calls of the administration read it.
create table customer_card (
  customer_id text primary key references customer on delete cascade,
  -- [{"name", "role", "phone", "email"}], whom to call first at first.
  contacts jsonb not null,
  -- [{"text"}], a sentence each.
  instructions jsonb not null,
  contract_notes text not null,
  version integer not null
);
call protect_by_customer('customer_card');
grant insert, update on customer_card to vakt_app;

-- Who opened which report last: for its card, and for those who ask whether it is read.
create table report_opening (
  customer_id text not null references customer on delete cascade,
  -- Its month, such as 2026-10, or the name of another report.
  report text not null,
  -- A user, of the customer or of the provider, or a service token.
  opened_by text not null,
  name text not null,
  opened_at timestamptz not null,
  primary key (customer_id, report, opened_by)
);
call protect_by_customer('report_opening');
grant insert, update on report_opening to vakt_app;

-- Who gets the report of a month by mail, and on which day of the next.
create table report_schedule (
  customer_id text primary key references customer on delete cascade,
  day smallint not null check (day between 1 and 28)
);
call protect_by_customer('report_schedule');
grant insert, update on report_schedule to vakt_app;

create table report_recipient (
  customer_id text not null references customer on delete cascade,
  recipient_customer_id text not null,
  user_id uuid not null,
  -- From the next mailing on.
  since timestamptz not null,
  -- Chosen by staff, and not by the user.
  is_chosen boolean not null,
  primary key (customer_id, user_id),
  constraint report_recipient_recipient_customer_id_user_id_fkey foreign key (recipient_customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('report_recipient');
grant insert, update, delete on report_recipient to vakt_app;
create index report_recipient_of_user on report_recipient (recipient_customer_id, user_id);

-- Each month is sent to each of them once.
create table report_mailing (
  customer_id text not null references customer on delete cascade,
  month text not null,
  user_id uuid not null,
  sent_at timestamptz not null,
  primary key (customer_id, month, user_id)
);
call protect_by_customer('report_mailing');

-- Reports of Power BI that a customer may open. The workspace comes from here, never from a request.
create table embedded_report (
  customer_id text not null references customer on delete cascade,
  embedded_report_id uuid not null default gen_random_uuid(),
  name text not null,
  workspace_id uuid not null,
  power_bi_report_id uuid not null,
  -- The service principal profile that is asked for it; null: the service principal itself.
  profile_id uuid,
  -- The effective identity for row-level security of its dataset; empty: none.
  user_name text not null,
  roles text[] not null,
  created_at timestamptz not null,
  primary key (customer_id, embedded_report_id)
);
call protect_by_customer('embedded_report');
grant insert, delete on embedded_report to vakt_app;

-- What an agent is told to do, and what came of it. Each is handed over at most once.
create table agent_command (
  customer_id text not null references customer on delete cascade,
  -- Names the effect that wanted it: handed over again under the same id, it is the same command.
  command_id uuid not null,
  agent_id uuid not null,
  -- Rises by agent: the agent carries out none that is not greater than the last one it saw.
  sequence bigint generated always as identity,
  kind text not null,
  names text[] not null,
  -- The run whose step it is.
  run_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'done', 'refused', 'failed', 'unknown', 'expired')),
  reason text,
  -- [{"name", "before", "after", "exitCode", "milliseconds"}]
  results jsonb not null default '[]',
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  taken_at timestamptz,
  finished_at timestamptz,
  primary key (customer_id, command_id),
  constraint agent_command_customer_id_agent_id_fkey foreign key (customer_id, agent_id) references agent (customer_id, agent_id) on delete cascade
);
call protect_by_customer('agent_command');
grant update (state, reason, results, taken_at, finished_at) on agent_command to vakt_app;
create index agent_command_open on agent_command (agent_id, sequence) where (state in ('waiting', 'taken'));

-- A shift that is offered to a colleague; accepted it is an override.
create table on_call_swap (
  swap_id uuid default gen_random_uuid() primary key,
  customer_id text not null,
  schedule_id uuid not null,
  asker_id uuid not null,
  asked_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'refused', 'withdrawn')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  constraint on_call_swap_customer_id_asked_id_fkey foreign key (customer_id, asked_id) references app_user (customer_id, user_id) on delete cascade,
  constraint on_call_swap_customer_id_asker_id_fkey foreign key (customer_id, asker_id) references app_user (customer_id, user_id) on delete cascade,
  constraint on_call_swap_customer_id_schedule_id_fkey foreign key (customer_id, schedule_id) references on_call_schedule (customer_id, schedule_id) on delete cascade,
  constraint on_call_swap_check check (starts_at < ends_at)
);
call protect_by_customer('on_call_swap');
grant insert, update on on_call_swap to vakt_app;
create index on_call_swap_of_asked on on_call_swap (customer_id, asked_id, asked_at);
create index on_call_swap_of_asker on on_call_swap (customer_id, asker_id, asked_at);

-- The secret address of a person's calendar of shifts; one at a time.
create table on_call_calendar (
  customer_id text not null,
  user_id uuid not null,
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  last_read_at timestamptz,
  primary key (customer_id, user_id),
  constraint on_call_calendar_customer_id_user_id_fkey foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('on_call_calendar');
grant insert, update, delete on on_call_calendar to vakt_app;
create policy presented_secret on on_call_calendar for select to vakt_app using ((encode(secret_hash, 'hex') = (select presented('on_call_calendar_hash'))));

-- Gaps of which administrators were notified, so that each is named once.
create table on_call_gap_notice (
  customer_id text not null,
  schedule_id uuid not null,
  starts_at timestamptz not null,
  -- 'infinity': no end was in sight.
  ends_at timestamptz not null,
  -- Of the schedule, for gaps that follow from the hours of its layers: those are named once for each version.
  version integer not null,
  by_hours boolean not null,
  noted_at timestamptz not null,
  primary key (customer_id, schedule_id, starts_at, version),
  constraint on_call_gap_notice_customer_id_schedule_id_fkey foreign key (customer_id, schedule_id) references on_call_schedule (customer_id, schedule_id) on delete cascade
);
call protect_by_customer('on_call_gap_notice');

-- How a person wants to be paged, and their quiet hours. No row: as everyone is by default.
create table contact_preference (
  customer_id text not null,
  user_id uuid not null,
  -- As the contract has them; the first that fits counts.
  rules jsonb not null,
  -- {"opens", "closes"} by the clocks of the person; null: none.
  quiet_hours jsonb,
  version integer not null,
  changed_at timestamptz not null,
  primary key (customer_id, user_id),
  constraint contact_preference_customer_id_user_id_fkey foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('contact_preference');
grant insert, update on contact_preference to vakt_app;

-- The second channel of a page that waits for its minutes.
create table page_contact (
  contact_id uuid default gen_random_uuid() primary key,
  customer_id text not null,
  escalation_id uuid not null,
  round integer not null,
  step integer not null,
  user_id uuid not null,
  channel text not null,
  due_at timestamptz not null,
  done_at timestamptz,
  constraint page_contact_customer_id_escalation_id_fkey foreign key (customer_id, escalation_id) references escalation (customer_id, escalation_id) on delete cascade
);
call protect_by_customer('page_contact');
create index page_contact_of_escalation on page_contact (customer_id, escalation_id);

-- Devices that get web push (RFC 8030).
create table push_subscription (
  subscription_id uuid default gen_random_uuid() primary key,
  customer_id text not null,
  user_id uuid not null,
  endpoint text not null,
  -- Of the browser, RFC 8291: its public key and the secret that is shared with it.
  p256dh bytea not null,
  auth bytea not null,
  device text not null,
  created_at timestamptz not null,
  last_sent_at timestamptz,
  constraint push_subscription_customer_id_user_id_endpoint_key unique (customer_id, user_id, endpoint),
  constraint push_subscription_customer_id_user_id_fkey foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('push_subscription');
grant insert, delete on push_subscription to vakt_app;
create index push_subscription_by_endpoint on push_subscription (endpoint);

-- What the list of a machine allows, as its agent last said when it asked for commands: what is not on it, the agent refuses.
create table agent_allow_list (
  customer_id text not null references customer on delete cascade,
  agent_id uuid not null,
  -- {"restart_systemd_unit": ["nginx"]}
  names jsonb not null,
  reported_at timestamptz not null,
  primary key (customer_id, agent_id),
  constraint agent_allow_list_customer_id_agent_id_fkey foreign key (customer_id, agent_id) references agent (customer_id, agent_id) on delete cascade
);
call protect_by_customer('agent_allow_list');
grant insert, update on agent_allow_list to vakt_app;

-- What many machines watch: of a customer, or of the provider for several customers.
create table agent_template (
  template_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  name text not null,
  name_key text generated always as (lower(name)) stored not null,
  -- As its users gave it, and as machines are matched with it.
  filter jsonb not null,
  filter_types text[] not null,
  filter_resource_groups text[] not null,
  filter_tags jsonb not null,
  -- Of a template of the provider: at which customers it counts.
  customer_ids text[] not null default '{}',
  -- Goes up with each change of any kind, so that two people do not overwrite each other.
  revision integer not null default 1,
  -- The version that machines are to have, the one that all had before it (0: none), and the highest number there was.
  version integer not null,
  stable_version integer not null,
  last_version integer not null,
  roll_out text not null check (roll_out in ('running', 'paused', 'stopped', 'done', 'rolled_back')),
  stage integer not null default 0,
  -- Since when nothing more was given to machines.
  stage_since timestamptz not null,
  -- Machines that may have failed before it stops again.
  tolerated_failures integer not null default 0,
  modified_at timestamptz not null,
  modified_by text not null,
  -- Machines that have it are given their configuration without it first.
  deleted_at timestamptz,
  constraint agent_template_customer_id_template_id_key unique (customer_id, template_id)
);
call protect_by_customer('agent_template');
grant insert, update on agent_template to vakt_app;
create index agent_template_by_name on agent_template (customer_id, name_key, template_id) where (deleted_at is null);

create table agent_template_version (
  customer_id text not null,
  template_id uuid not null,
  version integer not null check (version > 0),
  content jsonb not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (customer_id, template_id, version),
  constraint agent_template_version_customer_id_template_id_fkey foreign key (customer_id, template_id) references agent_template (customer_id, template_id) on delete cascade
);
call protect_by_customer('agent_template_version');
grant insert on agent_template_version to vakt_app;

-- A machine that a template covers, with the version that it was given.
create table agent_template_machine (
  customer_id text not null,
  entity_id uuid not null,
  template_id uuid not null references agent_template (template_id) on delete cascade,
  version integer not null,
  -- The version of the machine's configuration that has it.
  configuration_version integer not null,
  state text not null check (state in ('waiting', 'applied', 'failed')),
  problem text,
  given_at timestamptz not null,
  primary key (customer_id, entity_id, template_id),
  constraint agent_template_machine_customer_id_entity_id_fkey foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
);
call protect_by_customer('agent_template_machine');
create index agent_template_machine_of on agent_template_machine (template_id, customer_id, entity_id);

-- When each agent was silent, for reports: its own row says only since when it is.
create table agent_silence (
  customer_id text not null,
  agent_id uuid not null,
  -- Of its last report before.
  silent_from timestamptz not null,
  -- Null: it still is.
  silent_to timestamptz,
  primary key (customer_id, agent_id, silent_from),
  constraint agent_silence_customer_id_agent_id_fkey foreign key (customer_id, agent_id) references agent (customer_id, agent_id) on delete cascade,
  constraint agent_silence_check check (silent_to >= silent_from)
);
call protect_by_customer('agent_silence');
grant insert, update on agent_silence to vakt_app;
create index agent_silence_by_time on agent_silence (customer_id, silent_from);

-- When each user last saw a ticket, from which lists mark tickets with news as unread. Written when a ticket changed since the last visit.
create table ticket_visit (
  customer_id text not null,
  ticket_id bigint not null,
  user_id uuid not null,
  seen_at timestamptz not null,
  primary key (customer_id, ticket_id, user_id),
  constraint ticket_visit_customer_id_ticket_id_fkey foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
call protect_by_customer('ticket_visit');
grant insert, update on ticket_visit to vakt_app;

-- What refers to tables that come later.
alter table recorded_action add constraint recorded_action_actor_type_check check ((actor_type in ('user', 'system', 'service-token'))) not valid;
alter table entity add constraint entity_customer_id_connector_id_fkey foreign key (customer_id, connector_id) references connector(customer_id, connector_id) on delete set null (connector_id);
alter table ingest_token add constraint ingest_token_customer_id_source_id_fkey foreign key (customer_id, source_id) references monitoring_source(customer_id, source_id) on delete cascade;
alter table page add constraint page_kind_check check ((kind in ('paged', 'held_back', 'nobody', 'not_allowed', 'waits', 'unanswered', 'quiet_hours', 'no_address', 'window_unchecked'))) not valid;

create function agent_template_covers(one_template agent_template, one entity) returns boolean language sql stable
as $$
  select (one_template.filter_types = '{}' or lower(one.type) = any (one_template.filter_types))
    and (one_template.filter_resource_groups = '{}' or lower(one.resource_group) = any (one_template.filter_resource_groups))
    and not exists (select from jsonb_each(one_template.filter_tags) t where not coalesce(t.value ? (one.tags ->> t.key), false))
$$;

-- Whether a filter of a rule lets an entity through; the same question as that of the list of entities.
create function alert_rule_covers(rule alert_rule, one entity) returns boolean language sql stable
as $$
  select one.entity_id <> all (rule.excluded_entity_ids) and (
    one.entity_id = rule.entity_id
    or (rule.entity_id is null
      and (rule.filter_types = '{}' or lower(one.type) = any (rule.filter_types))
      and (rule.filter_resource_groups = '{}' or lower(one.resource_group) = any (rule.filter_resource_groups))
      and not exists (select from jsonb_each(rule.filter_tags) t where not coalesce(t.value ? (one.tags ->> t.key), false))))
$$;

-- The part of a rule that a standard decides, named as in standard_content.
create function alert_rule_standard_part(rule alert_rule) returns jsonb language sql stable
as $$
  select jsonb_build_object(
    'name', rule.name, 'description', rule.description, 'severity', rule.severity, 'aggregation', rule.aggregation,
    'thresholdComparison', rule.threshold_comparison, 'threshold', rule.threshold, 'useCriticalThreshold', rule.uses_critical_threshold,
    'criticalThreshold', rule.critical_threshold, 'alertsBeforeAction', rule.alerts_before_action, 'metricName', rule.metric_name,
    'autoCloseDelayInSeconds', rule.auto_close_delay_in_seconds, 'missingData', rule.missing_data, 'runbookUrl', rule.runbook_url,
    'enabled', rule.enabled, 'filter', rule.filter)
$$;

-- Whether a process is for an entity; the same question as `alert_rule_covers`.
create function process_covers(one_process process, one entity) returns boolean language sql stable
as $$
  select one.entity_id <> all (one_process.excluded_entity_ids) and (
    one.entity_id = one_process.entity_id
    or (one_process.entity_id is null
      and (one_process.filter_types = '{}' or lower(one.type) = any (one_process.filter_types))
      and (one_process.filter_resource_groups = '{}' or lower(one.resource_group) = any (one_process.filter_resource_groups))
      and not exists (select from jsonb_each(one_process.filter_tags) t where not coalesce(t.value ? (one.tags ->> t.key), false))))
$$;

-- The keys of an entity under which windows cover it.
create function service_window_keys(one entity) returns text[] language sql immutable
as $$
  select array['all', 'entity ' || one.entity_id]
    || case when one.resource_group is null then '{}' else array['group ' || lower(one.resource_group)] end
    || array(select 'tag ' || lower(key || '=' || value) from jsonb_each_text(one.tags))
$$;

create trigger delete_metrics after delete on customer for each row execute function delete_metrics_of_customer();
create trigger entity_change_delete after delete on entity referencing old table as touched for each statement execute function note_changed_entities();
create trigger entity_change_insert after insert on entity referencing new table as touched for each statement execute function note_changed_entities();
create trigger entity_change_update after update on entity referencing new table as touched for each statement execute function note_changed_entities();
create trigger ticket_search_insert after insert on ticket referencing new table as fresh for each statement execute function index_new_tickets();
create trigger ticket_search_update after update of subject, description on ticket for each row when (((old.subject is distinct from new.subject) or (old.description is distinct from new.description))) execute function index_changed_ticket();
create trigger ticket_version before update on ticket for each row when (((((((((((((((((((old.subject is distinct from new.subject) or (old.description is distinct from new.description)) or (old.type is distinct from new.type)) or (old.area is distinct from new.area)) or (old.status is distinct from new.status)) or (old.impact is distinct from new.impact)) or (old.urgency is distinct from new.urgency)) or (old.priority is distinct from new.priority)) or (old.assignee is distinct from new.assignee)) or (old.assignee_id is distinct from new.assignee_id)) or (old.assignee_group is distinct from new.assignee_group)) or (old.tags is distinct from new.tags)) or (old.entity_id is distinct from new.entity_id)) or (old.requester_id is distinct from new.requester_id)) or (old.requester_name is distinct from new.requester_name)) or (old.requester_email is distinct from new.requester_email)) or (old.external_id is distinct from new.external_id)) or (old.external_url is distinct from new.external_url))) execute function count_ticket_version();
create trigger ticket_search_delete after delete on ticket_comment for each row execute function index_changed_comment();
create trigger ticket_search_insert after insert on ticket_comment referencing new table as fresh for each statement execute function index_new_comments();
create trigger ticket_search_update after update of body, private on ticket_comment for each row when (((old.body is distinct from new.body) or (old.private is distinct from new.private))) execute function index_changed_comment();
create trigger token_has_source before insert on ingest_token for each row execute function add_source_of_token();

grant usage on sequence ticket_event_event_id_seq to vakt_app;
grant usage on sequence ticket_event_event_id_seq to vakt_worker;
grant usage on sequence metric_batch_no to vakt_app;
grant usage on sequence metric_batch_no to vakt_worker;
grant usage on sequence ticket_ticket_id_seq to vakt_app;

select make_metric_partitions(null);
