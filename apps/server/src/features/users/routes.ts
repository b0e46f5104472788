import * as contract from '@vakt/contract/users/users.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeManyUsers, changeUser } from './change-user.ts'
import { type InvitationParts, inviteUser, listInvitations, revokeInvitation } from './invite-user.ts'
import { getUser, listUsers } from './list-users.ts'

export const userRoutes = (parts: InvitationParts) => [
  serve(contract.listUsers, (context, { params, query, after }) => listUsers(context, params.customerId, query, after)),
  serve(contract.getUser, (context, { params }) => getUser(context, params.customerId, params.userId)),
  serve(contract.changeManyUsers, (context, { params, body }) => changeManyUsers(context, params.customerId, body)),
  serve(contract.changeUser, (context, { params, body }) => changeUser(context, params.customerId, params.userId, body)),
  serve(contract.listInvitations, (context, { params, query, after }) => listInvitations(context, params.customerId, query, after)),
  serve(contract.inviteUser, (context, { params, body }) => inviteUser(context, params.customerId, body, parts)),
  serve(contract.revokeInvitation, (context, { params }) => revokeInvitation(context, params.customerId, params.invitationId)),
]
