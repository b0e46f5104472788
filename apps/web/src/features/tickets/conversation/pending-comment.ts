import type { TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'

type Comment = TicketDetails['comments'][number]

export const withComment = (ticket: TicketDetails | undefined, comment: Comment): TicketDetails | undefined =>
  ticket && { ...ticket, comments: [...ticket.comments, comment] }

/** Takes one comment away, and leaves what came meanwhile. */
export const withoutComment = (ticket: TicketDetails | undefined, commentId: string): TicketDetails | undefined =>
  ticket && { ...ticket, comments: ticket.comments.filter((comment) => comment.commentId !== commentId) }
