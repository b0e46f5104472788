import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type FollowState,
  followEntity,
  followIncident,
  followTagGroup,
  followTicket,
  getEntityFollow,
  getIncidentFollow,
  getTagGroupFollow,
  getTicketFollow,
  listFollowed,
} from '@vakt/contract/notifications/follows.ts'
import { call } from '#web/platform/api.ts'

/** What is followed; the values of a group stand in the order of the customer's tag keys. */
export type FollowTarget = { customerId: string } & (
  | { kind: 'incident' | 'ticket' | 'entity'; id: string }
  | { kind: 'tag_group'; group: string[] }
)

function read(target: FollowTarget, signal: AbortSignal): Promise<FollowState> {
  const { customerId } = target
  switch (target.kind) {
    case 'incident':
      return call(getIncidentFollow, { params: { customerId, incidentId: target.id }, signal })
    case 'ticket':
      return call(getTicketFollow, { params: { customerId, ticketId: target.id }, signal })
    case 'entity':
      return call(getEntityFollow, { params: { customerId, entityId: target.id }, signal })
    case 'tag_group':
      return call(getTagGroupFollow, { params: { customerId }, query: { group: target.group }, signal })
  }
}

function save(target: FollowTarget, isFollowing: boolean): Promise<FollowState> {
  const { customerId } = target
  const body = { isFollowing }
  switch (target.kind) {
    case 'incident':
      return call(followIncident, { params: { customerId, incidentId: target.id }, body })
    case 'ticket':
      return call(followTicket, { params: { customerId, ticketId: target.id }, body })
    case 'entity':
      return call(followEntity, { params: { customerId, entityId: target.id }, body })
    case 'tag_group':
      return call(followTagGroup, { params: { customerId }, body: { ...body, group: target.group } })
  }
}

export const followQuery = (target: FollowTarget) =>
  queryOptions({
    queryKey: ['follows', target.customerId, target.kind, target.kind === 'tag_group' ? target.group : target.id],
    queryFn: ({ signal }) => read(target, signal),
  })

export const followedQuery = queryOptions({
  queryKey: ['follows', 'all'],
  queryFn: ({ signal }) => call(listFollowed, { signal }),
  staleTime: 0,
})

/** Takes the target with the choice, so that one hook serves a list of them. */
export function useFollow() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ target, isFollowing }: { target: FollowTarget; isFollowing: boolean }) => save(target, isFollowing),
    onSuccess(state, { target }) {
      queryClient.setQueryData(followQuery(target).queryKey, state)
      return queryClient.invalidateQueries({ queryKey: followedQuery.queryKey })
    },
  })
}
