import type { TicketStatus } from '@vakt/contract/tickets.ts'
import { splitSemicolons } from '@vakt/domain/processes/action-values.ts'
import { renderPlaceholders } from '@vakt/domain/processes/render-placeholders.ts'
import { commentOn } from '#server/features/tickets/add-ticket-comment.ts'
import { setFacts, type WantedFacts } from '#server/features/tickets/change-ticket-facts.ts'
import { setStatus } from '#server/features/tickets/change-ticket-status.ts'
import { lockIncidentOfTicket } from '#server/features/tickets/ticket-of-incident.ts'
import { lockSeenTicket } from '#server/features/tickets/write-to-ticket.ts'
import { runWords } from './run-words.texts.ts'
import { done, type Perform, type StepAt, type StepDetails, type StepResult, valuesOf, withReason } from './step-result.ts'

const mostTags = 50

type LockedTicket = Awaited<ReturnType<typeof lockSeenTicket>>
type Found = { ticketId: string; ticket: LockedTicket }
type Change = { details: StepDetails; note: string } & ({ facts: WantedFacts | null } | { status: TicketStatus })

/** The ticket's incident is locked first, as everyone does who locks both. */
async function changeTicket(at: StepAt, decide: (found: Found) => Change | 'unchanged' | 'too_many_tags'): Promise<StepResult> {
  const { transaction, context, run } = at
  const { customerId, ticketId } = run
  if (ticketId === null) return withReason('failed', 'no_ticket')
  await lockIncidentOfTicket(transaction, customerId, ticketId)
  const ticket = await lockSeenTicket(transaction, customerId, ticketId, null)
  if (ticket.status === 'closed') return withReason('failed', 'ticket_closed')
  const change = decide({ ticketId, ticket })
  if (change === 'unchanged') return withReason('done', 'unchanged')
  if (change === 'too_many_tags') return withReason('failed', change)
  const { details, note } = change
  const values = valuesOf(run, run.processName, run.mailLanguage)
  const body = renderPlaceholders(note, values).trim()
  const comment = { private: false, mentions: [] }
  if ('status' in change) {
    const explained = { ...comment, body: body || runWords[run.mailLanguage].note(run.processName), status: change.status }
    await setStatus(transaction, context, customerId, { ticketId, ticket, comment: explained, incidentId: null })
    return done({ ...details, text: explained.body })
  }
  if (change.facts)
    await setFacts(transaction, context, customerId, { ticketId, ticket, wanted: change.facts, assignee: null, requester: null })
  if (body !== '') await commentOn(transaction, context, customerId, { ticketId, ticket, comment: { ...comment, body } })
  return done({ ...details, ...(body && { text: body }) })
}

export const updateTicketStatus: Perform<'update_ticket_status'> = (at, { ticketStatus, ticketNote }) =>
  changeTicket(at, ({ ticket }) =>
    ticket.status === ticketStatus
      ? 'unchanged'
      : { status: ticketStatus, note: ticketNote, details: { before: ticket.status, after: ticketStatus } },
  )

export const updateTicketPriority: Perform<'update_ticket_priority'> = (at, { ticketPriority, ticketNote }) =>
  changeTicket(at, ({ ticket }) =>
    ticket.priority === ticketPriority && ticketNote.trim() === ''
      ? 'unchanged'
      : {
          facts: ticket.priority === ticketPriority ? null : { priority: ticketPriority },
          note: ticketNote,
          details: { before: String(ticket.priority), after: String(ticketPriority) },
        },
  )

export const updateAssigneeGroup: Perform<'update_assignee_group'> = (at, { assigneeGroup }) =>
  changeTicket(at, ({ ticket }) =>
    ticket.assigneeGroup === assigneeGroup
      ? 'unchanged'
      : {
          facts: { assigneeGroup },
          note: '',
          details: { ...(ticket.assigneeGroup && { before: ticket.assigneeGroup }), after: assigneeGroup },
        },
  )

const sameTag = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export const tagTicket: Perform<'tag_ticket'> = (at, { tag, ticketNote }) =>
  changeTicket(at, ({ ticket }) => {
    const added = splitSemicolons(tag).filter((one) => !ticket.tags.some((there) => sameTag(there, one)))
    if (added.length === 0 && ticketNote.trim() === '') return 'unchanged'
    const tags = [...ticket.tags, ...added]
    if (tags.length > mostTags) return 'too_many_tags'
    return { facts: added.length > 0 ? { tags } : null, note: ticketNote, details: { after: added.join(', ') } }
  })
