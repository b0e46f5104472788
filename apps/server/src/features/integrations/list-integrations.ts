import { type IntegrationKindName, type IntegrationState, integrationStates } from '@vakt/contract/integrations/integration-states.ts'
import type { Integration, IntegrationOfCustomer, IntegrationOverview } from '@vakt/contract/integrations/integrations.ts'
import { withCustomersOfGroups } from '#server/features/customers/of-groups.ts'
import { inTransaction, readForAllCustomers, type Transaction } from '#server/platform/database/transaction.ts'
import { type CallContext, type Listing, nextPage } from '#server/platform/http/serve.ts'
import { type FoundIntegration, type IntegrationKind, type IntegrationScope, type Place, withParameter } from './integration-kind.ts'

type Filter = {
  q?: string | undefined
  kind?: IntegrationKindName[] | undefined
  state?: IntegrationState[] | undefined
  customer?: string[] | undefined
}

const audienceOf = ({ isStaff }: CallContext): Place['audience'] => (isStaff ? 'staff' : 'customer')
const rankOf = (state: IntegrationState) => integrationStates.indexOf(state)
const needsSomeone = ({ state }: { state: IntegrationState }) => rankOf(state) < rankOf('never')
const iso = (moment: Date | null | undefined) => moment?.toISOString() ?? null

function addressOf({ listAt, opens }: IntegrationKind, place: Place, opened: string): string | null {
  const list = listAt(place)
  return list !== null && opens ? withParameter(list, opens, opened) : list
}

function present(kind: IntegrationKind, found: FoundIntegration, audience: Place['audience']): IntegrationOfCustomer {
  const { integrationId, customer, name, state } = found
  return {
    kind: kind.kind,
    integrationId,
    customer,
    name,
    state,
    since: iso(found.since),
    lastSignalAt: iso(found.lastSignalAt),
    expiresAt: iso(found.expiresAt),
    reason: found.reason ?? null,
    detail: found.detail ?? null,
    address: addressOf(kind, { audience, customerId: customer.customerId }, integrationId),
  }
}

/** What orders the list, the worst first; unique. */
const keyOf = ({ state, name, kind, integrationId, customer }: IntegrationOfCustomer) => [
  String(rankOf(state)),
  name.toLowerCase(),
  kind,
  customer.customerId,
  integrationId,
]

function compare(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  if (at < 0) return 0
  return (one[at] ?? '') < (other[at] ?? '') ? -1 : 1
}

async function findShown(kinds: readonly IntegrationKind[], context: CallContext, customerId: string | null): Promise<IntegrationKind[]> {
  if (context.isStaff) return [...kinds]
  if (customerId === null) return []
  const shown = await Promise.all(kinds.map(({ isShownTo }) => isShownTo?.(context, customerId) ?? false))
  return kinds.filter((_, index) => shown[index])
}

/** Every kind's, the worst first: a customer has tens of them. */
async function findAll(
  kinds: readonly IntegrationKind[],
  context: CallContext,
  customerId: string | null,
): Promise<IntegrationOfCustomer[]> {
  const scope: IntegrationScope = { customerId, now: context.now }
  const audience = audienceOf(context)
  const work = async (transaction: Transaction) => {
    const found: IntegrationOfCustomer[] = []
    for (const kind of kinds) for (const one of await kind.find(transaction, scope)) found.push(present(kind, one, audience))
    return found
  }
  // What the provider has is known of the messages of all customers, which the transaction of one does not see.
  const found = await (context.isStaff || customerId === null
    ? readForAllCustomers(context, work)
    : inTransaction(context, customerId, work))
  return found.toSorted((one, other) => compare(keyOf(one), keyOf(other)))
}

function matches(one: IntegrationOfCustomer, { q, kind, state, customer }: Filter): boolean {
  const wanted = q?.trim().toLowerCase()
  return (
    (!wanted || one.name.toLowerCase().includes(wanted) || one.customer.name.toLowerCase().includes(wanted)) &&
    (!kind || kind.includes(one.kind)) &&
    (!state || state.includes(one.state)) &&
    (!customer || customer.includes(one.customer.customerId))
  )
}

export async function listIntegrationsOfAll(
  kinds: readonly IntegrationKind[],
  context: CallContext,
  customerId: string | null,
  { limit = 50, ...query }: Filter & { limit?: number | undefined },
  after: readonly string[] | null,
): Promise<Listing<IntegrationOfCustomer>> {
  // Only staff have a list over all customers.
  const filter = context.isStaff ? await withCustomersOfGroups(context, query) : query
  const found = await findAll(await findShown(kinds, context, customerId), context, customerId)
  const rows = found.filter((one) => matches(one, filter) && (!after || compare(keyOf(one), after) > 0))
  return nextPage(rows.slice(0, limit + 1), limit, keyOf)
}

export async function listIntegrations(
  kinds: readonly IntegrationKind[],
  context: CallContext,
  customerId: string,
  filter: Filter & { limit?: number | undefined },
  after: readonly string[] | null,
): Promise<Listing<Integration>> {
  const { rows, next } = await listIntegrationsOfAll(kinds, context, customerId, filter, after)
  return { rows: rows.map(({ customer: _, ...integration }) => integration), next }
}

export async function readOverview(
  kinds: readonly IntegrationKind[],
  context: CallContext,
  customerId: string | null,
): Promise<IntegrationOverview> {
  const shown = await findShown(kinds, context, customerId)
  const found = await findAll(shown, context, customerId)
  const place = { audience: audienceOf(context), customerId }
  return {
    counts: integrationStates.map((state) => ({ state, count: found.filter((one) => one.state === state).length })),
    worst: found.find(needsSomeone) ?? null,
    kinds: shown.map((kind) => ({
      kind: kind.kind,
      capabilities: [...kind.capabilities],
      count: found.filter((one) => one.kind === kind.kind).length,
      address: kind.listAt(place),
      connectAt: kind.canConnect ? addressOf(kind, place, 'new') : null,
    })),
  }
}
