import type { CustomerState, listCustomerStates as contract } from '@vakt/contract/customers/customer-states.ts'
import type { ResultOf } from '@vakt/contract/operation.ts'
import { readForAllCustomers, sharedOver } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { createKept } from '#server/platform/kept.ts'
import { createSharedRuns, sharedByBrowsers } from '#server/platform/shared-runs.ts'
import {
  countAssignedForAllCustomers,
  countInboxViewsForAllCustomers,
  readCustomerStatesForAllCustomers,
  readOpeningsForAllCustomers,
  type TicketNumbers,
} from './customer-state-table.ts'

const shareStates = createSharedRuns<Omit<CustomerState, 'trend'>[]>(sharedByBrowsers)
const shareTickets = createSharedRuns<TicketNumbers>(sharedByBrowsers)
/** Thirty days of all customers are much to count, and a minute of them is not seen. */
const keepTrends = createKept<Map<string, number[]>>(60_000)

const days = 30
const dayMs = 86_400_000

/** How many incidents opened in each of the past 24 hours of thirty days, the latest last. */
async function readTrends(context: CallContext): Promise<Map<string, number[]>> {
  const times = Array.from({ length: days }, (_, index) => new Date(context.now.getTime() - (days - index) * dayMs))
  const rows = await readForAllCustomers(context, (transaction) => readOpeningsForAllCustomers(transaction, times))
  return new Map(rows.map(({ customerId, opened }) => [customerId, times.map((_, index) => opened[index] ?? 0)]))
}

async function readStates(context: CallContext): Promise<Omit<CustomerState, 'trend'>[]> {
  const rows = await readForAllCustomers(context, (transaction) => readCustomerStatesForAllCustomers(transaction, context.now))
  return rows.map(({ oldestUnacknowledged, lastReceivedAt, ...row }) => ({
    ...row,
    oldestUnacknowledged: oldestUnacknowledged?.toISOString() ?? null,
    lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
  }))
}

/** How each customer is, which is the same for all staff who see every customer, and how many tickets wait, of which `mine` are the caller's. */
export async function listCustomerStates(context: CallContext): Promise<ResultOf<typeof contract>> {
  const { now, actor } = context
  const owner = sharedOver(context)
  const [states, trends, tickets, mine] = await Promise.all([
    shareStates(owner, 'all', () => readStates(context)),
    keepTrends(owner, () => readTrends(context)),
    shareTickets(owner, 'all', () => readForAllCustomers(context, (transaction) => countInboxViewsForAllCustomers(transaction, now))),
    actor.type === 'user' ? readForAllCustomers(context, (transaction) => countAssignedForAllCustomers(transaction, actor.userId)) : 0,
  ])
  const none = Array.from({ length: days }, () => 0)
  return { customers: states.map((state) => ({ ...state, trend: trends.get(state.customerId) ?? none })), tickets: { ...tickets, mine } }
}
