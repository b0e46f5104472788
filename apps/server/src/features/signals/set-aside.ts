import type { ManySetAsideSignals, SetAsideSignal } from '@vakt/contract/alerts/unmatched-signals.ts'
import type { ManyOutcome } from '@vakt/contract/many.ts'
import { getSource } from '#server/features/monitoring-sources/list-sources.ts'
import { allowTopic } from '#server/features/monitoring-sources/source-topics.ts'
import { changeEach, changeInEachCustomer } from '#server/platform/change-many.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { putBack, putBackUnrecognised, readSetAsideBody, readSetAsideForAllCustomers } from './set-aside-table.ts'

export async function listSetAside(
  context: Context,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<SetAsideSignal>> {
  const rows = await readForAllCustomers(context, (transaction) => readSetAsideForAllCustomers(transaction, { after, limit }))
  const page = nextPage(rows, limit, ({ signalId }) => [signalId])
  return { ...page, rows: page.rows.map(({ receivedAt, ...row }) => ({ ...row, receivedAt: receivedAt.toISOString() })) }
}

/** What is no text shows as replacement characters, which is enough to see that it is none. */
export const toText = (body: Buffer): string => body.toString('utf8').replaceAll('\0', '\u{FFFD}')

export async function getSetAside(context: Context, customerId: string, id: string): Promise<{ contentType: string | null; body: string }> {
  const signalId = readNumericId(id)
  const found = await inTransaction(context, customerId, (transaction) => readSetAsideBody(transaction, customerId, signalId))
  if (!found) throw new NotFound()
  return { contentType: found.contentType, body: toText(found.body) }
}

export async function retrySetAside(context: Context, customerId: string, id: string): Promise<undefined> {
  const signalId = readNumericId(id)
  return inTransaction(context, customerId, async (transaction) => {
    if (!(await putBack(transaction, customerId, signalId, context.now))) throw new NotFound()
    announce(transaction, { type: 'unmatched.changed', customerId })
    return undefined
  })
}

/** Those of each customer are recorded as one action. */
export function retryManySetAside(context: CallContext, { signals }: ManySetAsideSignals): Promise<ManyOutcome> {
  return changeInEachCustomer(context, signals, async (transaction, customerId, own) => {
    const ids = [...new Set(own.map(({ signalId }) => signalId))]
    const outcome = await changeEach(transaction, ids, async (signalId) => {
      if (!(await putBack(transaction, customerId, signalId, context.now))) throw new NotFound()
    })
    if (outcome.changed === 0) return outcome
    const target = `${outcome.changed} signals`
    await recordAction(transaction, context, customerId, { action: 'signal.retry', target, details: { signals: ids } })
    announce(transaction, { type: 'unmatched.changed', customerId })
    return outcome
  })
}

/** Allows a topic, and takes up again what was set aside because it was not: the request to confirm its subscription among it. */
export async function allowSourceTopic(context: Context, customerId: string, id: string, topicArn: string): Promise<{ signals: number }> {
  const { sourceId, name } = await getSource(context, customerId, id)
  return inTransaction(context, customerId, async (transaction) => {
    await allowTopic(transaction, context, customerId, { sourceId, name, topicArn })
    announce(transaction, { type: 'unmatched.changed', customerId })
    return { signals: await putBackUnrecognised(transaction, customerId, sourceId, context.now) }
  })
}

/** Reads what no mapping understood again, with the mapping of now. */
export async function retrySourceSignals(context: Context, customerId: string, id: string): Promise<{ signals: number }> {
  const { sourceId, name } = await getSource(context, customerId, id)
  return inTransaction(context, customerId, async (transaction) => {
    const signals = await putBackUnrecognised(transaction, customerId, sourceId, context.now)
    await recordAction(transaction, context, customerId, {
      action: 'monitoring-source.retry',
      target: sourceId,
      details: { name, signals },
    })
    announce(transaction, { type: 'unmatched.changed', customerId })
    return { signals }
  })
}
