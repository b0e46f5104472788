import type { SignalFormat } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { sampleSignal } from '@vakt/domain/sample-signal.ts'
import { getSource } from '#server/features/monitoring-sources/list-sources.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid } from '#server/platform/errors.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { checkFormat } from './check-format.ts'
import { checkJson, jsonLimits } from './check-json.ts'
import { unreadableReasons } from './read-signal.ts'
import { insertTestSignal } from './source-signal-list-table.ts'

type Test = { format: SignalFormat; state: 'firing' | 'resolved'; sample?: string }

function readSample({ format, state, sample }: Test, now: Date): Buffer {
  const made = sample ? null : sampleSignal(format, { state, at: now })
  if (!sample && !made) throw Invalid.field('sample', 'Only you know what this sender sends: give a sample.', 'source_signal.no_sample')
  const body = Buffer.from(sample ?? JSON.stringify(made))
  const check = checkJson(jsonLimits)
  check.push(body)
  const fault = check.end()
  if (fault) throw Invalid.field('sample', unreadableReasons[fault], 'source_signal.not_json')
  return body
}

/** Sends a sample through a source: held to the formats of its token and the bounds of the ingest, stored, and processed like any other. */
export async function sendTestSignal(context: Context, customerId: string, id: string, test: Test): Promise<{ signalId: string }> {
  const { sourceId, name, formats, tokens, revokedAt } = await getSource(context, customerId, id)
  const [token] = tokens
  if (revokedAt || !token) throw Conflict.field('', 'The source is revoked.', 'monitoring_source.is_revoked')
  checkFormat({ formats }, test.format)
  const body = readSample(test, context.now)
  return inTransaction(context, customerId, async (transaction) => {
    const signalId = await insertTestSignal(transaction, customerId, { tokenId: token.tokenId, format: test.format, body })
    const details = { name, format: test.format, state: test.state }
    await recordAction(transaction, context, customerId, { action: 'monitoring-source.test', target: sourceId, details })
    return { signalId }
  })
}
