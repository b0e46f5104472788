import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addTicketComment, type CurrentTicket, changeTicketStatus, type TicketDetails } from '@vakt/contract/tickets/ticket-details.ts'
import type { NewHours } from '@vakt/contract/tickets/ticket-hours.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { ticketQuery } from '#web/shared/tickets/ticket-query.ts'
import type { Mentioned } from './conversation/mention-text.ts'
import { withComment, withoutComment } from './conversation/pending-comment.ts'

export type NewComment = { body: string; private: boolean; mentions: Mentioned[]; hours?: NewHours }

/** The comment stands in the conversation at once, marked as being sent, and goes away again if the server refuses it. */
export function useAddComment(customerId: string, ticketId: string) {
  const queryClient = useQueryClient()
  const session = useSession()
  const { queryKey } = ticketQuery(customerId, ticketId)
  return useMutation({
    mutationFn: ({ mentions, ...comment }: NewComment) => {
      const body = { ...comment, mentions: mentions.map(({ userId }) => userId) }
      return call(addTicketComment, { params: { customerId, ticketId }, body })
    },
    onMutate: async ({ hours: _, ...comment }) => {
      await queryClient.cancelQueries({ queryKey })
      const created = new Date(serverNow()).toISOString()
      const pending = {
        ...comment,
        commentId: `pending ${created}`,
        author: session.user.name,
        byStaff: isStaff(session),
        bySystem: false,
        isOwn: true,
        systemText: null,
        systemTicketId: null,
        attachments: [],
        created,
        version: 1,
        edited: null,
      }
      queryClient.setQueryData<TicketDetails>(queryKey, (ticket) => withComment(ticket, pending))
      return pending.commentId
    },
    onError: (_error, _comment, commentId) =>
      queryClient.setQueryData<TicketDetails>(queryKey, (ticket) => withoutComment(ticket, commentId ?? '')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tickets', customerId] }),
  })
}

type StatusChange = { status: TicketStatus; from: TicketStatus; version: number; comment: string; mentions: Mentioned[]; hours?: NewHours }

/** Where something else of the ticket was changed meanwhile, the status still being what was seen, it goes on from there; else 409. */
export function useChangeStatus(customerId: string, ticketId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ from, mentions, ...change }: StatusChange) => {
      const body = { ...change, mentions: mentions.map(({ userId }) => userId) }
      const send = (version: number) => call(changeTicketStatus, { params: { customerId, ticketId }, body: { ...body, version } })
      try {
        return await send(body.version)
      } catch (error) {
        const current = currentTicket(error)
        if (current?.status !== from) throw error
        return await send(current.version)
      }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tickets', customerId] }),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries(ticketQuery(customerId, ticketId))
    },
  })
}

/** What a ticket has become, when a change of it was refused for that. */
export const currentTicket = (error: unknown): CurrentTicket | null =>
  error instanceof ApiError && error.status === 409 && error.current ? (error.current as CurrentTicket) : null

/** Makes one change of a ticket and asks for it again, whether it was made or refused. */
export function useTicketCall<Input, Result>(customerId: string, send: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: send, onSettled: () => queryClient.invalidateQueries({ queryKey: ['tickets', customerId] }) })
}
