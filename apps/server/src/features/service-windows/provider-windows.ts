import { randomUUID } from 'node:crypto'
import type { NewServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { atDatabaseTime } from '#server/platform/database/database-time.ts'
import { becomeCustomer, inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { checkSchedule } from './check-window.ts'
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

/** One window at each of several customers, all or none. */
export async function createProviderWindow(asked: CallContext, wanted: Wanted) {
  if (wanted.relatedTicketId !== null || wanted.notices.userIds.length > 0) {
    const field = wanted.relatedTicketId === null ? 'notices.userIds' : 'relatedTicketId'
    throw Invalid.field(field, 'This belongs to one customer. Add it to the window of that customer.', 'service_window.of_one_customer')
  }
  const parts = await splitScope(asked, wanted)
  const providerWindowId = randomUUID()
  const [first = ''] = parts.keys()
  return inTransaction(asked, first, async (transaction) => {
    const context = await atDatabaseTime(transaction, asked)
    checkSchedule(wanted, context.now)
    const windows: { customerId: string; serviceWindowId: string }[] = []
    for (const [customerId, part] of parts) {
      await becomeCustomer(transaction, customerId)
      const { serviceWindowId } = await createWithin(transaction, context, customerId, part, providerWindowId)
      windows.push({ customerId, serviceWindowId })
    }
    const created = { providerWindowId, windows }
    const own = context.caller?.customerId
    if (own !== undefined) {
      await becomeCustomer(transaction, own)
      await keepAnswer(transaction, context, own, created)
    }
    return created
  })
}
