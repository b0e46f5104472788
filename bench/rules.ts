import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

export const customer = 'bench-rules'
export const ruleCount = sized(10_000, 100)

/**
 * A customer with as many hosts, each with a series of `bench_cpu` and a rule that watches it from this bucket on: the average above 80, three times.
 * Returns the number of the last series before them.
 */
export async function insertRules({ owner }: Vakt, fromSlot: number, { customerId = customer, count = ruleCount } = {}): Promise<number> {
  await owner.query("insert into customer (customer_id, name) values ($1, 'Bench') on conflict do nothing", [customerId])
  await owner.query(
    `insert into entity (customer_id, external_id, external_key, name, host_name, type, source)
     select $1, '/bench/rule-' || n, '/bench/rule-' || n, 'rule-host-' || n, 'rule-host-' || n, 'bench', 'bench' from generate_series(1, $2::int) n`,
    [customerId, count],
  )
  const { rows } = await owner.query<{ before: number }>(
    `insert into metric_customer as c (customer_id, last_series_no, active_series) values ($1, $2, $2)
     on conflict (customer_id) do update set last_series_no = c.last_series_no + $2, active_series = c.active_series + $2
     returning last_series_no - $2 as before`,
    [customerId, count],
  )
  const before = rows[0]?.before ?? 0
  await owner.query(
    `insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, entity_id, target_key)
     select $1, $3::int + n, 'bench_cpu', jsonb_build_object('instance', e.name), decode(md5('bench ' || n), 'hex'), 'gauge', e.entity_id, e.name
     from generate_series(1, $2::int) n join entity e on e.customer_id = $1 and e.external_key = '/bench/rule-' || n`,
    [customerId, count, before],
  )
  await owner.query(
    `insert into alert_rule (customer_id, name, description, severity, aggregation, threshold_comparison, threshold, alerts_before_action,
       metric_name, auto_close_delay_in_seconds, missing_data, entity_id, active_from_slot, created_at, modified_at)
     select $1, 'CPU of ' || e.name, 'Busy.', 1, 'avg', '>', 80, 3, 'bench_cpu', 900, 'ignored', e.entity_id, $2, now(), now()
     from entity e where e.customer_id = $1 and e.external_key like '/bench/rule-%'`,
    [customerId, fromSlot],
  )
  await owner.query(
    'insert into alert_rule_revision as r (customer_id) values ($1) on conflict (customer_id) do update set revision = r.revision + 1',
    [customerId],
  )
  await owner.query('vacuum analyze entity, metric_series, alert_rule')
  return before
}
