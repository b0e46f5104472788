import type { Transaction } from '#server/platform/database/transaction.ts'
import { Conflict } from '#server/platform/errors.ts'
import { announce } from '#server/platform/live/announce.ts'
import { askForRun, hasOpenRun } from './connector-run-table.ts'
import { findOwnConnector } from './connector-table.ts'

/** Asks for a run of the connector of uploaded files; there is one at a time. Returns its id. */
export async function startUploadRun(
  transaction: Transaction,
  customerId: string,
  { askedBy, now }: { askedBy: string; now: Date },
): Promise<string> {
  const connectorId = await findOwnConnector(transaction, customerId, { kind: 'upload', name: 'Upload', now })
  if (await hasOpenRun(transaction, customerId, connectorId))
    throw Conflict.field('', 'Another file is being imported. Wait until it is done.', 'entity_upload.another_import')
  const runId = await askForRun(transaction, customerId, { connectorId, cause: 'person', askedBy, now })
  announce(transaction, { type: 'connector.changed', customerId })
  return runId
}
