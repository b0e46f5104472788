import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { readTicketPage } from '#server/features/tickets/ticket-list-table.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { accessTokenOf, readSignedIn, staffAccount, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { bareTool, measureBareSql, postTool, sendLoad, sendPosts } from './load.ts'
import { watchMemory } from './process-figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

/** So many, over 200 customers of very different sizes; `TICKETS=1000000` for the size that the goals are stated for. */
export const ticketCount = Number(process.env.TICKETS ?? sized(100_000, 1000))
const sentences = sized(20_000, 200)
const commentsOfTicket = 3
const firstTicket = 1_000_000

/** The largest of the customers, with about one ticket in twenty. */
const largestCustomer = '1001'

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

const rounds = sized(3, 1)
const ticketsOfOne = sized(200_000, 500)
const customerId = '1001'

/** 200,000 tickets of one customer, one in ten of them open. */
async function seedTickets({ owner }: Vakt): Promise<void> {
  await owner.query(
    `insert into ticket (customer_id, subject, description, type, area, status, priority, requester_name, requester_email, source, created_at, modified_at)
     select $1, 'Bench ticket ' || n, 'Something to look at, and what was tried so far.', (array['request', 'change', 'incident'])[1 + n % 3], 'infrastructure',
       case when n % 10 = 0 then (array['new', 'in_progress', 'waiting_for_customer'])[1 + n / 10 % 3] else 'closed' end, 1 + n % 5,
       'Bench', 'bench@nordan.example', 'person', now() - n * interval '1 minute', now() - n * interval '1 minute'
     from generate_series(1, $2::int) as n`,
    [customerId, ticketsOfOne],
  )
  await owner.query('vacuum analyze ticket')
}

/** The very statement of the list, with its values written in. */
async function captureStatement(): Promise<string> {
  let statement = ''
  const capture = async ({ text, values }: { text: string; values: unknown[] }) => {
    statement = text.replaceAll(/\$(\d+)/g, (_, position: string) => {
      const value = values[Number(position) - 1]
      if (value === undefined || value === null) return 'null'
      return typeof value === 'number' ? String(value) : `'${value}'`
    })
    return { rows: [] }
  }
  await readTicketPage({ query: capture } as unknown as Transaction, customerId, {
    filter: { onlyOpen: true },
    order: { sort: 'modified', direction: 'desc' },
    after: null,
    limit: 50,
  })
  return statement
}

/** The list that people look at most, over HTTP with the check of the access token, against the bare statement that no row-level security holds up. */
export async function measureTickets(vakt: Vakt): Promise<Figure[]> {
  await seedTickets(vakt)
  const statement = await captureStatement()
  const token = accessTokenOf(await withBrowser((browser) => readSignedIn(browser, vakt)))
  const [bare, lists]: [number[], Awaited<ReturnType<typeof sendLoad>>[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await measureBareSql(vakt, statement))
    lists.push(
      await sendLoad({
        url: vakt.origin,
        method: 'GET',
        path: `/api/v1/customer/${customerId}/ticket?onlyOpen=true&limit=50`,
        headers: { authorization: `Bearer ${token}` },
      }),
    )
  }
  return [
    { name: `50 newest open of 200,000 tickets, ${bareTool}`, unit: '/s', values: bare },
    { name: 'ticket list over HTTP', unit: '/s', values: lists.map(({ perSecond }) => perSecond) },
    {
      name: `  … of the statement by ${bareTool}`,
      unit: '×',
      values: lists.map(({ perSecond }, round) => perSecond / (bare[round] ?? 1)),
      goal: { atLeast: 0.15 },
    },
    { name: '  … p99', unit: 'ms', values: lists.map(({ milliseconds }) => readQuantile(milliseconds, 0.99)) },
  ]
}

const ofOne = `/api/v1/customer/${largestCustomer}/ticket`
const ofAll = '/api/v1/ticket'

/** What people ask of the list of the largest customer. */
const lists: Record<string, string> = {
  'open tickets': `${ofOne}?onlyOpen=true`,
  'by priority, all': `${ofOne}?sort=priority`,
  'five filters': `${ofOne}?type=incident&priority=2&priority=3&assignee=Person%203&tag=tag-5&source=monitoring`,
  'nothing matches': `${ofOne}?assignee=Person%203&tag=tag-299&assigneeGroup=Group%201&requester=nobody@nowhere.example`,
  'search, one word': `${ofOne}?search=server`,
  'search, newest first': `${ofOne}?search=n%C3%A4tverk&sort=modified`,
  'search, two words and open': `${ofOne}?search=backup%20disk&onlyOpen=true`,
  'search, misspelt': `${ofOne}?search=skirvare`,
  'filter choices': `${ofOne}/filter`,
  similar: `${ofOne}/similar?subject=server%20backup%20skrivare%20disk`,
}

/** What the staff ask of the tickets of all customers. */
const listsOfStaff: Record<string, string> = {
  'all customers, open': `${ofAll}?onlyOpen=true`,
  'all customers, by priority': `${ofAll}?sort=priority`,
  'all customers, four filters': `${ofAll}?type=incident&priority=2&assignee=Person%203&tag=tag-5`,
  'all customers, nothing matches': `${ofAll}?assignee=Person%203&tag=tag-299&assigneeGroup=Group%201&requester=nobody@nowhere.example`,
  'all customers, search': `${ofAll}?search=server`,
  'all customers, search and filter': `${ofAll}?search=backup%20disk&onlyOpen=true`,
  'all customers, filter choices': `${ofAll}/filter`,
}

