import type { Transaction } from '#server/platform/database/transaction.ts'
import type { SecretBox } from './secret-box.ts'

/** A column of encrypted values, each bound to the id of its row. The names are constants of the code. */
export type SealedColumn = {
  table: string
  id: string
  column: string
  box: SecretBox
  /** Where the table has `secret_unreadable_since`: writes there whether the secret can be decrypted, and what follows from that. */
  markReadable?: (transaction: Transaction, id: string, isReadable: boolean, now: Date) => Promise<void>
}

export type SealedRow = { id: string; sealed: Buffer; isMarked: boolean }

const keyIdOf = (column: string) =>
  `case when substring(${column} for 6) = 'vakt1:'::bytea then split_part(encode(substring(${column} for 40), 'escape'), ':', 2) end`

/** Values that the first key did not encrypt and those marked as unreadable, by id, after `after`. */
export async function readOldSecretsForAllCustomers(
  transaction: Transaction,
  { table, id, column, box, markReadable }: SealedColumn,
  { after, limit }: { after: string; limit: number },
): Promise<SealedRow[]> {
  const isMarked = markReadable ? 'secret_unreadable_since is not null' : 'false'
  const { rows } = await transaction.query<SealedRow>(
    `select ${id}::text as id, ${column} as sealed, ${isMarked} as "isMarked" from ${table}
     where ${column} is not null and ${id}::text > $1 and (substring(${column} for $2) <> $3 or ${isMarked})
     order by ${id}::text limit $4`,
    [after, box.prefix.length, box.prefix, limit],
  )
  return rows
}

/** False when the value was replaced meanwhile; then nothing is written. */
export async function replaceSecretForAllCustomers(
  transaction: Transaction,
  { table, id, column }: SealedColumn,
  row: SealedRow,
  sealed: Buffer,
): Promise<boolean> {
  const { rowCount } = await transaction.query(`update ${table} set ${column} = $3 where ${id}::text = $1 and ${column} = $2`, [
    row.id,
    row.sealed,
    sealed,
  ])
  return rowCount === 1
}

/** How many values each key encrypts; a `keyId` of null: a key that an earlier release derived from the password of the database. */
export async function countSecretsByKeyForAllCustomers(
  transaction: Transaction,
  { table, column, markReadable }: SealedColumn,
): Promise<{ keyId: string | null; count: number; unreadable: number }[]> {
  const unreadable = markReadable ? 'count(secret_unreadable_since)::int' : '0'
  const { rows } = await transaction.query<{ keyId: string | null; count: number; unreadable: number }>(
    `select ${keyIdOf(column)} as "keyId", count(*)::int as count, ${unreadable} as unreadable
     from ${table} where ${column} is not null group by 1`,
  )
  return rows
}
