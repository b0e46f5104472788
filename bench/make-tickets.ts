import type pg from 'pg'
import { sized } from './sizes.ts'

/** So many, over 200 customers of very different sizes; `TICKETS=1000000` for the size that the goals are stated for. */
export const ticketCount = Number(process.env.TICKETS ?? sized(100_000, 1000))
const sentences = sized(20_000, 200)
const commentsOfTicket = 3
const firstTicket = 1_000_000

/** The largest of the customers, with about one ticket in twenty. */
export const largestCustomer = '1001'

const indexesOfWords = `
  create index ticket_search_of_customer on ticket_search using gin (words_of_customer(customer_id, document)) with (gin_pending_list_limit = 1024);
  create index ticket_search_of_all on ticket_search using gin (document) with (gin_pending_list_limit = 1024)`

// The n-th word about 1/n as often as the first, which stands in every sixth ticket; what is more frequent in a language means nothing.
const words = `
  create temporary table word as
    select n, case when n % 7 = 0 then (array['server','nätverk','databas','skrivare','konto','backup','disk','minne','brandvägg','licens','faktura','password',
        'printer','network','storage','certificate','driftstörning','inloggning','uppdatering','anslutning'])[1 + n / 7 % 20]
        || (array['','s','en','et','arna','er','hantering','problem','fel','2','test','jobb','plats','tjänst'])[1 + n / 140 % 14]
        || case when n < 1960 then '' else substr(md5(n::text), 1, 3) end
      else (array['ba','de','fi','ko','lu','mä','no','pre','rö','sti','tra','va'])[1 + n % 12] || (array['l','nd','rk','ss','t','ver'])[1 + n / 12 % 6]
        || (array['a','el','ig','or','ning','ment','are','skap'])[1 + n / 72 % 8] || case when n < 576 then '' else (n / 576)::text end
      end as word
    from generate_series(0, 9000) as n;
  create unique index on word (n);
  create function pg_temp.say(length integer) returns text language sql volatile as $$
    select string_agg(word, ' ') from (select floor(exp(random() * 4.5 + 4.6))::int - 99 as n from generate_series(1, length)) as picked join word using (n) $$;
  create temporary table sentence as
    select n, text, forms_of_words(split_words(text)) as forms from (select n, pg_temp.say(5 + n % 30) as text from generate_series(1, ${sentences}) as n) as said;
  create unique index on sentence (n);
  analyze word; analyze sentence`

const people = `
  insert into customer (customer_id, name)
    select 'bench-' || n, 'Bench customer ' || n from generate_series(2, 200) as n on conflict do nothing;
  create temporary table share as
    select case n when 1 then '${largestCustomer}' else 'bench-' || n end as customer_id,
      sum(power(n, -0.6)) over (order by n) / sum(power(n, -0.6)) over () as upto,
      (sum(power(n, -0.6)) over (order by n) - power(n, -0.6)) / sum(power(n, -0.6)) over () as above
    from generate_series(1, 200) as n`

const tickets = (first: number) => `
  create temporary table drawn as
    select ${first} + n as ticket_id, share.customer_id, n, 1 + floor(random() * ${sentences})::int as s1, 1 + floor(random() * ${sentences})::int as s2,
      now() - (n * 3 + random() * 3) * interval '30 seconds' as created_at, random() as luck
    from generate_series(1, ${ticketCount}) as n, lateral (select n * 0.618033988749 % 1 as point) as p
      join share on p.point >= above and p.point < upto;
  insert into ticket (ticket_id, customer_id, subject, description, type, area, status, priority, assignee, assignee_group, tags, requester_name,
      requester_email, source, created_at, modified_at)
    select d.ticket_id, d.customer_id, left(one.text, 80) || ' ' || d.n, two.text, (array['request', 'change', 'incident'])[1 + d.n % 3], 'other',
      case when luck < 0.1 then (array['new', 'in_progress', 'waiting_for_customer'])[1 + d.n % 3] when luck < 0.2 then 'resolved' else 'closed' end,
      1 + floor(power(random(), 0.5) * 5)::int, case when luck > 0.05 then 'Person ' || d.n % 40 end, 'Group ' || d.n % 8,
      array['tag-' || d.n % 300, 'tag-' || d.n % 17], 'Requester ' || d.n % 50, 'requester-' || d.n % 50 || '@' || d.customer_id || '.example',
      case when d.n % 3 = 0 then 'monitoring' else 'person' end, d.created_at, d.created_at + random() * interval '20 days'
    from drawn d join sentence one on one.n = s1 join sentence two on two.n = s2;
  insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, private, created_at)
    select customer_id, ticket_id, 'user', 'bench', 'Bench', said.text, c = 3 and d.n % 2 = 0, d.created_at + c * interval '1 hour'
    from drawn d, generate_series(1, ${commentsOfTicket}) as c join sentence said on true
    where said.n = 1 + (d.s1 * 7 + d.s2 * 13 + c * 101) % ${sentences};
  insert into ticket_search (customer_id, ticket_id, document)
    select d.customer_id, d.ticket_id,
      ('''' || d.ticket_id || ''':1A')::tsvector || (select string_agg(quote_literal(form) || ':1A', ' ')::tsvector from unnest(one.forms) as form)
        || array_to_tsvector(two.forms || c1.forms || c2.forms || case when d.n % 2 = 1 then c3.forms else '{}' end)
        || array_to_tsvector(case when d.n % 2 = 0 then array(select '~' || form from unnest(c3.forms) as form) else '{}' end)
    from drawn d join sentence one on one.n = s1 join sentence two on two.n = s2
      join sentence c1 on c1.n = 1 + (d.s1 * 7 + d.s2 * 13 + 101) % ${sentences}
      join sentence c2 on c2.n = 1 + (d.s1 * 7 + d.s2 * 13 + 202) % ${sentences}
      join sentence c3 on c3.n = 1 + (d.s1 * 7 + d.s2 * 13 + 303) % ${sentences};
  insert into ticket_word (customer_id, word, is_private)
    select customer_id, form, false from share, (select distinct form from sentence, unnest(split_words(text)) as form) as forms
    where length(form) between 4 and 30 and form !~ '^[0-9]+$';
  select setval(pg_get_serial_sequence('ticket', 'ticket_id'), ${first + ticketCount})`

/** Written past the triggers, which would take an hour, and only where they are not there yet. */
export async function makeTickets(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ has: boolean }>('select exists (select from ticket where ticket_id = $1) as has', [
    firstTicket + ticketCount,
  ])
  if (rows[0]?.has) return
  await owner.query("set session_replication_role = replica; set maintenance_work_mem = '2GB'; set work_mem = '128MB'")
  await owner.query('drop index ticket_search_of_customer; drop index ticket_search_of_all')
  await owner.query(words)
  await owner.query(people)
  await owner.query(tickets(firstTicket))
  await owner.query(indexesOfWords)
  await owner.query('set session_replication_role = origin')
  for (const table of ['ticket', 'ticket_comment', 'ticket_search', 'ticket_word']) await owner.query(`vacuum analyze ${table}`)
}
