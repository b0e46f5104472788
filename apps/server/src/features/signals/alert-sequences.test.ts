import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { type Known, receive } from '#server/testing/alert-model.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const sequences = Number(process.env.ALERT_STORE_SEQUENCES ?? 20)
const firstSeed = Number(process.env.ALERT_STORE_SEED ?? 1)

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const second = 1000
const minute = 60 * second
const base = Math.floor(Date.now() / second) * second - 180 * minute

function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What a sender says: when it began, and where it has ended, when. */
type Told = { name: string; isFiring: boolean; start: number; end: number }
type Format = { saysStartInEnd: boolean; saysEnd: boolean; body(told: Told): object }

const iso = (time: number) => new Date(time).toISOString()
const prometheus = ({ name, isFiring, start, end }: Told) => ({
  alerts: [
    {
      ...{ status: isFiring ? 'firing' : 'resolved', labels: { alertname: name }, fingerprint: name },
      ...{ startsAt: iso(start), endsAt: isFiring ? '0001-01-01T00:00:00Z' : iso(end) },
    },
  ],
})

const formats: Record<string, Format> = {
  alertmanager: { saysStartInEnd: true, saysEnd: true, body: prometheus },
  grafana: { saysStartInEnd: true, saysEnd: true, body: prometheus },
  pagerduty: {
    ...{ saysStartInEnd: false, saysEnd: false },
    body: ({ name, isFiring, start }) =>
      isFiring
        ? { event_action: 'trigger', dedup_key: name, payload: { summary: name, source: name, severity: 'error', timestamp: iso(start) } }
        : { event_action: 'resolve', dedup_key: name },
  },
  datadog: {
    ...{ saysStartInEnd: false, saysEnd: true },
    body: ({ name, isFiring, start, end }) => ({
      ...{ monitor: name, title: name, transition: isFiring ? 'Triggered' : 'Recovered', date: String(isFiring ? start : end) },
    }),
  },
  zabbix: {
    ...{ saysStartInEnd: true, saysEnd: true },
    body: ({ name, isFiring, start, end }) => ({
      ...{ event_id: name, event_value: isFiring ? '1' : '0', name, event_timestamp: String(start / second) },
      recovery_timestamp: isFiring ? '{EVENT.RECOVERY.TIMESTAMP}' : String(end / second),
    }),
  },
  'cloudwatch-sns': {
    ...{ saysStartInEnd: false, saysEnd: true },
    body: ({ name, isFiring, start, end }) => ({
      Type: 'Notification',
      Message: JSON.stringify({
        ...{ AlarmName: name, AlarmArn: `arn:aws:cloudwatch:eu-north-1:123456789012:alarm:${name}` },
        ...{ NewStateValue: isFiring ? 'ALARM' : 'OK', StateChangeTime: iso(isFiring ? start : end).replace('Z', '+0000') },
      }),
    }),
  },
  'google-cloud': {
    ...{ saysStartInEnd: true, saysEnd: true },
    body: ({ name, isFiring, start, end }) => ({
      incident: {
        ...{ incident_id: name, policy_name: name, condition_name: name, state: isFiring ? 'open' : 'closed' },
        ...{ started_at: start / second, ended_at: isFiring ? null : end / second },
      },
    }),
  },
  'azure-monitor': {
    ...{ saysStartInEnd: true, saysEnd: true },
    body: ({ name, isFiring, start, end }) => ({
      schemaId: 'azureMonitorCommonAlertSchema',
      data: {
        essentials: {
          ...{ alertId: `/subscriptions/aa/providers/Microsoft.AlertsManagement/alerts/${name}`, alertRule: name, severity: 'Sev2' },
          ...{ signalType: 'Metric', monitoringService: 'Platform', monitorCondition: isFiring ? 'Fired' : 'Resolved' },
          ...{ firedDateTime: iso(start), ...(isFiring ? {} : { resolvedDateTime: iso(end) }) },
        },
      },
    }),
  },
  generic: {
    ...{ saysStartInEnd: false, saysEnd: true },
    body: ({ name, isFiring, start, end }) => ({ name, status: isFiring ? 'bad' : 'ok', at: iso(isFiring ? start : end) }),
  },
}
const mapping = {
  ...{ each: null, key: ['name'], state: { path: 'status', resolved: ['ok'], ignored: [] }, title: '{name}', description: null },
  ...{ severity: { path: null, map: [], default: 'high' }, targets: ['name'], time: 'at', link: null, runbook: null },
  ...{ value: null, threshold: null, expression: null },
}

type Sent = Told & { at: number }

