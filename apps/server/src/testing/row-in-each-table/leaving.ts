import type { Insert } from './insert.ts'

/** A row of each table about customers that leave. */
export async function makeLeavingRows(insert: Insert) {
  const { archive_id: archiveId } = await insert(
    "insert into customer_archive (customer_id, state, asked_at, asked_by) values ($1, 'waiting', now(), 'x')",
  )
  await insert(
    `insert into customer_archive_part (customer_id, archive_id, writing_id, number, content) values ($1, '${archiveId}', gen_random_uuid(), 0, '')`,
  )
  await insert("insert into closed_customer (customer_id, closed_at, closed_by) values ($1, now(), 'x')")
  await insert("insert into retention_term (customer_id, kind, days) values ($1, 'alerts', 400)")
  await insert(
    `insert into erased_customer (customer_id, name, closed_at, closed_by, erased_at, erased_by) values ($1, 'x', now(), 'x', now(), 'x')`,
  )
}
