import * as contract from '@vakt/contract/users/staff-roles.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeStaffRole, createStaffRole, listStaffRoles, removeStaffRole } from './manage-staff-roles.ts'

export const staffRoleRoutes = [
  serve(contract.listStaffRoles, listStaffRoles),
  serve(contract.createStaffRole, (context, { body }) => createStaffRole(context, body)),
  serve(contract.changeStaffRole, (context, { params, body }) => changeStaffRole(context, params.role, body)),
  serve(contract.removeStaffRole, (context, { params }) => removeStaffRole(context, params.role)),
]
