import type { Insert } from './insert.ts'

/** A row in each table of metrics. */
export async function makeMetricRows(insert: Insert) {
  await insert('insert into metric_customer (customer_id) values ($1)')
  await insert("insert into metric_metadata (customer_id, metric, kind) values ($1, 'm', 'gauge')")
  await insert(
    "insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind) values ($1, 1, 'm', '{}', substring(sha256(convert_to($1, 'UTF8')) for 16), 'gauge')",
  )
  await insert(
    'insert into metric_interest (customer_id, entity_id, wanted_until) select $1, entity_id, now() from entity where customer_id = $1 limit 1',
  )
  await insert('insert into metric_due (customer_id, slot, due_at) values ($1, 1, now())')
  await insert("insert into metric_batch (customer_id, slot, points) values ($1, 1, 'x')")
  await insert("insert into metric_chunk (customer_id, slot, chunk, buckets) values ($1, extract(epoch from now()) / 300, 0, 'x')")
  for (const table of ['metric_day', 'metric_day_of_hours'])
    await insert(`insert into ${table} (customer_id, series_no, day, buckets) values ($1, 1, extract(epoch from now()) / 86400, 'x')`)
}
