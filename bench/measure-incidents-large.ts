import { setTimeout as wait } from 'node:timers/promises'
import { accessTokenOf, readSignedIn, staffAccount, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const rounds = sized(20, 1)
/** A little more than the server lets a shared run rest (`shared-runs.ts`): what comes sooner waits for that, not for the database. */
const restInMilliseconds = sized(600, 0)
const customerId = '1001'
const incidentCount = Number(process.env.INCIDENTS ?? sized(1_000_000, 1000))
/** Over so many days; `INCIDENT_DAYS=60` has every one of them in the trend or in the period that it is compared with. */
const days = Number(process.env.INCIDENT_DAYS ?? 730)
const openCount = 500

/** Incidents of one customer, the newest open, most of the others acknowledged; written past the triggers. */
async function makeIncidents({ owner }: Vakt): Promise<void> {
  const { rows } = await owner.query<{ has: boolean }>("select exists (select from incident where rule = 'bench-large') as has")
  if (rows[0]?.has) return
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into incident (customer_id, entity_id, subject, rule, title, severity, state, opened_at, changed_at, resolved_at, acknowledged_at,
       first_acknowledged_at)
     select $1, e.entities[1 + n % cardinality(e.entities)], 'bench ' || n, 'bench-large', 'Processor load is high on host ' || n % 4000,
       (array['critical', 'high', 'medium', 'low'])[1 + n % 4], case when n <= $3 then 'open' else 'resolved' end, at, coalesce(ended, at), ended,
       case when n % 5 > 0 and n > $3 then seen end, case when n % 5 > 0 and n > $3 then seen end
     from (select array_agg(entity_id) as entities from entity where customer_id = $1) as e, generate_series(1, $2::int) as n,
       lateral (select now() - n * ($4 / $2::float8) * interval '1 day' as at) as opened,
       lateral (select at + (1 + n::bigint * 7919 % 60) * interval '1 minute' as seen) as acknowledged,
       lateral (select case when n > $3 then least(now(), seen + (1 + n::bigint * 104729 % 600) * interval '1 minute') end as ended) as resolved`,
    [customerId, incidentCount, openCount, days],
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum analyze incident')
}

/** The calls of a dashboard whose customer has had a million incidents, over HTTP, each when the run that browsers share has rested. */
export async function measureIncidentsLarge(vakt: Vakt): Promise<Figure[]> {
  await makeIncidents(vakt)
  const [customer, staff] = await withBrowser(async (browser) => [
    await readSignedIn(browser, vakt),
    await readSignedIn(browser, vakt, staffAccount),
  ])
  const path = `/api/v1/customer/${customerId}/incident`
  const calls: Record<string, string> = {
    'trend of 30 days': `${path}/trend?timeZone=Europe%2FStockholm`,
    'open now': `${path}/open-now`,
    'open now, longest first': `${path}/open-now?sort=longest`,
    overview: `${path}/overview`,
    'list of incidents, newest first': `${path}?state=open&state=acknowledged&state=resolved`,
  }
  const figures: Figure[] = [{ name: `incidents of one customer, over ${days} days`, unit: '', values: [incidentCount] }]
  const measure = async (name: string, address: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const values: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await wait(restInMilliseconds)
      const start = performance.now()
      const answer = await fetch(vakt.origin + address, { headers })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`)
      values.push(performance.now() - start)
    }
    figures.push({ name, unit: 'ms', values })
    figures.push({ name: '  … p95', unit: 'ms', values: [readQuantile(values, 0.95)], goal: { atMost: 200 } })
  }
  if (!customer || !staff) throw new Error('No one signed in.')
  for (const [name, address] of Object.entries(calls)) await measure(name, address, accessTokenOf(customer))
  await measure('all customers, open now', '/api/v1/incident/open-now', accessTokenOf(staff))
  return figures
}
