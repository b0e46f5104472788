import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { accessTokenOf, readSignedIn, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { sendLoad } from './load.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const rounds = sized(3, 1)
const customerId = '1001'
const ofCustomer = sized(100_000, 500)
const ofOthers = sized(200_000, 100)

/** 20 tags each, of which one is different for each entity and the others have 2 to 400 values. */
async function seedEntities({ owner }: Vakt): Promise<void> {
  for (const [customer, count] of [
    [customerId, ofCustomer],
    ['1002', ofOthers],
  ] as const) {
    await owner.query(
      `insert into entity (customer_id, external_id, external_key, name, host_name, type, source, region, resource_group, container_id, container_name, tags)
       select $1, id, lower(id), 'vm-' || n, 'vm-' || n, type, 'azure', (array['swedencentral', 'westeurope', 'northeurope'])[1 + n % 3],
         'rg-' || n % 700, 'subscription-' || n % 9, 'Subscription ' || n % 9, tags
       from generate_series(1, $2::int) as n,
         lateral (select 'microsoft.bench/type' || n % 60 as type) as kind,
         lateral (select '/subscriptions/00000000-0000-4000-8000-00000000000' || n % 9 || '/resourceGroups/rg-' || n % 700 || '/providers/' || type || '/vm-' || n as id) as named,
         lateral (select jsonb_object_agg('tag' || t, 'value ' || case when t = 0 then n when t < 3 then n * 7 % 400 else n * t % (t + 1) end) as tags
                  from generate_series(0, 19) as t where n > 0) as tagged`,
      [customer, count],
    )
  }
  await owner.query('vacuum analyze entity')
}

const word = (n: number) => ['', '&search=vm-77', '&severity=critical', '&stale=false', '&region=westeurope'][n % 5] ?? ''

/** A different filter each time: nothing that was worked out for one serves the next. */
function filterOf(n: number): string {
  const tags = `tag=tag1%3Dvalue%20${n % 400}&tag=tag1%3Dvalue%20${(n * 3) % 400}&tag=tag${5 + (n % 14)}%3Dvalue%20${n % 5}`
  const types = `type=microsoft.bench%2Ftype${n % 60}&type=microsoft.bench%2Ftype${(n * 7) % 60}`
  return [`${types}${word(n)}`, `${tags}${word(n)}`, `resourceGroup=rg-${n % 700}${word(n)}`, `search=vm-${n}`][n % 4] ?? ''
}

function readMemory(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1000
}

/** What counting would take without an inventory in memory: no filter, one statement at a time, no row-level security. */
async function countByStatement({ owner }: Vakt): Promise<number[]> {
  const values: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await owner.query(
      'select count(*) from (select key, value, count(*) from entity, jsonb_each_text(tags) where customer_id = $1 group by key, value) as counted',
      [customerId],
    )
    values.push(performance.now() - began)
  }
  return values
}

/** Lists and counts of a customer with 100,000 entities, over HTTP, 8 at a time. */
export async function measureInventory(vakt: Vakt): Promise<Figure[]> {
  await seedEntities(vakt)
  const headers = { authorization: `Bearer ${accessTokenOf(await withBrowser((browser) => readSignedIn(browser, vakt)))}` }
  const path = `/api/v1/customer/${customerId}/entity`
  const began = performance.now()
  const first = await fetch(`${vakt.origin}${path}`, { headers })
  await first.text()
  const cold = performance.now() - began
  // What reading left behind is given back a second later.
  await wait(sized(3000, 0))
  const kinds = {
    'list of 100,000 entities, any filter': (n: number) => `${path}?limit=100&${filterOf(n)}`,
    'counts of all filters, any filter': (n: number) => `${path}/count?tagKey=tag1&tagKey=tag2&${filterOf(n)}`,
    'counts of all filters, no filter': () => `${path}/count?tagKey=tag1&tagKey=tag2`,
  }
  const figures: Figure[] = [
    { name: 'first list after a start, 100,000 entities', unit: 'ms', values: [cold] },
    { name: '  … memory of the server then', unit: 'MB', values: [readMemory(vakt.pid)], goal: { atMost: 400 } },
    { name: 'tags of 100,000 entities counted by a statement', unit: 'ms', values: await countByStatement(vakt) },
  ]
  for (const [name, pathOf] of Object.entries(kinds)) {
    const values: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const paths = Array.from({ length: 500 }, (_, n) => pathOf(round * 500 + n))
      const { milliseconds } = await sendLoad({ url: vakt.origin, method: 'GET', path, paths, headers })
      values.push(readQuantile(milliseconds, 0.95))
    }
    figures.push({ name: `${name}, p95`, unit: 'ms', values, goal: { atMost: 100 } })
  }
  figures.push({ name: 'memory of the server under load', unit: 'MB', values: [readMemory(vakt.pid)], goal: { atMost: 400 } })
  return figures
}
