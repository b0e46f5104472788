import type { SignalMapping, saveSourceMapping } from '@vakt/contract/monitoring-sources/source-mapping.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict } from '#server/platform/errors.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { checkMapping } from './check-mapping.ts'
import { getSource } from './list-sources.ts'
import { changeLocked } from './manage-sources.ts'
import { insertMapping, type MappingRow, readMapping } from './source-mapping-table.ts'

type Saved = ResultOf<typeof saveSourceMapping>

const present = (row: MappingRow | undefined): Saved =>
  row ? { ...row, savedAt: row.savedAt.toISOString() } : { mapping: null, version: 0, savedAt: null, savedBy: null }

export async function getMapping(context: Context, customerId: string, id: string): Promise<Saved> {
  const { sourceId } = await getSource(context, customerId, id)
  return present(await inTransaction(context, customerId, (transaction) => readMapping(transaction, customerId, sourceId)))
}

/** A new version, which reads the signals that are processed from now on. */
export async function saveMapping(
  context: Context,
  customerId: string,
  id: string,
  { mapping, version }: { mapping: SignalMapping; version: number },
): Promise<Saved> {
  checkMapping(mapping)
  return changeLocked(context, customerId, id, async (transaction, { sourceId, name }) => {
    const before = await readMapping(transaction, customerId, sourceId)
    if ((before?.version ?? 0) !== version)
      throw Conflict.field('', 'Someone else has changed this mapping in the meantime.', 'source_mapping.changed_meanwhile')
    const row = { mapping, version: version + 1, savedAt: context.now, savedBy: nameOfActor(context.actor) }
    await insertMapping(transaction, customerId, { ...row, sourceId })
    const details = { name, before: before?.mapping ?? null, after: mapping }
    await recordAction(transaction, context, customerId, { action: 'monitoring-source.mapping', target: sourceId, details })
    return present(row)
  })
}
