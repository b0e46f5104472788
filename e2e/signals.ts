import { randomBytes } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'

export type Condition = { name: string; fingerprint: string; instance: string; startsAt: string }

/** A condition that no other story speaks of, on the host of this name. */
export function newCondition(instance: string): Condition {
  const fingerprint = randomBytes(8).toString('hex')
  return { name: `Story${fingerprint.slice(0, 6)}`, fingerprint, instance, startsAt: new Date(Date.now() - 60_000).toISOString() }
}

/** What its incident and its ticket are called: the summary, which names the resource. */
export const titleOf = ({ name, instance }: Condition): string => `${name} on ${instance}`

const firing = new Set<Condition>()

/** Ends what the story left firing, also after a failure: an alert joins an incident that is open on its resource, whatever story opened it. */
export async function resolveLeftovers(request: APIRequestContext): Promise<void> {
  for (const condition of [...firing]) await notify(request, 'resolved', condition)
}

/** Notifies Vakt of it, in the words of an Alertmanager of customer 1001. */
export async function notify(request: APIRequestContext, status: 'firing' | 'resolved', condition: Condition): Promise<void> {
  const { name, fingerprint, instance, startsAt } = condition
  if (status === 'firing') firing.add(condition)
  else firing.delete(condition)
  const answer = await request.post('/ingest/v1/alertmanager', {
    headers: { authorization: `Bearer ${process.env.VAKT_INGEST_TOKEN}` },
    data: {
      version: '4',
      status,
      receiver: 'vakt',
      groupKey: `{}:{alertname="${name}"}`,
      alerts: [
        {
          status,
          fingerprint,
          startsAt,
          endsAt: status === 'resolved' ? new Date().toISOString() : '0001-01-01T00:00:00Z',
          labels: { alertname: name, severity: 'critical', instance },
          annotations: { summary: titleOf(condition) },
          generatorURL: 'https://prometheus.example/graph',
        },
      ],
    },
  })
  expect(answer.status()).toBe(202)
}
