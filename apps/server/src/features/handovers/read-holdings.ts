import type { FeatureKey } from '@vakt/contract/features.ts'
import { type Holding, type HoldingKind, type Holdings, holdingKinds, holdingOutcomes } from '@vakt/contract/users/handovers.ts'
import { featuresOf, featuresOfStaffRoles, isGlobalAdmin } from '@vakt/domain/access.ts'
import { type CustomerRow, findCustomer } from '#server/features/customers/get-customer.ts'
import { requireAdministrator } from '#server/features/customers/require-administrator.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomersWithin, type Transaction } from '#server/platform/database/transaction.ts'
import { Forbidden, Invalid, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { type HeldRow, type Person, readHeld, readPerson } from './holding-table.ts'

export type Leaving = { leaver: Person; taker: Person | null; held: HeldRow[] }

const outcomeOf = (kind: HoldingKind): Holding['outcome'] => holdingOutcomes[kind] ?? 'taken'

/** What someone must be allowed to see at the customer, to take it. */
const neededFor: Partial<Record<HoldingKind, FeatureKey>> = {
  tickets: '@feature.tickets.read',
  incidents: '@feature.overview.read',
  reports: '@feature.report.read',
  dashboards: '@feature.appmonitor.read',
}

const namesPerKind = 3

/** Subjects of tickets are left out for those who see their own alone. */
function summarise(held: readonly HeldRow[], { onlyTicketsOf }: Pick<Context, 'onlyTicketsOf'>): Holding[] {
  return holdingKinds.flatMap((kind) => {
    const rows = held.filter((row) => row.kind === kind)
    if (rows.length === 0) return []
    const isHidden = kind === 'tickets' && onlyTicketsOf !== undefined
    const names = [...new Set(isHidden ? [] : rows.map(({ name }) => name).filter((name) => name !== ''))].slice(0, namesPerKind)
    return [
      { kind, outcome: outcomeOf(kind), count: rows.length, customers: new Set(rows.map(({ customerId }) => customerId)).size, names },
    ]
  })
}

/** Whether someone sees what needs this feature, at a customer that is not their own. */
function seesElsewhere({ isStaff, staffCustomers, roles, ownRoles }: Person, customerId: string, needed: FeatureKey | undefined): boolean {
  if (!isStaff || isGlobalAdmin({ roles })) return isStaff
  const isReached = staffCustomers === null || staffCustomers.includes(customerId)
  return isReached && (needed === undefined || featuresOfStaffRoles({ roles, ownRoles }).includes(needed))
}

/** The kinds of which the taker may not see all: another customer's, for someone who does not reach it, or what their roles do not show them. */
function hiddenFrom(taker: Person, held: readonly HeldRow[], customer: CustomerRow): HoldingKind[] {
  const features = featuresOf(taker, customer)
  const isHidden = ({ kind, customerId }: HeldRow) => {
    if (outcomeOf(kind) !== 'taken') return false
    const needed = neededFor[kind]
    if (customerId !== customer.customer_id) return !seesElsewhere(taker, customerId, needed)
    return needed !== undefined && !features.has(needed)
  }
  return holdingKinds.filter((kind) => held.some((row) => row.kind === kind && isHidden(row)))
}

/** Who leaves, who takes and what is held, over all customers where the one who leaves is the provider's. The transaction is the customer's. */
export async function findHeld(
  transaction: Transaction,
  context: CallContext,
  { customer, userId, to }: { customer: CustomerRow; userId: string; to: string | null },
): Promise<Leaving> {
  const { customer_id: customerId } = customer
  const leaver = await readPerson(transaction, customerId, userId)
  if (!leaver) throw new NotFound()
  const taker = to === null ? null : await readPerson(transaction, customerId, readUuid(to))
  if (taker === undefined || taker?.isDisabled || taker?.userId === userId)
    throw Invalid.field('to', 'Choose another user of this customer, who is not disabled.', 'handover.person_unknown')
  const read = (reading: Transaction) => readHeld(reading, leaver, context.now)
  const held = customer.isProvider ? await readForAllCustomersWithin(transaction, context, read) : await read(transaction)
  return { leaver, taker, held }
}

export const present = ({ taker, held }: Leaving, customer: CustomerRow, context: CallContext): Holdings => ({
  holdings: summarise(held, context),
  taker: taker && { userId: taker.userId, name: taker.name },
  hidden: taker ? hiddenFrom(taker, held, customer) : [],
})

/** The customer, for its administrators. */
export async function findAdministered(context: CallContext, customerId: string): Promise<CustomerRow> {
  await requireAdministrator(context, customerId)
  const customer = await findCustomer({ pool: context.pool }, customerId)
  if (!customer) throw new NotFound()
  // What they hold is everywhere.
  if (customer.isProvider && !context.isStaff) throw new Forbidden()
  return customer
}

export async function readHoldings(
  context: CallContext,
  { customerId, userId: id }: { customerId: string; userId: string },
  { to }: { to?: string },
): Promise<Holdings> {
  const userId = readUuid(id)
  const customer = await findAdministered(context, customerId)
  // Everything of theirs, also for administrators who see their own tickets alone.
  return inTransaction({ pool: context.pool }, customerId, async (transaction) =>
    present(await findHeld(transaction, context, { customer, userId, to: to ?? null }), customer, context),
  )
}
