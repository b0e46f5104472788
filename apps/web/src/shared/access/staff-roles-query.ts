import { queryOptions } from '@tanstack/react-query'
import { listStaffRoles } from '@vakt/contract/users/staff-roles.ts'
import { call } from '#web/platform/api.ts'

/** The roles that the provider has made for its staff; for its administrators. */
export const staffRolesQuery = queryOptions({
  queryKey: ['staff-roles'],
  queryFn: ({ signal }) => call(listStaffRoles, { signal }),
})
