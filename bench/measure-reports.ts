import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './figures.ts'
import { customerId, incidents, makeReportMonth, resources, tickets } from './make-report-month.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const rounds = sized(5, 1)
const residentMb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** A service token, which needs no sign-in in a browser and opens reports directly. */
async function makeToken({ owner }: Vakt): Promise<string> {
  const secret = `vakt_svc_${randomBytes(32).toString('base64url')}`
  await owner.query(
    `insert into service_token (customer_id, name, token_hash, ending, scope, created_by, created_at)
     values ($1, 'bench', $2, $3, '{@feature.report.read}', 'bench', now())`,
    [customerId, createHash('sha256').update(secret).digest(), secret.slice(-4)],
  )
  return secret
}

/** A report over HTTP: counted when it is opened, as it was kept, and as a PDF. */
export async function measureReports(vakt: Vakt): Promise<Figure[]> {
  const month = await makeReportMonth(vakt)
  const [year = 0, number = 1] = month.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const base = `${vakt.origin}/api/v1/customer/${customerId}/report`
  const headers = { authorization: `Bearer ${await makeToken(vakt)}` }
  const get = async (address: string) => {
    const answer = await fetch(base + address, { headers })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const measure = async (address: string, count = rounds) => {
    const values: number[] = []
    for (let round = 0; round < count; round += 1) {
      const start = performance.now()
      await (await get(address)).arrayBuffer()
      values.push(performance.now() - start)
    }
    return values
  }
  // The same days as a range are never kept.
  const days = `${month}-01--${lastDay}`
  const live = await measure(`/builtin/${days}`)
  const group = await measure(`/builtin/${days}?group=app-7`)
  // As the worker keeps it, which comes by every ten minutes.
  const { result } = (await (await get(`/builtin/${days}`)).json()) as { result: object }
  await vakt.owner.query(
    `insert into report_month (customer_id, month, report, frozen_at) values ($1, $2, $3, now())
     on conflict (customer_id, month) do update set report = excluded.report`,
    [customerId, month, JSON.stringify({ ...result, frozenAt: undefined })],
  )
  const kept = `/builtin/${month}`
  const closed = await measure(kept, rounds * 4)
  const document = `/builtin/${days}/document?language=en`
  const before = residentMb(vakt.pid)
  let most = before
  const watching = new AbortController()
  const watch = (async () => {
    while (!watching.signal.aborted) {
      most = Math.max(most, residentMb(vakt.pid))
      await wait(50)
    }
  })()
  const pdf = await measure(document, sized(3, 1))
  const start = performance.now()
  await Promise.all(Array.from({ length: sized(5, 2) }, async () => (await get(document)).arrayBuffer()))
  const five = performance.now() - start
  watching.abort()
  await watch
  return [
    {
      name: `report of ${resources} resources, ${incidents} incidents, ${tickets} tickets`,
      unit: 'ms',
      values: live,
      goal: { atMost: 3000 },
    },
    { name: '  … of one tag group', unit: 'ms', values: group, goal: { atMost: 3000 } },
    { name: '  … of a closed month', unit: 'ms', values: closed, goal: { atMost: 200 } },
    { name: '  … as a PDF', unit: 'ms', values: pdf, goal: { atMost: 5000 } },
    { name: '  … five PDFs at once, the last', unit: 'ms', values: [five] },
    { name: '  … more memory of the server meanwhile', unit: 'MB', values: [most - before], goal: { atMost: 150 } },
  ]
}
