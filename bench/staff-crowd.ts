import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, readQuantile } from './figures.ts'
import { type Crowd, openCrowd } from './open-crowd.ts'
import { readProcessorSeconds } from './process-figures.ts'
import { inboxScreen, staffDashboardScreen } from './simulated-browser.ts'
import { sized } from './sizes.ts'
import { makeTickets } from './tickets.ts'

const customerCount = sized(500, 3)
const staffCount = sized(50, 2)
const requestsPerSecond = 20
const seconds = sized(60, 2)
const [openOfEach, resolvedOfEach, entitiesOfEach] = [4, sized(400, 4), sized(100, 4)]

/** Resources, alerts and incidents of each customer; the tickets are those of `makeTickets`, over 200 other customers. */
async function fill({ vakt: { owner } }: Crowd): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into entity (customer_id, external_id, external_key, name, host_name, type, source, resource_group, tags)
     select customer_id, '/bench/' || n, '/bench/' || n, 'vm-' || customer_id || '-' || n, 'vm-' || n, 'microsoft.compute/virtualmachines', 'bench',
       'rg-' || n % 7, jsonb_build_object('application', 'application ' || n % 9)
     from customer cross join generate_series(1, $1::int) n where name like 'Crowd %'`,
    [entitiesOfEach],
  )
  await owner.query(
    `insert into incident (customer_id, entity_id, subject, rule, title, severity, state, opened_at, changed_at, resolved_at)
     select customer_id, entity_id, entity_id::text || n, 'bench', (array['Disk of ', 'Processor of ', 'Backup of '])[1 + n % 3] || name || ' needs care',
       (array['critical', 'high', 'medium', 'low'])[1 + n % 4], case when n <= $2 then 'open' else 'resolved' end, at, at,
       case when n > $2 then at + interval '20 minutes' end
     from (select c.customer_id, min(e.entity_id::text)::uuid as entity_id, min(e.name) as name
         from customer c join entity e using (customer_id) where c.name like 'Crowd %' group by 1) one
       cross join generate_series(1, $1::int) n, lateral (select now() - n * interval '3 hours' as at) opened`,
    [openOfEach + resolvedOfEach, openOfEach],
  )
  await owner.query('set session_replication_role = origin')
  for (const table of ['customer', 'entity', 'incident']) await owner.query(`vacuum analyze ${table}`)
}

const words = ['disk', 'backup', 'server', 'vm-2', 'certificate', 'crowd']

/** What the palette asks while all customers are chosen, for one text. */
function paletteOf(text: string): string[] {
  const of = (name: string) => `${name}=${encodeURIComponent(text)}&limit=8`
  return [
    `/incident?${of('q')}&state=open&state=acknowledged&sort=severity`,
    `/alert?${of('q')}&state=firing`,
    `/ticket?${of('search')}`,
    `/entity?${of('search')}`,
    `/alert-rule?${of('q')}`,
    `/admin/customer?${of('q')}`,
  ]
}

const kinds = {
  dashboard: staffDashboardScreen.map(({ path }) => path),
  inbox: inboxScreen.map(({ path }) => path),
  palette: words.flatMap(paletteOf),
}

/** Dashboard, inbox and palette of staff over all customers, at an even pace whatever the answers take. In a Vakt of its own. */
export async function measureStaffCrowd(): Promise<Figure[]> {
  const crowd = await openCrowd(customerCount)
  try {
    await makeTickets(crowd.vakt.owner)
    await fill(crowd)
    const tokens: string[] = []
    for (let index = 0; index < staffCount; index += 1) tokens.push(await crowd.signInStaff(`staff${index}`))
    const times = new Map<string, number[]>()
    let failures = 0
    const ask = async (kind: string, path: string, token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'x-vakt-session': 'simulated-browser-session' }
      const began = performance.now()
      const answer = await fetch(`${crowd.vakt.origin}/api/v1${path}`, { headers })
      await answer.arrayBuffer()
      if (!answer.ok) failures += 1
      for (const name of [kind, `${kind} ${path.split('?')[0]}`]) times.set(name, [...(times.get(name) ?? []), performance.now() - began])
    }
    const run = async (forSeconds: number) => {
      const [start, sent]: [number, Promise<void>[]] = [performance.now(), []]
      for (let number = 0; number < requestsPerSecond * forSeconds; number += 1) {
        await wait(Math.max(0, start + (number * 1000) / requestsPerSecond - performance.now()))
        const [kind, paths] = Object.entries(kinds)[number % 3] as [string, string[]]
        const turn = Math.floor(number / 3)
        sent.push(ask(kind, paths[turn % paths.length] as string, tokens[turn % tokens.length] as string))
      }
      await Promise.all(sent)
    }
    await run(sized(10, 1))
    times.clear()
    const [worked, began] = [readProcessorSeconds(crowd.vakt.pid), performance.now()]
    await run(seconds)
    const cores = ((readProcessorSeconds(crowd.vakt.pid) - worked) * 1000) / (performance.now() - began)
    const p95 = (name: string) => readQuantile(times.get(name) ?? [], 0.95)
    const slowest = [...times.keys()].filter((name) => name.includes('/')).toSorted((one, other) => p95(other) - p95(one))
    return [
      ...Object.keys(kinds).map((kind) => ({
        name: `${customerCount} customers, ${staffCount} of staff, ${requestsPerSecond} requests/s: ${kind}, p95`,
        unit: 'ms',
        values: [p95(kind)],
        goal: { atMost: 150 },
      })),
      ...slowest.slice(0, 4).map((name) => ({ name: `  … ${name}, p95`, unit: 'ms', values: [p95(name)] })),
      { name: '  … requests that failed', unit: '', values: [failures], goal: { atMost: 0 } },
      { name: '  … processor time of the server, web and worker', unit: 'cores', values: [cores] },
    ]
  } finally {
    await crowd.stop()
  }
}
