import { type NewEvent, noteEvent } from '#server/features/events/note-event.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { forEachCustomer } from '#server/platform/jobs/for-each-customer.ts'
import { type FollowedResource, lockService, readFollowedResourcesForAllCustomers, readVersions } from './cloudops-table.ts'
import { addVersion, readPriceToActivate, waitsForResource } from './manage-service.ts'

const batchSize = 500

/**
 * Ends the services of resources that are gone, and resumes them with the settings that they had once the resource is back at the same customer.
 * What was charged until then stays, and nothing is charged in between. Those who look after them are notified, in one message for a customer.
 */
export async function followResources(context: Context): Promise<void> {
  const found = await workForAllCustomers(context, (transaction) =>
    readFollowedResourcesForAllCustomers(transaction, { limit: batchSize, now: context.now }),
  )
  const customers = [...Map.groupBy(found, ({ customerId }) => customerId)].map(([customerId, resources]) => ({ customerId, resources }))
  await forEachCustomer(context, customers, ({ customerId, resources }) =>
    workForAllCustomers(context, async (transaction) => {
      const events: NewEvent[] = []
      for (const resource of resources) events.push(...(await followResource(transaction, context, resource)))
      await noteEvent(transaction, { customerId, actor: context.actor, now: context.now }, ...events)
    }),
  )
}

/** Answers with what is to be told of it: nothing where a person was faster. */
async function followResource(transaction: Transaction, context: Context, resource: FollowedResource): Promise<NewEvent[]> {
  const { customerId, entityId, name, since, reason } = resource
  await lockService(transaction, customerId, entityId)
  const [before] = await readVersions(transaction, customerId, entityId, { limit: 1 })
  const isBack = reason === 'resource_back'
  if (!before || (isBack ? !waitsForResource(before) : before.state !== 'active')) return []
  const { description, calendar, pricing, currency } = before
  const price = isBack ? await readPriceToActivate(transaction, resource, before) : { pricing, currency }
  const change = isBack
    ? price
      ? ({ kind: 'resumed', action: 'cloudops.resume', state: 'active', reason } as const)
      : ({ kind: 'unpriced', action: 'cloudops.end', state: 'off', reason: 'other_currency' } as const)
    : ({ kind: 'ended', action: 'cloudops.end', state: 'off', reason } as const)
  const { kind, ...to } = change
  await addVersion(transaction, context, resource, { description, calendar, ...(price ?? { pricing, currency }), ...to }, before)
  const details = { name, reason: to.reason ?? '', since: since.toISOString() }
  return [{ topic: 'cloudops', kind, subjectId: entityId, details }]
}
