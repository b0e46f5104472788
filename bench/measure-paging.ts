import { createECDH, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, readMedian, readQuantile } from './figures.ts'
import { sized } from './sizes.ts'
import { startVakt, type Vakt } from './start-vakt.ts'

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

async function fire({ origin, ingestToken }: Vakt, name: string): Promise<void> {
  const labels = { alertname: name, severity: 'critical', instance: `${name.replaceAll(' ', '-')}.bench.example` }
  const alert = { status: 'firing', labels, annotations: {}, startsAt: new Date().toISOString(), fingerprint: name }
  const answer = await fetch(`${origin}/ingest/v1/alertmanager`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version: '4', status: 'firing', alerts: [alert] }),
  })
  if (answer.status !== 202) throw new Error(`The ingest answered ${answer.status}.`)
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
      await fire(vakt, `Paging ${number}`)
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
