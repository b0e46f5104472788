import type { CustomerState } from '@vakt/contract/customers/customer-states.ts'
import { readForAllCustomers, sharedOver } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { createSharedRuns, sharedByBrowsers } from '#server/platform/shared-runs.ts'
import { countInboxViewsForAllCustomers, readCustomerStatesForAllCustomers, type TicketNumbers } from './customer-state-table.ts'

const shareStates = createSharedRuns<CustomerState[]>(sharedByBrowsers)
const days = 30

/** How each customer is, which is the same for all staff who see every customer, and how many tickets wait, of which `mine` are the caller's. */
export async function listCustomerStates(context: CallContext): Promise<{ customers: CustomerState[]; tickets: TicketNumbers }> {
  const { now, actor } = context
  const userId = actor.type === 'user' ? actor.userId : null
  const [customers, tickets] = await Promise.all([
    shareStates(sharedOver(context), 'all', async () => {
      const rows = await readForAllCustomers(context, (transaction) => readCustomerStatesForAllCustomers(transaction, now))
      return rows.map(({ opened, oldestUnacknowledged, lastReceivedAt, ...row }) => ({
        ...row,
        oldestUnacknowledged: oldestUnacknowledged?.toISOString() ?? null,
        lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
        trend: Array.from({ length: days }, (_, index) => opened?.[days - 1 - index] ?? 0),
      }))
    }),
    readForAllCustomers(context, (transaction) => countInboxViewsForAllCustomers(transaction, now, userId)),
  ])
  return { customers, tickets }
}
