import type { RowStatus, UploadedEntity, UploadProblem } from '@vakt/contract/entities/entity-uploads.ts'
import type { RowEntity } from '@vakt/domain/upload-row.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type StagedRow = {
  row: number
  key: string
  entity: RowEntity
  standing: Exclude<RowStatus, 'missing'>
  changes: UploadedEntity['changes']
}

/** Those of another row with the same key are left out; answers which, with the row that was first. */
export async function insertRows(
  transaction: Transaction,
  customerId: string,
  uploadId: string,
  rows: readonly StagedRow[],
): Promise<{ row: number; firstRow: number }[]> {
  const { rows: repeated } = await transaction.query<{ row: number; firstRow: number }>(
    `with given as (
       select * from jsonb_to_recordset($3::jsonb) as g (row integer, key text, entity jsonb, standing text, changes jsonb)
     ), kept as (
       insert into entity_upload_row (customer_id, upload_id, row_number, key, entity, standing, changes)
       select $1, $2, row, key, entity, standing, changes from given order by row
       on conflict (upload_id, key) do nothing returning row_number, key
     )
     select g.row, coalesce(k.row_number, r.row_number) as "firstRow" from given g
     left join kept k on k.key = g.key
     left join entity_upload_row r on r.upload_id = $2 and r.key = g.key
     where not exists (select from kept k where k.row_number = g.row) order by g.row`,
    [customerId, uploadId, JSON.stringify(rows)],
  )
  return repeated
}

export async function insertProblems(
  transaction: Transaction,
  customerId: string,
  uploadId: string,
  problems: readonly UploadProblem[],
): Promise<void> {
  if (problems.length === 0) return
  await transaction.query(
    `insert into entity_upload_problem (customer_id, upload_id, row_number, column_name, problem, value)
     select $1, $2, row, "column", problem, value from jsonb_to_recordset($3::jsonb) as g (row integer, "column" text, problem text, value text)`,
    [customerId, uploadId, JSON.stringify(problems)],
  )
}

/** Of an earlier check. */
export async function deleteFindings(transaction: Transaction, customerId: string, uploadId: string): Promise<void> {
  await transaction.query('delete from entity_upload_problem where customer_id = $1 and upload_id = $2', [customerId, uploadId])
  await transaction.query('delete from entity_upload_row where customer_id = $1 and upload_id = $2', [customerId, uploadId])
}

export async function countStandings(
  transaction: Transaction,
  customerId: string,
  uploadId: string,
): Promise<Partial<Record<RowStatus, number>>> {
  const { rows } = await transaction.query<{ standing: RowStatus; count: number }>(
    'select standing, count(*)::int as count from entity_upload_row where customer_id = $1 and upload_id = $2 group by standing',
    [customerId, uploadId],
  )
  return Object.fromEntries(rows.map(({ standing, count }) => [standing, count]))
}

const missing = `from connector c
  join connector_entity s on s.connector_id = c.connector_id and s.missed_runs < 2
  join entity e on e.customer_id = $1 and e.entity_id = s.entity_id and not e.stale
  where c.customer_id = $1 and c.kind = 'upload'
    and not exists (select from entity_upload_row r where r.upload_id = $2 and r.key = e.external_key)`

/** How many came with earlier uploads and are not in this file. */
export async function countMissing(transaction: Transaction, customerId: string, uploadId: string): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(`select count(*)::int as count ${missing}`, [customerId, uploadId])
  return rows[0]?.count ?? 0
}

type PageRow = UploadedEntity & { position: string }
type Position = { after: readonly string[] | null; limit: number }

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function readMissingPage(
  transaction: Transaction,
  customerId: string,
  uploadId: string,
  { after, limit }: Position,
): Promise<PageRow[]> {
  const { rows } = await transaction.query<PageRow>(
    `select null::int as row, e.external_id as "externalId", e.name, e.type, '[]'::jsonb as changes, e.entity_id::text as position ${missing}
       and ($3::uuid is null or e.entity_id > $3) order by e.entity_id limit $4`,
    [customerId, uploadId, after?.[0], limit + 1],
  )
  return rows
}

/** As `readMissingPage`, of the rows of the file. */
export async function readStandingPage(
  transaction: Transaction,
  customerId: string,
  uploadId: string,
  { standing, after, limit }: Position & { standing: RowStatus | undefined },
): Promise<PageRow[]> {
  const { rows } = await transaction.query<PageRow>(
    `select row_number as row, entity ->> 'externalId' as "externalId", entity ->> 'name' as name, entity ->> 'type' as type, changes,
       row_number::text as position
     from entity_upload_row where customer_id = $1 and upload_id = $2 and ($3::text is null or standing = $3)
       and row_number > coalesce($4::int, 0)
     order by row_number limit $5`,
    [customerId, uploadId, standing, after?.[0], limit + 1],
  )
  return rows
}

export async function readProblemPage(
  transaction: Transaction,
  customerId: string,
  uploadId: string,
  { after, limit }: Position,
): Promise<(UploadProblem & { problemId: string })[]> {
  const { rows } = await transaction.query<UploadProblem & { problemId: string }>(
    `select problem_id::text as "problemId", row_number as row, column_name as "column", problem, value from entity_upload_problem
     where customer_id = $1 and upload_id = $2 and ($3::int is null or (row_number, problem_id) > ($3, $4::bigint))
     order by row_number, problem_id limit $5`,
    [customerId, uploadId, after?.[0], after?.[1], limit + 1],
  )
  return rows
}

/** What the import takes, in the order of the file. */
export async function readEntityPage(
  transaction: Transaction,
  customerId: string,
  uploadId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ row: number; entity: RowEntity }[]> {
  const { rows } = await transaction.query<{ row: number; entity: RowEntity }>(
    `select row_number as row, entity from entity_upload_row where customer_id = $1 and upload_id = $2 and row_number > $3
     order by row_number limit $4`,
    [customerId, uploadId, after, limit],
  )
  return rows
}
