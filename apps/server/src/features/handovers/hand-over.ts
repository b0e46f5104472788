import type { Holdings } from '@vakt/contract/users/handovers.ts'
import { endApiTokens } from '#server/features/api-tokens/end-api-tokens.ts'
import { handOverDashboards } from '#server/features/custom-dashboards/hand-over-dashboards.ts'
import type { CustomerRow } from '#server/features/customers/get-customer.ts'
import { handOverFollows } from '#server/features/follows/hand-over-follows.ts'
import { handOverContacts } from '#server/features/incident-contacts/hand-over-contacts.ts'
import { handOverIncidents } from '#server/features/incidents/hand-over-incidents.ts'
import { handOverViews } from '#server/features/list-views/hand-over-views.ts'
import { handOverOnCall } from '#server/features/on-call/hand-over-on-call.ts'
import { endOwnShifts } from '#server/features/on-call-shifts/end-own-shifts.ts'
import { handOverSteps } from '#server/features/paging/hand-over-steps.ts'
import { handOverReports } from '#server/features/reports/hand-over-reports.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { handOverTickets } from '#server/features/tickets/hand-over-tickets.ts'
import { disableUser } from '#server/features/users/change-user.ts'
import { becomeCustomer, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid } from '#server/platform/errors.ts'
import type { Handover } from '#server/platform/handover.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { findAdministered, findHeld, present } from './read-holdings.ts'

type Part = (transaction: Transaction, customerId: string, handover: Handover) => Promise<void>

/** In this order: whoever locks an incident and its ticket takes the incident first. */
const partsEverywhere: readonly Part[] = [
  handOverIncidents,
  handOverTickets,
  handOverContacts,
  handOverFollows,
  handOverReports,
  handOverViews,
  handOverDashboards,
]
/** Who is on call, and whom escalations page, is the provider's own. */
const partsOfProvider: readonly Part[] = [handOverOnCall, handOverSteps]

function refuse({ taker, holdings, hidden }: Holdings): void {
  if (!taker && holdings.some(({ outcome }) => outcome === 'taken'))
    throw Invalid.field('to', 'Choose who takes over what is in their hands.', 'handover.taker_missing')
  if (hidden.length > 0)
    throw Conflict.field('to', 'This user may not see everything that they would take over.', 'handover.hidden_from_taker')
}

/** Each customer is entered in turn, the user's own last. */
async function giveAll(transaction: Transaction, customer: CustomerRow, customerIds: readonly string[], handover: Handover): Promise<void> {
  for (const customerId of customerIds) {
    await becomeCustomer(transaction, customerId)
    for (const part of partsEverywhere) await part(transaction, customerId, handover)
  }
  await becomeCustomer(transaction, customer.customer_id)
  if (customer.isProvider) for (const part of partsOfProvider) await part(transaction, customer.customer_id, handover)
}

/** Gives all that a user holds to another, disables the user, and ends their sessions and tokens: all of it, or nothing. */
export async function handOver(
  context: CallContext,
  { customerId, userId: id }: { customerId: string; userId: string },
  { to }: { to: string | null },
): Promise<Holdings> {
  const userId = readUuid(id)
  const { actor, isStaff, now } = context
  const customer = await findAdministered(context, customerId)
  const { onlyTicketsOf: _, ...everything } = context
  return inTransaction(everything, customerId, async (transaction) => {
    await disableUser(transaction, context, customerId, userId)
    const found = await findHeld(transaction, context, { customer, userId, to })
    const { leaver, taker, held } = found
    const answer = present(found, customer, context)
    refuse(answer)
    const customerIds = [...new Set(held.map((row) => row.customerId))].toSorted()
    if (taker && actor.type === 'user') await giveAll(transaction, customer, customerIds, { leaver, taker, actor, isStaff, now })
    await endOwnShifts(transaction, customerId, { userId, now })
    await endApiTokens(transaction, customerId, { userId, now })
    await endSessions(transaction, customerId, { userId, now })
    await recordAction(transaction, context, customerId, {
      action: 'user.hand-over',
      target: userId,
      details: {
        name: leaver.name,
        email: leaver.email,
        to: taker && { userId: taker.userId, name: taker.name },
        ...Object.fromEntries(answer.holdings.map(({ kind, count }) => [kind, count])),
      },
    })
    return answer
  })
}
