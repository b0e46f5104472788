import type { TicketPerson } from '@vakt/contract/tickets/ticket-details.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { Invalid, NotFound } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { readIncident } from './incident-details-table.ts'
import { readPeople, readPeopleForAllCustomers } from './incident-people-table.ts'

function findPeople(context: Context, customerId: string, wanted: { q: string | null; id: string | null }): Promise<TicketPerson[]> {
  // Colleagues at the provider are named to staff who are limited to the customer, too.
  return context.isStaff
    ? readForAllCustomers({ pool: context.pool, isStaff: true }, (transaction) =>
        readPeopleForAllCustomers(transaction, customerId, wanted),
      )
    : inTransaction(context, customerId, (transaction) => readPeople(transaction, customerId, wanted))
}

export async function findIncidentPeople(
  context: Context,
  customerId: string,
  id: string,
  { q }: { q?: string },
): Promise<{ people: TicketPerson[] }> {
  const incidentId = readNumericId(id)
  const incident = await inTransaction(context, customerId, (transaction) => readIncident(transaction, customerId, incidentId))
  if (!incident) throw new NotFound()
  return { people: await findPeople(context, customerId, { q: q?.trim() || null, id: null }) }
}

/** One person as someone who can be given an incident. */
export async function readAssignee(context: Context, customerId: string, userId: string): Promise<TicketPerson> {
  const [person] = await findPeople(context, customerId, { q: null, id: userId })
  if (!person)
    throw Invalid.field('assigneeId', 'This person cannot be found here. Choose someone from the list.', 'incident.person_unknown')
  return person
}
