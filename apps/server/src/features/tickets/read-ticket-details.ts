import type { TicketComment, TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import { maySetExternal, maySetPriority } from '@vakt/domain/ticket-facts.ts'
import { sumHours } from '@vakt/domain/ticket-hours.ts'
import { listAttachments } from '#server/features/attachments/read-attachments.ts'
import { presentServiceLevels } from '#server/features/service-levels/present-service-level.ts'
import type { Context } from '#server/platform/context.ts'
import { inTwoStatements } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readNumericId } from '#server/platform/ids.ts'
import { presentTicket } from './read-tickets.ts'
import { readCommentPage, readTicketDetails } from './ticket-details-table.ts'

const askerOf = ({ actor, isStaff }: Context) => ({ isStaff, askerId: actor.type === 'user' ? actor.userId : null })

const visibleTo = ({ isStaff }: Context) => ({ withPrivate: isStaff })

export async function getTicket(context: Context, customerId: string, id: string): Promise<TicketDetails> {
  const asking = { ticketId: readNumericId(id), ...askerOf(context) }
  const [found, attachments] = await inTwoStatements(context, customerId, (transaction) =>
    Promise.all([
      readTicketDetails(transaction, customerId, asking),
      listAttachments(transaction, customerId, asking.ticketId, visibleTo(context)),
    ]),
  )
  if (!found) throw new NotFound()
  const { entries, commentCount, comments, history, externalByStaff, customerPriority, ...ticket } = found
  const reader = { isStaff: asking.isStaff, isRequester: asking.askerId !== null && asking.askerId === ticket.requesterId }
  return {
    ...presentTicket(ticket, context.now),
    serviceLevels: presentServiceLevels(ticket.serviceLevel, context.now),
    mayChange: { priority: maySetPriority(reader, customerPriority), external: maySetExternal(reader, externalByStaff) },
    hours: entries && { entries, totals: sumHours(entries) },
    attachments: attachments.own,
    comments: comments.reverse().map((comment) => ({ ...comment, attachments: attachments.ofComment(comment.commentId) })),
    earlierComments: commentCount - comments.length,
    history: history.reverse(),
  }
}

export async function listTicketComments(
  context: Context,
  customerId: string,
  id: string,
  { limit = 50, before }: { limit?: number; before?: string },
  after: readonly string[] | null,
): Promise<Listing<TicketComment>> {
  const asking = { ticketId: readNumericId(id), ...askerOf(context), before: after?.[0] ?? before ?? null, limit }
  const [comments, attachments] = await inTwoStatements(context, customerId, (transaction) =>
    Promise.all([
      readCommentPage(transaction, customerId, asking),
      listAttachments(transaction, customerId, asking.ticketId, visibleTo(context)),
    ]),
  )
  if (!comments) throw new NotFound()
  const withFiles = comments.map((comment) => ({ ...comment, attachments: attachments.ofComment(comment.commentId) }))
  return nextPage(withFiles, limit, ({ commentId }) => [commentId])
}
