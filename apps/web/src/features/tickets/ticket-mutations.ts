import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  addTicketComment,
  changeTicketStatus,
  createTicket,
  type NewTicket,
  type TicketDetails,
  type TicketStatus,
} from '@vakt/contract/tickets.ts'
import { ticketQuery } from '#web/links/ticket-query.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'

/** The comment stands in the conversation at once, marked as being sent, and goes away again if the server refuses it. */
export function useAddComment(customerId: string, ticketId: string) {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const { queryKey } = ticketQuery(customerId, ticketId)
  return useMutation({
    mutationFn: (body: { body: string; private: boolean }) => call(addTicketComment, { params: { customerId, ticketId }, body }),
    onMutate: async (comment) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<TicketDetails>(queryKey)
      const created = new Date().toISOString()
      const pending = { ...comment, commentId: `pending ${created}`, author: user.name, bySystem: false, systemText: null, created }
      if (before) queryClient.setQueryData<TicketDetails>(queryKey, { ...before, comments: [...before.comments, pending] })
      return before
    },
    onError: (_error, _comment, before) => queryClient.setQueryData(queryKey, before),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tickets', customerId] }),
  })
}

/** Answers 409 when the status is no longer `from`; the ticket is then asked for again. */
export function useChangeStatus(customerId: string, ticketId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { status: TicketStatus; from: TicketStatus; comment: string }) =>
      call(changeTicketStatus, { params: { customerId, ticketId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tickets', customerId] }),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries(ticketQuery(customerId, ticketId))
    },
  })
}

export function useCreateTicket(customerId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewTicket) => call(createTicket, { params: { customerId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tickets', customerId] }),
  })
}
