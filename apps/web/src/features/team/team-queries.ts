import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '@vakt/contract/team.ts'
import { call } from '#web/platform/api.ts'

const key = 'team'
const refreshMs = 300_000

/** Asked for again now and then: who is on call changes with the clock. */
export const teamQuery = (customerId: string) =>
  queryOptions({
    queryKey: [key, customerId],
    queryFn: ({ signal }) => call(contract.getTeam, { params: { customerId }, signal }),
    select: ({ members }) => members,
    refetchInterval: refreshMs,
  })

export const membersQuery = queryOptions({
  queryKey: [key, 'members'],
  queryFn: ({ signal }) => call(contract.listTeamMembers, { signal }),
})

function useTeamMutation<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: [key] }) })
}

/** A new one has no id yet. */
export const useSaveMember = (known: { teamMemberId: string; version: number } | null) =>
  useTeamMutation(async (body: contract.NewTeamMember): Promise<void> => {
    if (known)
      await call(contract.saveTeamMember, { params: { teamMemberId: known.teamMemberId }, body: { ...body, version: known.version } })
    else await call(contract.createTeamMember, { body })
  })

export const useRemoveMember = () =>
  useTeamMutation((teamMemberId: string) => call(contract.removeTeamMember, { params: { teamMemberId } }))

export const useRestoreMember = () =>
  useTeamMutation((teamMemberId: string) => call(contract.restoreTeamMember, { params: { teamMemberId } }))

export const useOrderTeam = () => useTeamMutation((teamMemberIds: string[]) => call(contract.orderTeam, { body: { teamMemberIds } }))
