import { lockAlertsOfCustomer } from '#server/features/incidents/intake/alert-states.ts'
import { bindIncidents, moveToCustomer } from '#server/features/incidents/merging/bind-incidents.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { announce } from '#server/platform/live/announce.ts'
import { bindingQueueName } from './binding-table.ts'
import { lockWaitingBindingForAllCustomers, markApplied } from './following-table.ts'

async function follow(context: Context, bindingId: string, finish: JobRun['finish']): Promise<void> {
  await workForAllCustomers(context, async (transaction) => {
    await finish(transaction)
    const binding = await lockWaitingBindingForAllCustomers(transaction, bindingId)
    if (!binding) return
    const { customerId, entityCustomerId } = binding
    // Always in the same order, so that two workers cannot wait for each other.
    for (const id of [...new Set([customerId, entityCustomerId])].sort()) await lockAlertsOfCustomer(transaction, id)
    if (customerId === entityCustomerId) await bindIncidents(transaction, context, customerId, binding)
    else await moveToCustomer(transaction, context, customerId, binding)
    await markApplied(transaction, bindingId, context.now)
    for (const id of new Set([customerId, entityCustomerId]))
      announce(
        transaction,
        { type: 'alert.changed', customerId: id },
        { type: 'incident.changed', customerId: id },
        { type: 'ticket.changed', customerId: id },
        { type: 'unmatched.changed', customerId: id },
      )
  })
}

/** Has what was recorded before a binding follow it, all or nothing; of a customer one after the other. */
export const bindingQueues = (): Record<string, Queue> => ({
  [bindingQueueName]: {
    slots: 2,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 120,
    maxAttempts: 8,
    maxSeconds: 30 * 60,
    run: ({ rowId }, { createContext, finish }) => follow(createContext(), rowId, finish),
  },
})
