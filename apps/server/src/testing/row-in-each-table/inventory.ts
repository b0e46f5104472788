import type { Insert, Known } from './insert.ts'

/** A row in each table of the inventory, its uploads and connectors. */
export async function makeInventoryRows(insert: Insert, { entityId }: Known) {
  const upload = await insert(
    "insert into entity_upload (customer_id, upload_id, file_name, state, created_by, created_at, changed_at) values ($1, gen_random_uuid(), 'f', 'received', 'x', now(), now())",
  )
  const ofUpload = `'${upload.upload_id}'`
  await insert(`insert into entity_upload_part (customer_id, upload_id, number, content) values ($1, ${ofUpload}, 0, 'x')`)
  await insert(
    `insert into entity_upload_row (customer_id, upload_id, row_number, key, entity, standing) values ($1, ${ofUpload}, 2, 'k', '{}', 'added')`,
  )
  await insert(`insert into entity_upload_problem (customer_id, upload_id, row_number, problem) values ($1, ${ofUpload}, 2, 'no_id')`)
  await insert('insert into entity_upload_habit (customer_id) values ($1)')
  const connector = await insert("insert into connector (customer_id, kind, name, created_at) values ($1, 'api', 'n', now())")
  await insert(`insert into azure_metric_progress (customer_id, connector_id) values ($1, '${connector.connector_id}')`)
  const run = await insert(
    `insert into connector_run (customer_id, connector_id, state, cause, created_at) values ($1, '${connector.connector_id}', 'succeeded', 'person', now())`,
  )
  await insert(
    `insert into connector_entity (customer_id, connector_id, entity_id, run_id) values ($1, '${connector.connector_id}', '${entityId}', '${run.run_id}')`,
  )
  await insert(
    `insert into entity_history (customer_id, entity_id, run_id, at, kind) values ($1, '${entityId}', '${run.run_id}', now(), 'added')`,
  )
  await insert(`insert into entity_relation (customer_id, entity_id, kind, target_key) values ($1, '${entityId}', 'part-of', 'x')`)
}
