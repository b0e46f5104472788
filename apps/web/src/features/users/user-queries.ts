import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getPermissions } from '@vakt/contract/users/administration.ts'
import {
  changeUser,
  getUser,
  inviteUser,
  listInvitations,
  listUsers,
  type NewInvitation,
  revokeInvitation,
  type UserChange,
} from '@vakt/contract/users/users.ts'
import { call } from '#web/platform/api.ts'

export const userListQuery = (customerId: string, q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['users', customerId, 'list', q],
    queryFn: ({ signal, pageParam }) =>
      call(listUsers, { params: { customerId }, query: { limit: 100, ...(q ? { q } : {}) }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
    placeholderData: keepPreviousData,
  })

export const userQuery = (customerId: string, userId: string) =>
  queryOptions({
    queryKey: ['users', customerId, 'one', userId],
    queryFn: ({ signal }) => call(getUser, { params: { customerId, userId }, signal }),
  })

export const invitationListQuery = (customerId: string) =>
  infiniteQueryOptions({
    queryKey: ['users', customerId, 'invitations'],
    queryFn: ({ signal, pageParam }) =>
      call(listInvitations, { params: { customerId }, query: { limit: 100 }, continuationToken: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continuation_token,
  })

/** What the roles of the customer allow. */
export const permissionQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['permissions', customerId],
    queryFn: ({ signal }) => call(getPermissions, { params: { customerId }, signal }),
  })

/** The roles that mean something at the customer. */
export const roleQuery = (customerId: string) =>
  queryOptions({
    ...permissionQuery(customerId),
    select: ({ role_feature_mappings }) => role_feature_mappings.map(({ role }) => role),
  })

function useRefresh(customerId: string) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['users', customerId] }),
      queryClient.invalidateQueries({ queryKey: ['recorded-actions'] }),
    ])
}

export function useChangeUser(customerId: string, userId: string) {
  return useMutation({
    mutationFn: (body: UserChange) => call(changeUser, { params: { customerId, userId }, body }),
    onSuccess: useRefresh(customerId),
  })
}

export function useInviteUser(customerId: string) {
  return useMutation({
    mutationFn: (body: NewInvitation) => call(inviteUser, { params: { customerId }, body }),
    onSuccess: useRefresh(customerId),
  })
}

export function useRevokeInvitation(customerId: string) {
  return useMutation({
    mutationFn: (invitationId: string) => call(revokeInvitation, { params: { customerId, invitationId } }),
    onSettled: useRefresh(customerId),
  })
}
