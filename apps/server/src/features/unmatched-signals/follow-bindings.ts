import type { AlertEvent } from '@vakt/domain/alert-event.ts'
import { settleIncidents } from '#server/features/incidents/follow-alerts.ts'
import { notifyFollowers } from '#server/features/incidents/incident-followers.ts'
import { lockAlertsOfCustomer } from '#server/features/incidents/intake/alert-states.ts'
import { bindAlerts, type MovedAlert, moveAlertsAway } from '#server/features/incidents/intake/move-alerts.ts'
import { recordAlerts } from '#server/features/incidents/intake/record-alerts.ts'
import { bindIncidents, mergeIncidentsOfEntity } from '#server/features/incidents/merging/bind-incidents.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { announce } from '#server/platform/live/announce.ts'
import { bindingQueueName } from './binding-table.ts'
import { lockWaitingBindingForAllCustomers, markApplied, type WaitingBinding } from './following-table.ts'

const actor = { type: 'system', job: 'follow-bindings' } as const
async function followWithin(transaction: Transaction, context: Context, binding: WaitingBinding): Promise<void> {
  const { customerId, entityId, entityName } = binding
  const { now } = context
  const incidentIds = await bindAlerts(transaction, customerId, { ...binding, now })
  const merged = await mergeIncidentsOfEntity(transaction, customerId, { entityId, incidentIds, actor, now })
  const gone = merged.map(({ incidentId }) => incidentId)
  const ended = merged.map(({ incidentId, into }) => ({ incidentId, reason: { boundInto: into } }))
  await notifyFollowers(transaction, context, customerId, 'ended', ended)
  await bindIncidents(transaction, customerId, { entityId, entityName, incidentIds, actor, now })
  const bound = incidentIds.map((incidentId) => ({ incidentId, entityId }))
  await notifyFollowers(transaction, context, customerId, 'bound', bound)
  const touched = [...new Set([...incidentIds.filter((id) => !gone.includes(id)), ...merged.map(({ into }) => into)])]
  await settleIncidents(transaction, context, customerId, touched)
}

const eventOf = ({ state: _, incidentId: __, neverEnds, ...alert }: MovedAlert): AlertEvent => ({
  ...alert,
  state: 'firing',
  endedAt: null,
  targets: [],
  ...(neverEnds ? { neverEnds: true as const } : {}),
})

/** What still fires goes on with the entity's customer, with an incident and a ticket there; here it is over. */
async function followElsewhere(transaction: Transaction, context: Context, binding: WaitingBinding): Promise<void> {
  const { customerId, entityCustomerId, entityId, entityName } = binding
  const moved = await moveAlertsAway(transaction, customerId, { ...binding, now: context.now })
  const incidentIds = [...new Set(moved.flatMap(({ incidentId }) => incidentId ?? []))]
  await settleIncidents(transaction, context, customerId, incidentIds)
  const match = { entityId, customerId: entityCustomerId, name: entityName, by: 'binding' as const }
  const events = moved.filter(({ state }) => state === 'firing').map((alert) => ({ event: eventOf(alert), receivedAt: context.now, match }))
  await recordAlerts(transaction, context, entityCustomerId, events)
}

async function follow(context: Context, bindingId: string, finish: JobRun['finish']): Promise<void> {
  await workForAllCustomers(context, async (transaction) => {
    await finish(transaction)
    const binding = await lockWaitingBindingForAllCustomers(transaction, bindingId)
    if (!binding) return
    const { customerId, entityCustomerId } = binding
    // Always in the same order, so that two workers cannot wait for each other.
    for (const id of [...new Set([customerId, entityCustomerId])].sort()) await lockAlertsOfCustomer(transaction, id)
    if (customerId === entityCustomerId) await followWithin(transaction, context, binding)
    else await followElsewhere(transaction, context, binding)
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
