import type { Transaction } from '#server/platform/database/transaction.ts'

const portion = { parts: 50, rows: 20_000 } as const

/**
 * A portion of the contents of uploads that no one needs any more; what is being imported stays until that is over, and what was wrong in a
 * file as long as its row. Returns how many rows
 * were removed; when none were, the uploads are marked as empty.
 */
export async function deleteContentsForAllCustomers(
  transaction: Transaction,
  { olderThan, silentSince }: { olderThan: Date; silentSince: Date },
): Promise<number> {
  const { rows: over } = await transaction.query<{ uploadId: string }>(
    `update entity_upload set state = case when state in ('imported', 'failed') then state else 'removed' end
     where upload_id in (
       select upload_id from entity_upload
       where has_contents and (state in ('imported', 'removed') or (created_at < $1 and state not in ('importing', 'checking'))
         or created_at < $1::timestamptz - interval '1 day' or (state = 'receiving' and changed_at < $2))
       limit 20 for update skip locked)
     returning upload_id as "uploadId"`,
    [olderThan, silentSince],
  )
  const ids = over.map(({ uploadId }) => uploadId)
  if (ids.length === 0) return 0
  let removed = 0
  for (const [table, key, limit] of [
    ['entity_upload_part', 'number', portion.parts],
    ['entity_upload_row', 'row_number', portion.rows],
  ] as const) {
    const { rowCount } = await transaction.query(
      `delete from ${table} where (upload_id, ${key}) in (select upload_id, ${key} from ${table} where upload_id = any($1) limit ${limit})`,
      [ids],
    )
    removed += rowCount ?? 0
  }
  if (removed === 0) await transaction.query('update entity_upload set has_contents = false where upload_id = any($1)', [ids])
  return Math.max(removed, 1)
}

/** The rows themselves: at once when someone removed the file, else after a day. */
export async function deleteEmptyUploadsForAllCustomers(transaction: Transaction, olderThan: Date): Promise<void> {
  await transaction.query("delete from entity_upload where not has_contents and (state = 'removed' or created_at < $1)", [olderThan])
}
