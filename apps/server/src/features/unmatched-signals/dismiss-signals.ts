import type { ManyDismissals } from '@vakt/contract/alerts/unmatched-signals.ts'
import type { ManyOutcome } from '@vakt/contract/many.ts'
import { changeEach, changeInEachCustomer } from '#server/platform/change-many.ts'
import { nameOfActor } from '#server/platform/context.ts'
import { Conflict, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { deleteDismissal, insertDismissal } from './dismissal-table.ts'
import { readUnmatchedAlert } from './unmatched-table.ts'

/** Those of each customer are recorded as one action. */
export function dismissManySignals(context: CallContext, { what, signals }: ManyDismissals): Promise<ManyOutcome> {
  const isDismissing = what === 'dismiss'
  return changeInEachCustomer(context, signals, async (transaction, customerId, own) => {
    const names: { source: string; target: string }[] = []
    const ids = [...new Set(own.map(({ unmatchedAlertId }) => unmatchedAlertId))]
    const outcome = await changeEach(transaction, ids, async (alertId) => {
      const found = await readUnmatchedAlert(transaction, customerId, alertId)
      if (!found) throw new NotFound()
      const { source, targetKey, targetName } = found
      if (targetKey === null) throw Conflict.field('', 'It is matched to a resource already.', 'unmatched_signal.matched_meanwhile')
      const named = { source, targetKey }
      if (isDismissing) await insertDismissal(transaction, customerId, { ...named, by: nameOfActor(context.actor), now: context.now })
      else await deleteDismissal(transaction, customerId, named)
      names.push({ source, target: targetName ?? targetKey })
    })
    if (names.length === 0) return outcome
    const action = isDismissing ? 'unmatched-signal.dismiss' : 'unmatched-signal.restore'
    await recordAction(transaction, context, customerId, { action, target: `${names.length} names`, details: { names } })
    announce(transaction, { type: 'unmatched.changed', customerId })
    return outcome
  })
}
