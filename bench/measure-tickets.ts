import { readTicketPage } from '#server/features/tickets/ticket-list-table.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { bareTool, measureBareSql } from './bare-sql.ts'
import { accessTokenOf, readSignedIn, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { sendLoad } from './load.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const rounds = sized(3, 1)
const tickets = sized(200_000, 500)
const customerId = '1001'

/** 200,000 tickets of one customer, one in ten of them open. */
async function seedTickets({ owner }: Vakt): Promise<void> {
  await owner.query(
    `insert into ticket (customer_id, subject, description, type, area, status, priority, requester_name, requester_email, source, created_at, modified_at)
     select $1, 'Bench ticket ' || n, 'Something to look at, and what was tried so far.', (array['request', 'change', 'incident'])[1 + n % 3], 'infrastructure',
       case when n % 10 = 0 then (array['new', 'in_progress', 'waiting_for_customer'])[1 + n / 10 % 3] else 'closed' end, 1 + n % 5,
       'Bench', 'bench@nordan.example', 'person', now() - n * interval '1 minute', now() - n * interval '1 minute'
     from generate_series(1, $2::int) as n`,
    [customerId, tickets],
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
