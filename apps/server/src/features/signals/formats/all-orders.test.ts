import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SignalFormat } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import type { SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import { judgeEvent, type KnownAlert } from '@vakt/domain/alert-intake.ts'
import { eventsOf } from './fixtures/read-fixture.ts'
import { formats } from './formats.ts'
import { readGeneric } from './generic.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute))
const seconds = (minute: number) => at(minute).getTime() / 1000

/** Two episodes of one condition as each sender tells of them: `from` and `to` are minutes, `to` null while it fires. */
const bodies: Partial<Record<SignalFormat, (from: number, to: number | null) => unknown>> = {
  grafana: (from, to) => ({
    alerts: [
      {
        status: to === null ? 'firing' : 'resolved',
        labels: { alertname: 'Disk' },
        fingerprint: 'f',
        startsAt: at(from).toISOString(),
        endsAt: to === null ? '0001-01-01T00:00:00Z' : at(to).toISOString(),
      },
    ],
  }),
  // A resolve need not say when: then the moment of its arrival counts, which is later than any trigger that says when.
  pagerduty: (from, to) =>
    to === null
      ? { event_action: 'trigger', dedup_key: 'k', payload: { summary: 'Disk', timestamp: at(from).toISOString() } }
      : { event_action: 'resolve', dedup_key: 'k' },
  datadog: (from, to) => ({
    cycle: `cycle ${from}`,
    title: 'Disk',
    transition: to === null ? 'Triggered' : 'Recovered',
    date: String(at(to ?? from).getTime()),
  }),
  zabbix: (from, to) => ({
    event_id: String(100 + from),
    event_value: to === null ? '1' : '0',
    name: 'Disk',
    event_timestamp: String(seconds(from)),
    recovery_timestamp: to === null ? '{EVENT.RECOVERY.TIMESTAMP}' : String(seconds(to)),
  }),
  'cloudwatch-sns': (from, to) => ({
    Type: 'Notification',
    Message: JSON.stringify({
      AlarmName: 'Disk',
      AlarmArn: 'arn:aws:cloudwatch:eu-north-1:123456789012:alarm:Disk',
      NewStateValue: to === null ? 'ALARM' : 'OK',
      StateChangeTime: at(to ?? from)
        .toISOString()
        .replace('Z', '+0000'),
    }),
  }),
  'google-cloud': (from, to) => ({
    incident: {
      incident_id: `0.${from}`,
      state: to === null ? 'open' : 'closed',
      policy_name: 'Disk',
      started_at: seconds(from),
      ended_at: to === null ? null : seconds(to),
    },
  }),
}

/** Of `generic` what the paths of a mapping say. */
const mapping: SignalMapping = {
  ...{ each: null, key: ['id'], state: { path: 'status', resolved: ['ok'], ignored: [] } },
  ...{ severity: { path: null, map: [], default: 'high' }, title: 'Disk', description: null, targets: ['host'], time: 'at' },
  ...{ link: null, runbook: null, value: null, threshold: null, expression: null },
}
const genericBody = (from: number, to: number | null) => ({
  ...{ id: 7, host: 'web-01', status: to === null ? 'bad' : 'ok', at: at(to ?? from).toISOString() },
})

type Sender = {
  name: string
  read: (body: unknown) => ReturnType<typeof readGeneric>
  bodyOf: (from: number, to: number | null) => unknown
}
const senders: Sender[] = [
  ...(Object.entries(bodies) as [SignalFormat, Sender['bodyOf']][]).map(([name, bodyOf]) => ({ name, read: formats[name], bodyOf })),
  { name: 'generic', read: (body) => readGeneric(body, mapping), bodyOf: genericBody },
]

function permutations<T>(items: T[]): T[][] {
  return items.length < 2 ? [items] : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}

/** What is known of each condition after these bodies, received a second after the other, an hour after it all happened. */
function outcomeOf({ read }: Sender, order: unknown[]): KnownAlert[] {
  const known = new Map<string, KnownAlert>()
  for (const [index, body] of order.entries())
    for (const event of eventsOf(read(body))) {
      const before = known.get(event.fingerprint) ?? null
      const receivedAt = new Date(at(60).getTime() + index * 1000)
      known.set(event.fingerprint, judgeEvent(before, event, receivedAt).known)
    }
  return [...known.values()]
}

for (const sender of senders) {
  const { name, bodyOf } = sender
  test(`${name}: in all 24 orders of two episodes, with repetitions, nothing fires in the end`, () => {
    const four = [bodyOf(1, null), bodyOf(1, 5), bodyOf(10, null), bodyOf(10, 15)]
    for (const order of permutations(four))
      for (const repeated of [order, [...order, ...order], order.flatMap((body) => [body, body])])
        for (const { state } of outcomeOf(sender, repeated)) assert.equal(state, 'resolved')
  })

  // Of a sender that does not say when it resolved, only the order of arrival tells which episode it meant.
  const orders = permutations([bodyOf(1, null), bodyOf(1, 5), bodyOf(10, null)])
  test(`${name}: a late end of an earlier episode never closes a newer one`, { skip: name === 'pagerduty' }, () => {
    for (const order of orders)
      assert.deepEqual(
        outcomeOf(sender, order)
          .filter(({ state }) => state === 'firing')
          .map(({ startedAt }) => startedAt),
        [at(10)],
      )
  })
}
