import { createHash } from 'node:crypto'
import type pg from 'pg'

/** The demo customer whose API a script uses in tests. */
export const scriptCustomerId = '1001'

/** What an Alertmanager sends of one alert of this name. */
export const signalOf = (name: string) =>
  JSON.stringify({
    version: '4',
    status: 'firing',
    alerts: [
      {
        status: 'firing',
        labels: { alertname: name, severity: 'critical' },
        annotations: { summary: name },
        startsAt: new Date().toISOString(),
        endsAt: '0001-01-01T00:00:00Z',
        fingerprint: name,
      },
    ],
  })

/** A user of the demo customer with a personal token, as a script has one. */
export async function giveToken(owner: pg.Client, apiToken: string): Promise<void> {
  const { rows } = await owner.query(
    `insert into app_user (customer_id, issuer, subject, name, email, roles, identity_roles)
     values ($1, 'test', 'script', 'Script', 'script@nordan.example', '{admin}', '{admin}') returning user_id`,
    [scriptCustomerId],
  )
  await owner.query(
    `insert into api_token (customer_id, user_id, name, token_hash, scope, created_at)
     values ($1, $2, 'script', $3, '{@feature.tickets.read,@feature.tickets.write}', now())`,
    [scriptCustomerId, rows[0].user_id, createHash('sha256').update(apiToken).digest()],
  )
  await owner.query(
    "insert into customer_role_feature values ($1, 'admin', '{@feature.tickets.read,@feature.tickets.write}') on conflict do nothing",
    [scriptCustomerId],
  )
}
