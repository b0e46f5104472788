import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import { splitSemicolons } from '@vakt/domain/processes/action-values.ts'
import { renderPlaceholders } from '@vakt/domain/processes/render-placeholders.ts'
import { commentOn } from '#server/features/tickets/add-ticket-comment.ts'
import { setFacts, type WantedFacts } from '#server/features/tickets/change-ticket-facts.ts'
import { setStatus } from '#server/features/tickets/change-ticket-status.ts'
import { lockIncidentOfTicket } from '#server/features/tickets/ticket-of-incident.ts'
import { lockSeenTicket } from '#server/features/tickets/write-to-ticket.ts'
import type { RunSubject } from './process-run-table.ts'
import { runWords } from './run-words.texts.ts'
import { done, type StepAt, type StepDetails, type StepResult, valuesOf, withReason } from './step-result.ts'

const mostTags = 50

export type TicketAction = Extract<
  ProcessAction,
  { type: 'update_ticket_status' | 'update_ticket_priority' | 'update_assignee_group' | 'tag_ticket' }
>
/** What steps change of a ticket. */
export type TicketFacts = { status: TicketStatus; priority: number; assigneeGroup: string | null; tags: readonly string[] }
/** `text` is the comment, with its placeholders replaced; empty where there is none. */
type Change = { details: StepDetails; text: string } & ({ facts: WantedFacts | null } | { status: TicketStatus })

const sameTag = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** What a step changes of a ticket as it is, or why it changes nothing. */
export function decideTicketChange(
  action: TicketAction,
  ticket: TicketFacts,
  { subject, processName }: { subject: RunSubject; processName: string },
): Change | 'unchanged' | 'too_many_tags' | 'ticket_closed' {
  if (ticket.status === 'closed') return 'ticket_closed'
  const { mailLanguage } = subject
  const note = 'ticketNote' in action ? action.ticketNote : ''
  const text = renderPlaceholders(note, valuesOf(subject, processName, mailLanguage)).trim()
  const withText = (details: StepDetails): StepDetails => ({ ...details, ...(text && { text }) })
  switch (action.type) {
    case 'update_ticket_status': {
      const { ticketStatus: after } = action
      if (ticket.status === after) return 'unchanged'
      const explained = text || runWords[mailLanguage].note(processName)
      return { status: after, text: explained, details: { before: ticket.status, after, text: explained } }
    }
    case 'update_ticket_priority': {
      const { ticketPriority: after } = action
      const isSame = ticket.priority === after
      if (isSame && note.trim() === '') return 'unchanged'
      const details = withText({ before: String(ticket.priority), after: String(after) })
      return { facts: isSame ? null : { priority: after }, text, details }
    }
    case 'update_assignee_group': {
      const { assigneeGroup: after } = action
      if (ticket.assigneeGroup === after) return 'unchanged'
      const before = ticket.assigneeGroup
      return { facts: { assigneeGroup: after }, text, details: { ...(before && { before }), after } }
    }
    case 'tag_ticket': {
      const added = splitSemicolons(action.tag).filter((one) => !ticket.tags.some((there) => sameTag(there, one)))
      if (added.length === 0 && note.trim() === '') return 'unchanged'
      const tags = [...ticket.tags, ...added]
      if (tags.length > mostTags) return 'too_many_tags'
      return { facts: added.length > 0 ? { tags } : null, text, details: withText({ after: added.join(', ') }) }
    }
  }
}

/** Changes the ticket of the incident. Its incident is locked first, as everyone does who locks both. */
export async function changeTicket({ transaction, context, run }: StepAt, action: TicketAction): Promise<StepResult> {
  const { customerId, ticketId } = run
  if (ticketId === null) return withReason('failed', 'no_ticket')
  await lockIncidentOfTicket(transaction, customerId, ticketId)
  const ticket = await lockSeenTicket(transaction, customerId, ticketId, null)
  const change = decideTicketChange(action, ticket, { subject: run, processName: run.processName })
  if (change === 'unchanged') return withReason('done', change)
  if (typeof change === 'string') return withReason('failed', change)
  const { details, text: body } = change
  const comment = { private: false, mentions: [], body }
  if ('status' in change) {
    const explained = { ...comment, status: change.status }
    await setStatus(transaction, context, customerId, { ticketId, ticket, comment: explained, incidentId: null })
    return done(details)
  }
  if (change.facts)
    await setFacts(transaction, context, customerId, { ticketId, ticket, wanted: change.facts, assignee: null, requester: null })
  if (body !== '') await commentOn(transaction, context, customerId, { ticketId, ticket, comment })
  return done(details)
}
