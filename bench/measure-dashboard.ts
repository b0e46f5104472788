import { accessTokenOf, readSignedIn, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { sendLoad } from './load.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const rounds = sized(3, 1)
const entities = sized(10_000, 1000)
const customerId = '1001'

/** 10,000 entities in 500 tag groups, 25 by 20, and 5,000 open incidents spread over them and over the past 30 days. */
async function seedIncidents({ owner }: Vakt): Promise<void> {
  await owner.query(
    `insert into entity (customer_id, external_id, external_key, name, host_name, type, source, resource_group, tags)
     select $1, '/bench/dash-' || n, '/bench/dash-' || n, 'dash-' || n, 'dash-' || n, 'microsoft.bench/type' || n % 60, 'azure', 'rg-' || n % 70,
       jsonb_build_object('application', 'application ' || n % 25, 'environment', 'environment ' || n / 25 % 20, 'owner', 'owner ' || n % 300)
     from generate_series(1, $2::int) as n`,
    [customerId, entities],
  )
  await owner.query(
    `insert into incident (customer_id, entity_id, subject, rule, title, severity, opened_at, changed_at)
     select customer_id, entity_id, entity_id::text, 'bench', 'Bench ' || name, (array['critical', 'high', 'medium', 'low'])[1 + n % 4], at, at
     from (select *, row_number() over (order by name) as n from entity where customer_id = $1 and external_key like '/bench/dash-%') as e,
       lateral (select now() - n * interval '4 minutes' as at) as opened
     where n % 2 = 0`,
    [customerId],
  )
  await owner.query('vacuum analyze entity')
  await owner.query('vacuum analyze incident')
}

/** The calls of a dashboard with 5,000 open incidents in 500 tag groups, over HTTP, 8 at a time. */
export async function measureDashboard(vakt: Vakt): Promise<Figure[]> {
  await seedIncidents(vakt)
  const headers = { authorization: `Bearer ${accessTokenOf(await withBrowser((browser) => readSignedIn(browser, vakt)))}` }
  const path = `/api/v1/customer/${customerId}/incident`
  const answer = await fetch(`${vakt.origin}${path}/overview`, { headers })
  const overview = ((await answer.json()) as { result: { groups: { children: unknown[] }[] } }).result
  const groups = overview.groups.reduce((sum, { children }) => sum + children.length, 0)
  if (groups < 500) throw new Error(`The dashboard has ${groups} groups.`)
  const kinds = {
    'dashboard, 5,000 open incidents in 500 groups': () => `${path}/overview`,
    '  … of one resource group or type at a time': (n: number) =>
      `${path}/overview?${n % 2 ? `resourceGroup=rg-${n % 70}` : `type=microsoft.bench%2Ftype${n % 60}`}`,
    '  … its trend of 30 days': () => `${path}/trend?timeZone=Europe%2FStockholm`,
  }
  const figures: Figure[] = []
  for (const [name, pathOf] of Object.entries(kinds)) {
    const values: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const paths = Array.from({ length: 500 }, (_, n) => pathOf(round * 500 + n))
      const { milliseconds } = await sendLoad({ url: vakt.origin, method: 'GET', path, paths, headers })
      values.push(readQuantile(milliseconds, 0.95))
    }
    figures.push({ name: `${name}, p95`, unit: 'ms', values, goal: { atMost: 50 } })
  }
  return figures
}
