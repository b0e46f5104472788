import * as contract from '@vakt/contract/team.ts'
import { serve } from '#server/platform/http/serve.ts'
import * as verbs from './manage-team.ts'
import { showOnCall } from './show-on-call.ts'
import { showTeam } from './show-team.ts'

export const teamRoutes = [
  serve(contract.getTeam, (context, { params }) => showTeam(context, params.customerId)),
  serve(contract.getOnCallNow, (context, { params }) => showOnCall(context, params.customerId)),
  serve(contract.listTeamMembers, (context) => verbs.listMembers(context)),
  serve(contract.createTeamMember, (context, { body }) => verbs.createMember(context, body)),
  serve(contract.saveTeamMember, (context, { params, body }) => verbs.saveMember(context, params.teamMemberId, body)),
  serve(contract.removeTeamMember, (context, { params }) => verbs.removeMember(context, params.teamMemberId)),
  serve(contract.restoreTeamMember, (context, { params }) => verbs.restoreMember(context, params.teamMemberId)),
  serve(contract.orderTeam, (context, { body }) => verbs.orderTeam(context, body.teamMemberIds)),
]
