import { createHash, randomBytes } from 'node:crypto'
import { featureKeys } from '@vakt/contract/features.ts'
import type { Query } from './storm-installation.ts'

export type StormCustomer = { customerId: string; ingestToken: string; rules: number; hosts: number }

export const metric = 'storm_load'
/** A rule counts every bucket in violation up to here, and so counts on which it was evaluated. */
export const neverFires = 1_000_000_000

export async function insertProvider(query: Query): Promise<void> {
  await query("insert into customer (customer_id, name, is_provider) values ('storm-provider', 'Provider', true)")
  await query("insert into customer_sign_in_rule (kind, value, customer_id) values ('email-domain', 'provider.example', 'storm-provider')")
}

/** A customer whose users sign in by the domain `<customerId>.example`, with hosts `a-1` and so on. */
export async function insertCustomer(query: Query, customerId: string, hosts: number): Promise<StormCustomer> {
  const ingestToken = `vakt_ing_${randomBytes(32).toString('base64url')}`
  await query('insert into customer (customer_id, name) values ($1, $1)', [customerId])
  await query("insert into customer_role_feature (customer_id, role, features) values ($1, 'admin', $2)", [customerId, featureKeys])
  await query("insert into customer_sign_in_rule (kind, value, customer_id) values ('email-domain', $1 || '.example', $1)", [customerId])
  await query("insert into ingest_token (customer_id, name, token_hash) values ($1, 'storm', $2)", [
    customerId,
    createHash('sha256').update(ingestToken).digest(),
  ])
  await insertHosts(query, customerId, 'a', hosts)
  return { customerId, ingestToken, rules: 0, hosts }
}

const insertHosts = (query: Query, customerId: string, prefix: string, count: number) =>
  query(
    `insert into entity (customer_id, external_id, external_key, name, host_name, type, source)
     select $1, '/storm/' || h, '/storm/' || h, h, h, 'storm', 'bench' from (select $2 || '-' || n as h from generate_series(1, $3::int) n) of_host`,
    [customerId, prefix, count],
  )

/** A rule for each of so many hosts `m-1` and so on; the first one fires, the others only count. */
export async function insertRules(query: Query, customer: StormCustomer, rules: number, fromSlot: number): Promise<void> {
  const { customerId } = customer
  await insertHosts(query, customerId, 'm', rules)
  await query(
    `insert into alert_rule (customer_id, name, description, severity, aggregation, threshold_comparison, threshold, alerts_before_action,
       metric_name, auto_close_delay_in_seconds, missing_data, entity_id, active_from_slot, created_at, modified_at)
     select $1, 'Load of ' || e.name, 'Busy.', 1, 'avg', '>', 80, case e.name when 'm-1' then 1 else $3::int end, $2, 0, 'ignored', e.entity_id, $4, now(), now()
     from entity e where e.customer_id = $1 and e.name like 'm-%'`,
    [customerId, metric, neverFires, fromSlot],
  )
  await query(
    'insert into alert_rule_revision as r (customer_id) values ($1) on conflict (customer_id) do update set revision = r.revision + 1',
    [customerId],
  )
  customer.rules = rules
}
