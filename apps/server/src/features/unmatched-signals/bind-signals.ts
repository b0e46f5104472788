import type { EntityBinding, ManyUnmatchedSignals } from '@vakt/contract/alerts/unmatched-signals.ts'
import type { ManyOutcome } from '@vakt/contract/many.ts'
import { bindSeriesOfTarget, metricSource } from '#server/features/metrics/match-series.ts'
import { changeEach, changeInEachCustomer } from '#server/platform/change-many.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readNumericId, readUuid } from '#server/platform/ids.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { deleteBinding, readBindingsForAllCustomers, readEntityNameForAllCustomers, replaceBinding } from './binding-table.ts'
import { readUnmatchedSeries } from './unmatched-series-table.ts'
import { readUnmatchedAlert, type UnmatchedAlert } from './unmatched-table.ts'

type Wanted = { entityCustomerId: string; entityId: string }
type ReadUnmatched = (transaction: Transaction, customerId: string, id: string) => Promise<UnmatchedAlert | undefined>

type Meant = Wanted & { name: string | null }

const findEntity = async (context: Context, { entityCustomerId, entityId }: Wanted): Promise<Meant> => {
  const name = await readForAllCustomers(context, (transaction) => readEntityNameForAllCustomers(transaction, entityCustomerId, entityId))
  return { entityCustomerId, entityId, name }
}

/** A customer's signals are about its own entities; those of the provider's token may be about anybody's. */
async function bindOne(
  transaction: Transaction,
  context: Context,
  customerId: string,
  { id, read, entity: { entityCustomerId, entityId, name } }: { id: string; read: ReadUnmatched; entity: Meant },
): Promise<{ bindingId: string; source: string; target: string }> {
  const found = await read(transaction, customerId, id)
  if (!found) throw new NotFound()
  if (found.targetKey === null) throw Conflict.field('', 'It is matched to a resource already.', 'unmatched_signal.matched_meanwhile')
  if (name === null || (!found.isProvider && entityCustomerId !== customerId))
    throw Invalid.field('entityId', 'There is no such resource here. Choose one of the list.', 'unmatched_signal.entity_unknown')
  const { source, targetKey, targetName } = found
  const createdBy = context.actor.type === 'user' ? context.actor.name : 'Vakt'
  const bound = { source, targetKey, targetName, entityCustomerId, entityId, createdBy, now: context.now }
  const bindingId = await replaceBinding(transaction, customerId, bound)
  if (source === metricSource && entityCustomerId === customerId) await bindSeriesOfTarget(transaction, customerId, { targetKey, entityId })
  return { bindingId, source, target: targetName ?? targetKey }
}

async function bind(
  context: Context,
  customerId: string,
  { id, read }: { id: string; read: ReadUnmatched },
  wanted: Wanted,
): Promise<{ bindingId: string }> {
  const numericId = readNumericId(id)
  const entity = await findEntity(context, wanted)
  return inTransaction(context, customerId, async (transaction) => {
    const { bindingId, source, target } = await bindOne(transaction, context, customerId, { id: numericId, read, entity })
    const details = { source, target, entity: entity.name }
    const done = { action: 'entity-binding.create', target: `entity ${entity.entityId}`, details }
    await recordAction(transaction, context, customerId, done)
    announce(transaction, { type: 'unmatched.changed', customerId })
    return { bindingId }
  })
}

export const bindSignals = (context: Context, customerId: string, id: string, wanted: Wanted): Promise<{ bindingId: string }> =>
  bind(context, customerId, { id, read: readUnmatchedAlert }, wanted)

/** Series that are there belong to the entity at once, with what they measured before. */
export const bindSeries = (context: Context, customerId: string, id: string, wanted: Wanted): Promise<{ bindingId: string }> =>
  bind(context, customerId, { id, read: readUnmatchedSeries }, wanted)

/** Those of each customer are recorded as one action. */
export async function bindManySignals(context: CallContext, { signals, ...wanted }: ManyUnmatchedSignals): Promise<ManyOutcome> {
  const entity = await findEntity(context, wanted)
  return changeInEachCustomer(context, signals, async (transaction, customerId, own) => {
    const names: { source: string; target: string }[] = []
    const ids = [...new Set(own.map(({ unmatchedAlertId }) => unmatchedAlertId))]
    const outcome = await changeEach(transaction, ids, async (alertId) => {
      const { source, target } = await bindOne(transaction, context, customerId, { id: alertId, read: readUnmatchedAlert, entity })
      names.push({ source, target })
    })
    if (names.length === 0) return outcome
    const done = { action: 'entity-binding.create', target: `entity ${entity.entityId}`, details: { names, entity: entity.name } }
    await recordAction(transaction, context, customerId, done)
    announce(transaction, { type: 'unmatched.changed', customerId })
    return outcome
  })
}

export async function unbindSignals(context: Context, customerId: string, id: string): Promise<undefined> {
  const bindingId = readUuid(id)
  await inTransaction(context, customerId, async (transaction) => {
    const gone = await deleteBinding(transaction, customerId, bindingId)
    if (!gone) throw new NotFound()
    announce(transaction, { type: 'unmatched.changed', customerId })
    return gone
  })
}

export async function listBindings(
  context: Context,
  { limit = 50 }: { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<EntityBinding>> {
  const rows = await readForAllCustomers(context, (transaction) => readBindingsForAllCustomers(transaction, { after, limit }))
  const page = nextPage(rows, limit, ({ createdKey, bindingId }) => [createdKey, bindingId])
  return { ...page, rows: page.rows.map(({ createdKey: _, createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })) }
}
