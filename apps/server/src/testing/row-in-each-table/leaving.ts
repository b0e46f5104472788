import type { Insert } from './insert.ts'

/** A row of each table about customers that leave. */
export async function makeLeavingRows(insert: Insert) {
  await insert("insert into closed_customer (customer_id, closed_at, closed_by) values ($1, now(), 'x')")
  await insert("insert into retention_term (customer_id, kind, days) values ($1, 'alerts', 400)")
}
