import { escapeIdentifier } from 'pg'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Row = Record<string, unknown>

/** Inserts rows whose fields are named as the columns of the table, all with the same fields, in one statement. Returns what `returning` names, in their order. */
export async function insertRows(transaction: Transaction, table: string, rows: readonly Row[], returning?: string): Promise<string[]> {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first).map(escapeIdentifier).join(', ')
  const result = await transaction.query<{ returned: string }>(
    `insert into ${escapeIdentifier(table)} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${escapeIdentifier(table)}, $1) with ordinality order by ordinality
     ${returning ? `returning ${escapeIdentifier(returning)}::text as returned` : ''}`,
    [JSON.stringify(rows)],
  )
  return result.rows.map(({ returned }) => returned)
}
