import type { SignalMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type MappingRow = { mapping: SignalMapping; version: number; savedAt: Date; savedBy: string }

/** The newest version. */
export async function readMapping(transaction: Transaction, customerId: string, sourceId: string): Promise<MappingRow | undefined> {
  const { rows } = await transaction.query<MappingRow>(
    `select mapping, version, created_at as "savedAt", created_by as "savedBy" from source_mapping
     where customer_id = $1 and source_id = $2 order by version desc limit 1`,
    [customerId, sourceId],
  )
  return rows[0]
}

export async function insertMapping(
  transaction: Transaction,
  customerId: string,
  { sourceId, mapping, version, savedAt, savedBy }: MappingRow & { sourceId: string },
): Promise<void> {
  await transaction.query(
    'insert into source_mapping (customer_id, source_id, version, mapping, created_at, created_by) values ($1, $2, $3, $4, $5, $6)',
    [customerId, sourceId, version, JSON.stringify(mapping), savedAt, savedBy],
  )
}
