import { createECDH, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { accessTokenOf, openContext, readSignedIn, signIn, staffAccount, withBrowser } from './browser.ts'
import { type Figure, readMedian, readQuantile } from './figures.ts'
import { sendLoad } from './load.ts'
import { sized } from './sizes.ts'
import { startVakt, type Vakt } from './start-vakt.ts'

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

const largeRounds = sized(20, 1)
/** A little more than the server lets a shared run rest (`shared-runs.ts`): what comes sooner waits for that, not for the database. */
const restInMilliseconds = sized(600, 0)
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
    for (let round = 0; round < largeRounds; round += 1) {
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

const liveRounds = sized(3, 1)
const alertsInRound = sized(30, 2)

declare global {
  interface Window {
    /** When the row of an alert was first painted, by the name of the alert. */
    paintedAt: Record<string, number>
  }
}

/** Notes the moment of the first paint in which an alert has its row. */
export function watchRows(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.paintedAt = {}
    const look = () => {
      for (const link of document.querySelectorAll('table a[data-row-link]')) {
        const name = link.firstChild?.textContent ?? ''
        if (name in window.paintedAt) continue
        window.paintedAt[name] = Number.NaN
        requestAnimationFrame(() => {
          window.paintedAt[name] = Date.now()
        })
      }
    }
    look()
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

async function fire({ origin, ingestToken }: Vakt, name: string, severity = 'medium'): Promise<number> {
  const labels = { alertname: name, severity, instance: `${name.replaceAll(' ', '-')}.bench.example` }
  const alert = { status: 'firing', labels, annotations: {}, startsAt: new Date().toISOString(), fingerprint: name }
  const answer = await fetch(`${origin}/ingest/v1/alertmanager`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version: '4', status: 'firing', alerts: [alert] }),
  })
  if (answer.status !== 202) throw new Error(`The ingest answered ${answer.status}.`)
  return Date.now()
}

export async function waitForRow(page: Page, name: string, timeout = 10_000): Promise<number> {
  const found = await page.waitForFunction((wanted) => window.paintedAt[wanted] || null, name, { timeout })
  return (await found.jsonValue()) ?? Number.NaN
}

/** From the 202 to the painted row in the open list of alerts, with pauses of random length between the alerts. */
export async function measureLive(vakt: Vakt): Promise<Figure[]> {
  return withBrowser(async (browser) => {
    const context = await openContext(browser, vakt)
    const page = await context.newPage()
    await signIn(page)
    await page.goto('/alert-overview')
    await page.locator('table a[data-row-link]').first().waitFor()
    await watchRows(page)
    const [medians, p95]: [number[], number[]] = [[], []]
    for (let round = 1; round <= liveRounds; round += 1) {
      const times: number[] = []
      for (let number = 1; number <= alertsInRound; number += 1) {
        await wait(randomInt(50, 600))
        const name = `Bench ${round} ${number}`
        const accepted = await fire(vakt, name)
        times.push((await waitForRow(page, name)) - accepted)
      }
      medians.push(readQuantile(times, 0.5))
      p95.push(readQuantile(times, 0.95))
    }
    return [
      { name: 'from 202 to the painted row, median', unit: 'ms', values: medians },
      { name: 'from 202 to the painted row, p95', unit: 'ms', values: p95, goal: { atMost: 1000 } },
    ]
  })
}

const pages = sized(60, 2)
const withinMilliseconds = 30_000

/** A push service that tells when each message came. */
async function openPushService() {
  const waiting: ((at: number) => void)[] = []
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      waiting.shift()?.(Date.now())
      response.writeHead(201).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/device`,
    next: () => new Promise<number>((resolve) => waiting.push(resolve)),
    close: () => server.close(),
  }
}

/** One person of the provider, who is paged for every incident of the customer by web push. */
async function setUpPaging({ owner }: Vakt, endpoint: string): Promise<void> {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const rules = [{ severities: ['critical', 'high', 'medium', 'low'], hours: null, first: 'push', second: null, minutes: 5 }]
  const { rows } = await owner.query<{ customerId: string; userId: string }>(
    `insert into app_user (customer_id, issuer, subject, name, email, roles)
     select customer_id, 'bench', 'bench', 'On call', 'on-call@vakt.example', '{api-permission-global-admin}' from customer where is_provider
     returning customer_id as "customerId", user_id as "userId"`,
  )
  const { customerId, userId } = rows[0] ?? { customerId: '', userId: '' }
  const whose = [customerId, userId]
  await owner.query('insert into contact_preference (customer_id, user_id, rules, version, changed_at) values ($1, $2, $3, 1, now())', [
    ...whose,
    JSON.stringify(rules),
  ])
  await owner.query(
    `insert into push_subscription (customer_id, user_id, endpoint, p256dh, auth, device, created_at) values ($1, $2, $3, $4, $5, 'bench', now())`,
    [...whose, endpoint, keys.getPublicKey(), randomBytes(16)],
  )
  const steps = JSON.stringify([{ scheduleId: null, userId, minutes: 30 }])
  const policy = await owner.query<{ policyId: string }>(
    `insert into escalation_policy (customer_id, name, steps, repeats, is_default, created_at) values ($1, 'bench', $2, 0, false, now())
     returning policy_id as "policyId"`,
    [customerId, steps],
  )
  await owner.query(
    `insert into paging_setting (customer_id, from_severity, policy_id, version, changed_at) values ('1001', 'low', $1, 1, now())
     on conflict (customer_id) do update set from_severity = 'low', policy_id = excluded.policy_id`,
    [policy.rows[0]?.policyId],
  )
}

/** From posting an alert until its page is at the push service: signal, alert, incident, escalation, delivery. A Vakt of its own. */
export async function measurePaging(): Promise<Figure[]> {
  const service = await openPushService()
  const vakt = await startVakt({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  try {
    await setUpPaging(vakt, service.endpoint)
    const times: number[] = []
    for (let number = 1; number <= pages; number += 1) {
      await wait(randomInt(50, 600))
      const arrived = service.next()
      const began = Date.now()
      await fire(vakt, `Paging ${number}`, 'critical')
      const late = wait(withinMilliseconds).then(() => Number.NaN)
      const at = await Promise.race([arrived, late])
      if (Number.isNaN(at)) throw new Error(`The page of alert ${number} did not come.`)
      times.push(at - began)
    }
    return [
      { name: 'page from alert to channel', unit: 'ms', values: [readMedian(times)] },
      { name: '  … p95', unit: 'ms', values: [readQuantile(times, 0.95)], goal: { atMost: 2000 } },
    ]
  } finally {
    await vakt.stop()
    service.close()
  }
}
