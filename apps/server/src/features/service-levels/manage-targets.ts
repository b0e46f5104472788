import type { ServiceTarget, ServiceTargets } from '@vakt/contract/tickets/service-levels.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid } from '#server/platform/errors.ts'
import { recordAction } from '#server/platform/record-action.ts'
import {
  lockTargetSet,
  readKnownCalendars,
  readTargets,
  requestRecalculation,
  type TargetScope,
  writeTargets,
} from './service-rule-table.ts'

export function getTargets(context: Context, scope: TargetScope): Promise<ServiceTargets> {
  return inTransaction(context, scope.customerId, (transaction) => readTargets(transaction, scope))
}

async function refuseWrongTargets(transaction: Transaction, targets: ServiceTarget[]): Promise<void> {
  const known = await readKnownCalendars(
    transaction,
    targets.map(({ calendarId }) => calendarId),
  )
  const seen = new Set<number>()
  for (const [index, { priority, calendarId }] of targets.entries()) {
    if (seen.has(priority))
      throw Invalid.field(`targets.${index}.priority`, 'This priority is listed twice.', 'service_levels.priority_twice')
    seen.add(priority)
    if (!known.has(calendarId))
      throw Invalid.field(`targets.${index}.calendarId`, 'There is no such calendar.', 'service_levels.calendar_unknown')
  }
}

/** The open tickets that it is about are recalculated soon after, by the worker. */
export function saveTargets(context: Context, scope: TargetScope, { targets, version }: ServiceTargets): Promise<ServiceTargets> {
  const { customerId } = scope
  return inTransaction(context, customerId, async (transaction) => {
    if ((await lockTargetSet(transaction, scope)) !== version)
      throw Conflict.field('version', 'Someone else changed these targets. Look at them again first.', 'service_levels.targets_changed')
    await refuseWrongTargets(transaction, targets)
    const before = await readTargets(transaction, scope)
    await writeTargets(transaction, scope, targets)
    await requestRecalculation(transaction, scope)
    const after = await readTargets(transaction, scope)
    await recordAction(transaction, context, customerId, {
      action: 'service-level.targets',
      target: scope.forAll ? 'all customers' : customerId,
      details: { before, after },
    })
    return after
  })
}
