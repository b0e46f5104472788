import type { TicketDraft } from './ticket-draft.ts'

/** By their subjects; the second of a follow-up is the later one. */
const links: [kind: 'related' | 'follow_up', subject: string, other: string][] = [
  ['related', 'Ny butik i Umeå: tunnel och server', 'Stores in the north cannot print receipts'],
  ['related', 'Multi-factor sign-in for all administrators', 'Suspicious sign-ins from abroad'],
  ['follow_up', 'Multi-factor sign-in for all administrators', 'List of everybody with administrator rights'],
  ['related', 'Move the nightly load of the data warehouse to 02:00', 'Försäljningsrapporten visar gårdagens siffror'],
  ['follow_up', 'Fler handskannrar till höstens rea', 'Scanners lose their connection in hall 3'],
]

/** All of the earlier ticket first, as the table wants the lower number of what has no direction. */
export function linkRowsOf(stored: readonly (readonly [TicketDraft, string])[]): Record<string, unknown>[] {
  const bySubject = new Map(stored.map(([draft, ticketId]) => [draft.subject, { draft, ticketId }]))
  return links.map(([kind, subject, other]) => {
    const [first, second] = [bySubject.get(subject), bySubject.get(other)]
    if (!first || !second) throw new Error(`There is no demo ticket ${first ? other : subject}.`)
    return {
      customer_id: first.draft.customerId,
      ticket_id: first.ticketId,
      other_ticket_id: second.ticketId,
      kind,
      created_at: new Date(second.draft.createdAt),
    }
  })
}
