-- What the lists of tickets are sorted and searched by.

-- In the order of the status machine. A column, since no index is used under row-level security for an expression that calls a function.
alter table ticket add column status_rank smallint not null generated always as (
  case status when 'new' then 1 when 'in_progress' then 2 when 'waiting_for_customer' then 3 when 'resolved' then 4 else 5 end) stored;

create index ticket_by_creation on ticket (customer_id, created_at desc, ticket_id desc);
create index ticket_by_priority on ticket (customer_id, priority, ticket_id);
create index ticket_by_status on ticket (customer_id, status_rank, ticket_id);
create index ticket_by_requester on ticket (customer_id, requester_email, modified_at desc, ticket_id desc) where requester_email is not null;

-- For the provider's staff, over all customers.
create index ticket_of_all_by_change on ticket (modified_at desc, ticket_id desc);
create index ticket_of_all_open_by_change on ticket (modified_at desc, ticket_id desc) where status not in ('resolved', 'closed');
create index ticket_of_all_by_creation on ticket (created_at desc, ticket_id desc);
create index ticket_of_all_by_priority on ticket (priority, ticket_id);
create index ticket_of_all_by_status on ticket (status_rank, ticket_id);
create index ticket_of_all_by_tag on ticket using gin (tags);
create index ticket_of_all_by_requester on ticket (requester_email) where requester_email is not null;

-- The words of a text: small letters, parted by whatever is no letter or digit; marks that nobody sees are taken out. A text is read up to a
-- length, and what is longer than any word is left out.
create function split_words(content text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(lexeme), '{}')
  from unnest(to_tsvector('pg_catalog.simple', translate(normalize(lower(left(content, 20000)), NFKC),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~–—…·•“”‘’«»' || U&'\00AD\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2066\2067\2068\2069\FEFF',
    repeat(' ', 43))))
  where length(lexeme) <= 64
$$;

create function without_accents(word text) returns text language sql immutable parallel safe as $$
  select translate(word, 'åäöéèêëüúùûáàâãñóòôõøíìîïçýÿæß', 'aaoeeeeuuuuaaaanoooooiiiicyyas')
$$;

-- Each word as it stands, without accents, and the stems of both in Swedish and English.
create function forms_of_words(words text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct form) filter (where form <> ''), '{}')
  from unnest(words[1:5000]) as word, without_accents(word) as plain,
    unnest(array[word, plain] || ts_lexize('pg_catalog.swedish_stem', word) || ts_lexize('pg_catalog.english_stem', word)
      || case when plain <> word then ts_lexize('pg_catalog.swedish_stem', plain) || ts_lexize('pg_catalog.english_stem', plain) end) as form
$$;

-- The subject and the number weigh more than the rest; a name such as `DiskAlmostFull` is found by its parts, too. Words that stand in private comments only are marked: `~word`.
create function ticket_document(number bigint, subject text, public_words text[], private_words text[]) returns tsvector
language sql immutable parallel safe as $$
  select coalesce((select string_agg(quote_literal(form) || ':1A', ' ')::tsvector
      from regexp_replace(subject, '([[:lower:]])([[:upper:]])', '\1 \2', 'g') as parted,
        unnest(forms_of_words(split_words(subject) || split_words(parted) || number::text)) as form), '')
    || array_to_tsvector(forms_of_words(public_words))
    || array_to_tsvector((select coalesce(array_agg('~' || form), '{}') from unnest(forms_of_words(private_words)) as form))
$$;

-- Every word carries its customer, so that a search reads what is that customer's and nothing else.
create function words_of_customer(customer text, document tsvector) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(coalesce(array_agg(customer || ':' || lexeme), '{}')) from unnest(document)
$$;

