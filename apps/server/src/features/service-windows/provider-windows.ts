import { randomUUID } from 'node:crypto'
import { groupPrefix } from '@vakt/contract/customers/of-customers.ts'
import type { NewServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { labelKeyOf } from '@vakt/domain/customer-label-key.ts'
import { lastEnd } from '@vakt/domain/service-windows/window-schedule.ts'
import { followGroupsOnCommit } from '#server/features/customers/follow-groups.ts'
import { nameOfActor } from '#server/platform/context.ts'
import { atDatabaseTime } from '#server/platform/database/database-time.ts'
import { becomeCustomer, inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { checkSchedule, checkScope } from './check-window.ts'
import { insertProviderWindow, readMembersForAllCustomers } from './group-table.ts'
import { createWithin } from './manage-windows.ts'
import { readCustomersForAllCustomers, readOwnersForAllCustomers } from './provider-scope-table.ts'

type Wanted = NewServiceWindow & { customerIds: string[] }

/** Each customer's part of the scope: its own entities, and what groups, tags and `everything` mean there. */
async function splitScope(context: CallContext, { customerIds, ...wanted }: Wanted): Promise<Map<string, NewServiceWindow>> {
  const { entityIds } = wanted.scope
  const { known, owners } = await readForAllCustomers(context, async (transaction) => ({
    known: await readCustomersForAllCustomers(transaction, customerIds),
    owners: await readOwnersForAllCustomers(transaction, entityIds),
  }))
  if (known.length !== customerIds.length)
    throw Invalid.field('customerIds', 'A customer does not exist. Choose customers from the list.', 'service_window.customer_unknown')
  if (entityIds.some((entityId) => !customerIds.includes(owners.get(entityId.toLowerCase()) ?? '')))
    throw Invalid.field('scope.entityIds', 'A resource does not exist at these customers.', 'service_window.entity_unknown')
  return new Map(
    customerIds.map((customerId) => [
      customerId,
      {
        ...wanted,
        scope: { ...wanted.scope, entityIds: entityIds.filter((entityId) => owners.get(entityId.toLowerCase()) === customerId) },
      },
    ]),
  )
}

type Groups = { labels: string[]; keys: string[]; members: ReadonlySet<string> }

/** The groups among the customers, with the customers in them now. Throws Invalid for what cannot be for a group. */
async function readGroups(context: CallContext, { customerIds, scope }: Wanted): Promise<Groups> {
  const keys = customerIds.filter((one) => one.startsWith(groupPrefix)).map((one) => labelKeyOf(one.slice(groupPrefix.length)))
  if (keys.length === 0) return { labels: [], keys, members: new Set() }
  if (context.limitedTo) {
    const message = 'Only staff who see all customers create windows for groups. Choose single customers.'
    throw Invalid.field('customerIds', message, 'service_window.groups_limited')
  }
  if (scope.entityIds.length > 0) {
    const message = 'A window for a group covers resource groups, tags or everything. Remove the resources.'
    throw Invalid.field('scope.entityIds', message, 'service_window.resources_of_group')
  }
  const { customerIds: members, labels } = await readForAllCustomers(context, (transaction) =>
    readMembersForAllCustomers(transaction, keys),
  )
  const single = new Set(customerIds)
  return { labels, keys, members: new Set(members.filter((customerId) => !single.has(customerId))) }
}

/** One window at each of several customers, all or none; at those in groups also when they join later. */
export async function createProviderWindow(asked: CallContext, wanted: Wanted) {
  if (wanted.relatedTicketId !== null || wanted.notices.userIds.length > 0) {
    const field = wanted.relatedTicketId === null ? 'notices.userIds' : 'relatedTicketId'
    throw Invalid.field(field, 'This belongs to one customer. Add it to the window of that customer.', 'service_window.of_one_customer')
  }
  const { labels, keys, members } = await readGroups(asked, wanted)
  const { customerIds, ...content } = wanted
  const single = customerIds.filter((one) => !one.startsWith(groupPrefix))
  const parts = await splitScope(asked, { ...content, customerIds: [...single, ...members] })
  const providerWindowId = randomUUID()
  const own = asked.caller?.customerId
  const [first = own ?? ''] = parts.keys()
  return inTransaction(asked, first, async (transaction) => {
    const context = await atDatabaseTime(transaction, asked)
    checkSchedule(wanted, context.now)
    checkScope(wanted.scope)
    if (own !== undefined && keys.length > 0) {
      await becomeCustomer(transaction, own)
      const by = nameOfActor(context.actor)
      await insertProviderWindow(transaction, own, {
        providerWindowId,
        labels,
        keys,
        by,
        now: context.now,
        endsAt: lastEnd(wanted),
        content: { ...content, createTicket: false },
      })
      // Who has joined since the members were read is found by the job.
      await followGroupsOnCommit(transaction, own, providerWindowId)
    }
    const windows: { customerId: string; serviceWindowId: string }[] = []
    for (const [customerId, part] of parts) {
      await becomeCustomer(transaction, customerId)
      const { serviceWindowId } = await createWithin(transaction, context, customerId, part, {
        providerWindowId,
        ofGroup: members.has(customerId),
      })
      windows.push({ customerId, serviceWindowId })
    }
    const created = { providerWindowId, windows }
    if (own !== undefined) {
      await becomeCustomer(transaction, own)
      await keepAnswer(transaction, context, own, created)
    }
    return created
  })
}