const pagesTurned = sized(20, 0)

/** The headers that lead to the page after so many. */
async function turnPages(vakt: Vakt, path: string, headers: Record<string, string>): Promise<Record<string, string>> {
  let further = headers
  for (let page = 0; page < pagesTurned; page += 1) {
    const answer = await fetch(new URL(path, vakt.origin), { headers: further })
    const { continuation_token: token } = (await answer.json()) as { continuation_token: string | null }
    if (!token) throw new Error(`${path} has only ${page + 1} pages.`)
    further = { ...headers, 'x-continuation-token': token }
  }
  return further
}

/** Many tickets of many customers: `TICKETS=1000000` is the size that the goals are stated for. */
export async function measureTicketsLarge(vakt: Vakt): Promise<Figure[]> {
  await makeTickets(vakt.owner)
  const signedIn = await withBrowser(async (browser) => [
    await readSignedIn(browser, vakt),
    await readSignedIn(browser, vakt, staffAccount),
  ])
  const [customer, staff] = signedIn.map((state) => ({ authorization: `Bearer ${accessTokenOf(state)}` }))
  if (!customer || !staff) throw new Error('No one signed in.')
  const figures: Figure[] = []
  const measure = async (name: string, path: string, headers: Record<string, string>) => {
    const { milliseconds } = await sendLoad({ url: vakt.origin, method: 'GET', path, headers })
    figures.push({ name: `${name}, p95`, unit: 'ms', values: [readQuantile(milliseconds, 0.95)], goal: { atMost: 100 } })
  }
  for (const [name, path] of Object.entries(lists)) await measure(name, path, customer)
  for (const path of [`${ofOne}?onlyOpen=true`, `${ofOne}?search=server`])
    await measure(`page ${pagesTurned + 1} of ${path.split('?')[1]}`, path, await turnPages(vakt, path, customer))
  for (const [name, path] of Object.entries(listsOfStaff)) await measure(name, path, staff)
  const heading: Figure = { name: `tickets over 200 customers`, unit: '', values: [ticketCount] }
  return [heading, ...figures, ...(await measureTicketWork(vakt, customer, staff))]
}

const path = `/api/v1/customer/${largestCustomer}/ticket`
const warmUps = sized(2, 0)
const exportedRows = 200_000
const requester = 'bench@nordan.example'

/** What Request Tracker 5 does on such a machine, thirty times. */
const goals = { lists: 30 * 27, creates: 30 * 20 }

async function readIds({ owner }: Vakt): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    'select ticket_id as id from ticket where customer_id = $1 order by modified_at desc limit 500',
    [largestCustomer],
  )
  return rows.map(({ id }) => id)
}

/** The list of all customers as a file, read as a browser does, and how much more memory the server takes meanwhile. */
async function exportTickets(vakt: Vakt, headers: Record<string, string>): Promise<{ rows: number; seconds: number; megabytes: number }> {
  const start = performance.now()
  let rows = 0
  const { growth } = await watchMemory(vakt.pid, async () => {
    const { body } = await fetch(new URL('/api/v1/ticket?format=csv', vakt.origin), { headers })
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      rows += chunk.reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 0)
      if (rows >= exportedRows) break
    }
  })
  return { rows, seconds: (performance.now() - start) / 1000, megabytes: growth }
}

/** Until then the worker holds what is to be deleted. */
async function waitForDispatch({ owner }: Vakt): Promise<void> {
  const isWaiting = async () => {
    const { rows } = await owner.query<{ waits: boolean }>('select exists (select from event where dispatched_at is null) as waits')
    return rows[0]?.waits
  }
  while (await isWaiting()) await wait(100)
}

/** Reading one ticket, opening new ones, and the list as a file. */
async function measureTicketWork(vakt: Vakt, customer: Record<string, string>, staff: Record<string, string>): Promise<Figure[]> {
  const ids = await readIds(vakt)
  const load = { url: vakt.origin, headers: customer }
  const details = await sendLoad({ ...load, method: 'GET', path: '', paths: ids.map((id) => `${path}/${id}`) })
  const list = await sendLoad({ ...load, method: 'GET', path: `${path}?onlyOpen=true` })
  const exported = await exportTickets(vakt, staff)
  const body = JSON.stringify({ subject: 'The printer says no', description: 'Since this morning, to everybody.', email: requester })
  const posts = { url: vakt.origin, path, headers: { ...customer, 'content-type': 'application/json' }, bodies: [body] }
  // The first seconds tell how fast the code is compiled, not how fast it is.
  for (let round = 0; round < warmUps; round += 1) await sendPosts(posts)
  const created: number[] = []
  for (let round = 0; round < rounds; round += 1) created.push((await sendPosts(posts)).perSecond)
  await waitForDispatch(vakt)
  // What is kept for the next run stays as it was made.
  await vakt.owner.query('delete from ticket where requester_email = $1', [requester])
  return [
    { name: 'one ticket, p95', unit: 'ms', values: [readQuantile(details.milliseconds, 0.95)], goal: { atMost: 40 } },
    { name: 'open tickets, lists', unit: '/s', values: [list.perSecond], goal: { atLeast: goals.lists } },
    { name: `new tickets, by ${postTool}`, unit: '/s', values: created, goal: { atLeast: goals.creates } },
    { name: `export, ${exported.rows.toLocaleString('en-GB')} rows`, unit: 's', values: [exported.seconds] },
    { name: '  … memory more than before', unit: 'MB', values: [exported.megabytes], goal: { atMost: 100 } },
  ]
}