create table ticket_search (
  customer_id text not null,
  ticket_id bigint not null,
  document tsvector not null,
  primary key (customer_id, ticket_id),
  foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
create index ticket_search_of_customer on ticket_search using gin (words_of_customer(customer_id, document));
create index ticket_search_of_all on ticket_search using gin (document);
call protect_by_customer('ticket_search');
grant insert, update on ticket_search to vakt_app;

-- Every word that a customer's tickets hold, to find the one that was meant. A word may be there twice: two who write it at once do not wait for each other.
create table ticket_word (
  customer_id text not null references customer on delete cascade,
  word text collate "C" not null,
  backwards text collate "C" not null generated always as (reverse(word)) stored,
  is_private boolean not null
);
create index ticket_word_by_start on ticket_word (customer_id, word, is_private);
create index ticket_word_by_end on ticket_word (customer_id, backwards, is_private);
call protect_by_customer('ticket_word');
grant insert on ticket_word to vakt_app;

create function note_words(customer text, words text[], private boolean) returns void language sql as $$
  insert into ticket_word (customer_id, word, is_private)
  select distinct customer, word, private from unnest(words) as word
  where length(word) between 4 and 30 and word !~ '^[0-9]+$'
    and not exists (select from ticket_word known where known.customer_id = customer and known.word = word.word::text collate "C"
      and (private or not known.is_private))
$$;

create function index_new_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_search (customer_id, ticket_id, document)
    select customer_id, ticket_id, ticket_document(ticket_id, subject, split_words(description), '{}') from fresh;
  perform note_words(customer_id, array_agg(distinct word), false)
    from (select customer_id, unnest(split_words(subject) || split_words(description)) as word from fresh) as words group by customer_id;
  return null;
end $$;
create trigger ticket_search_insert after insert on ticket referencing new table as fresh
  for each statement execute function index_new_tickets();

-- What is said on a ticket without end is searched up to a limit: a document has room for so much.
create function index_new_comments() returns trigger language plpgsql as $$
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
create trigger ticket_search_insert after insert on ticket_comment referencing new table as fresh
  for each statement execute function index_new_comments();

create function index_ticket_again(customer text, number bigint) returns void language sql as $$
  update ticket_search s
  set document = ticket_document(t.ticket_id, t.subject,
    split_words(t.description) || coalesce((select array_agg(distinct word) from ticket_comment c, unnest(split_words(c.body)) as word
      where c.customer_id = t.customer_id and c.ticket_id = t.ticket_id and not c.private), '{}'),
    coalesce((select array_agg(distinct word) from ticket_comment c, unnest(split_words(c.body)) as word
      where c.customer_id = t.customer_id and c.ticket_id = t.ticket_id and c.private), '{}'))
  from ticket t
  where t.customer_id = customer and t.ticket_id = number and s.customer_id = t.customer_id and s.ticket_id = t.ticket_id
$$;

create function index_changed_ticket() returns trigger language plpgsql as $$
begin
  perform index_ticket_again(new.customer_id, new.ticket_id),
    note_words(new.customer_id, split_words(new.subject) || split_words(new.description), false);
  return null;
end $$;
create trigger ticket_search_update after update of subject, description on ticket for each row
  when ((old.subject, old.description) is distinct from (new.subject, new.description)) execute function index_changed_ticket();

create function index_changed_comment() returns trigger language plpgsql as $$
begin
  perform index_ticket_again(old.customer_id, old.ticket_id);
  if tg_op = 'UPDATE' then
    perform note_words(new.customer_id, split_words(new.body), new.private);
  end if;
  return null;
end $$;
create trigger ticket_search_update after update of body, private on ticket_comment for each row
  when ((old.body, old.private) is distinct from (new.body, new.private)) execute function index_changed_comment();
create trigger ticket_search_delete after delete on ticket_comment for each row execute function index_changed_comment();

-- `terms` is a list of terms, each a list of words that are as good as each other; a word that ends with * may go on. All terms must be met,
-- or any one of them; words without meaning ("the", "och") count only where there is nothing else. `private`: also what only staff may read.
create function ticket_query(terms jsonb, customer text, private boolean, any_term boolean default false) returns tsquery
language sql immutable parallel safe as $$
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

-- No index of words can be used where row-level security must be asked first. This one place reads without it, what is the customer's of the
-- transaction and nothing else: the words of the index begin with it.
create function find_tickets(terms jsonb, private boolean, most integer) returns setof bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select ticket_id from ticket_search
  -- Not by the index of customers, which would read all of them.
  where customer_id || '' = current_customer()
    and words_of_customer(customer_id, document) @@ ticket_query(terms, current_customer(), private)
  limit most
$$;
revoke execute on function find_tickets from public;
grant execute on function find_tickets to vakt_app;
create policy searches on ticket_search for select to current_user using (true);

-- No policy lets the owner of the tables see a row: for what is already there they stand open for a moment, inside this transaction.
alter table ticket no force row level security;
alter table ticket_comment no force row level security;
alter table ticket_search no force row level security;
alter table ticket_word no force row level security;
insert into ticket_search (customer_id, ticket_id, document)
  select t.customer_id, t.ticket_id, ticket_document(t.ticket_id, t.subject, split_words(t.description), '{}') from ticket t;
select index_ticket_again(customer_id, ticket_id) from (select distinct customer_id, ticket_id from ticket_comment) as commented;
select note_words(customer_id, array_agg(distinct word), false)
  from (select customer_id, unnest(split_words(subject) || split_words(description)) as word from ticket) as words group by customer_id;
select note_words(customer_id, array_agg(distinct word), private)
  from (select customer_id, private, unnest(split_words(body)) as word from ticket_comment) as words group by customer_id, private;
alter table ticket force row level security;
alter table ticket_comment force row level security;
alter table ticket_search force row level security;
alter table ticket_word force row level security;

-- A filter of the list with a name: its owner's alone, or shared with everybody of the customer.
create table ticket_view (
  view_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  -- Of the provider's staff too, who are no users of this customer.
  owner_id uuid not null,
  owner_name text not null,
  name text not null,
  is_shared boolean not null default false,
  search jsonb not null,
  created_at timestamptz not null,
  unique (customer_id, view_id)
);
create index ticket_view_of_owner on ticket_view (customer_id, owner_id);
call protect_by_customer('ticket_view');
grant insert, update, delete on ticket_view to vakt_app;

-- How somebody likes the list of tickets of a customer: which columns, and which view they start with.
create table ticket_list_choice (
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  columns text[],
  default_view_id uuid,
  primary key (customer_id, user_id),
  foreign key (customer_id, default_view_id) references ticket_view (customer_id, view_id) on delete set null (default_view_id)
);
call protect_by_customer('ticket_list_choice');
grant insert, update on ticket_list_choice to vakt_app;
