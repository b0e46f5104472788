import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, readQuantile } from './figures.ts'
import { sendLoad } from './load.ts'
import { largestCustomer } from './make-tickets.ts'
import { postTool, sendPosts } from './send-posts.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const path = `/api/v1/customer/${largestCustomer}/ticket`
const rounds = sized(3, 1)
const warmUps = sized(2, 0)
const exportedRows = 200_000
const requester = 'bench@nordan.example'

/** What Request Tracker 5 does on such a machine, thirty times. */
const goals = { lists: 30 * 27, creates: 30 * 20 }

const readMegabytes = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

async function readIds({ owner }: Vakt): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    'select ticket_id as id from ticket where customer_id = $1 order by modified_at desc limit 500',
    [largestCustomer],
  )
  return rows.map(({ id }) => id)
}

/** The list of all customers as a file, read as a browser does, and how much more memory the server takes meanwhile. */
async function exportTickets(vakt: Vakt, headers: Record<string, string>): Promise<{ rows: number; seconds: number; megabytes: number }> {
  const before = readMegabytes(vakt.pid)
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, readMegabytes(vakt.pid))
  }, 100)
  const start = performance.now()
  let rows = 0
  try {
    const { body } = await fetch(new URL('/api/v1/ticket?format=csv', vakt.origin), { headers })
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      rows += chunk.reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 0)
      if (rows >= exportedRows) break
    }
  } finally {
    clearInterval(sampling)
  }
  return { rows, seconds: (performance.now() - start) / 1000, megabytes: most - before }
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
export async function measureTicketWork(vakt: Vakt, customer: Record<string, string>, staff: Record<string, string>): Promise<Figure[]> {
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
