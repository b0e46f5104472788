import type { TicketPerson } from '@vakt/contract/tickets/ticket-details.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { Invalid, NotFound } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { readEntitiesByName, readPeople, readPeopleForAllCustomers, readRequesters } from './ticket-people-table.ts'

type Wanted = { q?: string; of?: 'customer' | 'staff'; ids?: readonly string[] }

async function findPeople(context: Context, customerId: string, id: string, { q, of, ids }: Wanted): Promise<TicketPerson[]> {
  const filter = { ticketId: readNumericId(id), q: q?.trim() || null, of: of ?? null, ids: ids ?? null }
  // Colleagues at the provider are named to staff who are limited to the customer, too.
  const people = context.isStaff
    ? await readForAllCustomers({ pool: context.pool, isStaff: true }, (transaction) =>
        readPeopleForAllCustomers(transaction, customerId, filter),
      )
    : await inTransaction(context, customerId, (transaction) => readPeople(transaction, customerId, filter))
  if (!people) throw new NotFound()
  return people
}

export async function findTicketPeople(
  context: Context,
  customerId: string,
  id: string,
  wanted: Pick<Wanted, 'q' | 'of'>,
): Promise<{ people: TicketPerson[] }> {
  return { people: await findPeople(context, customerId, id, wanted) }
}

export const findTicketRequesters = async (context: Context, customerId: string, { q }: { q?: string }) => ({
  people: await inTransaction(context, customerId, (transaction) => readRequesters(transaction, customerId, q?.trim() || null)),
})

export async function findTicketEntities(context: Context, customerId: string, { q }: { q?: string }) {
  const entities = await inTransaction(context, customerId, (transaction) => readEntitiesByName(transaction, customerId, q?.trim() || null))
  return { entities }
}

/** Those whom a text names, with their names; refuses someone whom its author may not see, or who may not see the text. */
export async function readMentions(
  context: Context,
  customerId: string,
  ticketId: string,
  { ids, isPrivate }: { ids: readonly string[]; isPrivate: boolean },
): Promise<{ userId: string; name: string }[]> {
  if (ids.length === 0) return []
  const people = await findPeople(context, customerId, ticketId, { ids })
  const unknown = ids.some((id) => people.every(({ userId }) => userId !== id.toLowerCase()))
  if (unknown) throw Invalid.field('mentions', 'Someone you mentioned cannot be found here.', 'ticket.mention_unknown')
  if (isPrivate && people.some(({ isStaff }) => !isStaff))
    throw Invalid.field('mentions', 'In a private comment only staff can be named: no one else sees it.', 'ticket.mention_private')
  return people.map(({ userId, name }) => ({ userId, name }))
}

/** One person as someone who can be put on the ticket. */
export async function readPerson(
  context: Context,
  customerId: string,
  ticketId: string,
  { id, property, of }: { id: string; property: string; of?: 'customer' },
): Promise<TicketPerson> {
  const [person] = await findPeople(context, customerId, ticketId, { ids: [id], ...(of ? { of } : {}) })
  if (!person) throw Invalid.field(property, 'This person cannot be found here.', 'ticket.person_unknown')
  return person
}
