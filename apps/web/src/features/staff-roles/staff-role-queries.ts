import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '@vakt/contract/users/staff-roles.ts'
import { call } from '#web/platform/api.ts'
import { useRemoval } from '#web/platform/removal.ts'
import { staffRolesQuery } from '#web/shared/access/staff-roles-query.ts'

const { queryKey } = staffRolesQuery

function useRoleMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey }) })
}

/** A new role where `version` is null. */
export const useSaveStaffRole = () =>
  useRoleMutation(({ role, version, ...body }: contract.NewStaffRole & { version: number | null }) =>
    version !== null && role
      ? call(contract.changeStaffRole, { params: { role }, body: { ...body, version } })
      : call(contract.createStaffRole, { body: { ...body, ...(role && { role }) } }),
  )

export const useRemoveStaffRole = () => useRemoval(queryKey, (role) => call(contract.removeStaffRole, { params: { role } }))