/** Two conditions of one sender, whose clock is right, ahead or behind, with reminders, repetitions and late copies. */
function createSequence(random: () => number): Sent[] {
  const skew = [0, 0, 0, 2 * second, 60 * minute, -60 * minute][Math.floor(random() * 6)] ?? 0
  const starts = [base, base]
  const sent: Sent[] = []
  let at = base
  for (let left = 3 + Math.floor(random() * 10); left > 0; left -= 1) {
    at += Math.floor((random() * (random() < 0.5 ? 30 * second : 6 * minute)) / second) * second
    const copied = sent[Math.floor(random() * sent.length)]
    if (copied && random() < 0.25) {
      sent.push({ ...copied, at })
      continue
    }
    const condition = random() < 0.7 ? 0 : 1
    if (random() < 0.3) starts[condition] = at - Math.floor(random() * 600) * second
    const end = at - Math.floor(random() * 60) * second + skew
    sent.push({ name: `Disk ${condition}`, isFiring: random() < 0.6, start: (starts[condition] ?? base) + skew, end, at })
  }
  return sent
}

async function createSource(format: string) {
  const { customerId } = await createCustomer(vakt.database)
  const of = `/admin/customer/${customerId}/monitoring-source`
  const { sourceId, secret } = (await vakt.call(staff, 'POST', of, { name: 'All', formats: [format] })).json().result
  if (format === 'generic') await vakt.call(staff, 'PUT', `${of}/${sourceId}/mapping`, { mapping, version: 0 })
  const query = <Row extends object>(text: string, values: unknown[]) =>
    workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query<Row>(text, values)).rows)
  return {
    /** Has these count as received at their times, in their order, and worked through in one batch. */
    async receive(sent: Sent[], body: Format['body']) {
      for (const one of sent) assert.equal((await vakt.send(format, secret, body(one))).statusCode, 202)
      await query(
        `update signal s set received_at = w.at, verified_at = now() from (
           select signal_id, ($2::timestamptz[])[row_number() over (order by signal_id)] as at from signal where customer_id = $1 and state = 'pending'
         ) w where s.customer_id = $1 and s.signal_id = w.signal_id`,
        [customerId, sent.map(({ at }) => new Date(at))],
      )
      await vakt.work()
    },
    alerts: () =>
      query<{ name: string; state: string; startedAt: Date; endedAt: Date | null; count: number; incident: string | null }>(
        `select a.name, a.state, a.started_at as "startedAt", a.ended_at as "endedAt", a.count::int, i.state as incident
         from alert a left join incident i on i.customer_id = a.customer_id and i.incident_id = a.incident_id
         where a.customer_id = $1 order by a.name`,
        [customerId],
      ),
    signals: () => query<{ state: string }>('select state from signal where customer_id = $1', [customerId]),
  }
}

async function checkSequence(seed: number): Promise<void> {
  const random = randomFrom(seed)
  const names = Object.keys(formats)
  const format = names[seed % names.length] ?? 'alertmanager'
  const { body, saysStartInEnd, saysEnd } = formats[format] as Format
  const sent = createSequence(random)
  const source = await createSource(format)
  const known = new Map<string, Known>()
  const counts = new Map<string, number>()
  let done = 0
  while (done < sent.length) {
    const batch = sent.slice(done, done + 1 + Math.floor(random() * 4))
    done += batch.length
    await source.receive(batch, body)
    for (const { name, isFiring, start, end, at } of batch) {
      const event = { isFiring, start: isFiring || saysStartInEnd ? start : null, end: !isFiring && saysEnd ? end : null }
      known.set(name, receive(known.get(name), event, at))
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    const told = `seed ${seed}, ${format}: ${JSON.stringify(sent.slice(0, done))}`
    const alerts = await source.alerts()
    assert.deepEqual(
      alerts.map(({ name, state, startedAt, endedAt, count }) => [name, state, startedAt, state === 'resolved' ? endedAt : null, count]),
      [...known]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, { isFiring, startedAt, endedAt }]) => [
          ...[name, isFiring ? 'firing' : 'resolved', new Date(startedAt)],
          ...[isFiring || endedAt === null ? null : new Date(endedAt), counts.get(name)],
        ]),
      told,
    )
    for (const { state, incident } of alerts)
      if (state === 'firing') assert.ok(incident !== null && incident !== 'resolved', told)
      else assert.ok(incident === null || incident === 'resolved', told)
  }
  assert.deepEqual([...new Set((await source.signals()).map(({ state }) => state))], ['done'])
}

const timeout = 60_000 + sequences * 10_000

test(`${sequences} random lives of alerts, received by every format and stored, are as the rules say after each batch`, {
  timeout,
}, async () => {
  for (let seed = firstSeed; seed < firstSeed + sequences; seed += 1) await checkSequence(seed)
})
