import { tidyLine } from '@vakt/domain/tidy-line.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announceTickets } from '#server/platform/live/announce.ts'
import { writeIncidentSubjects } from './incident-ticket-table.ts'

const longestSubject = 250

/** The subject of a ticket that an incident gives it. */
export const subjectOfIncident = (title: string): string => tidyLine(title).slice(0, longestSubject)

/** Gives the open tickets of incidents the subjects that these have now, except where a person changed it. */
export async function followIncidentTitles(
  transaction: Transaction,
  customerId: string,
  incidents: { incidentId: string; subject: string }[],
): Promise<void> {
  if (incidents.length === 0) return
  const subjects = incidents.map(({ incidentId, subject }) => ({ incidentId, subject: subjectOfIncident(subject) }))
  const ticketIds = await writeIncidentSubjects(transaction, customerId, subjects)
  if (ticketIds.length > 0) announceTickets(transaction, customerId, ticketIds)
}
