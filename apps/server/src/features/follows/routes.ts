import * as contract from '@vakt/contract/notifications/follows.ts'
import { serve } from '#server/platform/http/serve.ts'
import { getFollow, saveFollow } from './follow.ts'
import { listFollowed } from './list-followed.ts'
import { getIncidentMute, muteIncident } from './mute-incident.ts'

export const followRoutes = [
  serve(contract.getIncidentFollow, (context, { params }) =>
    getFollow(context, params.customerId, { kind: 'incident', id: params.incidentId }),
  ),
  serve(contract.followIncident, (context, { params, body }) =>
    saveFollow(context, params.customerId, { kind: 'incident', id: params.incidentId }, body.isFollowing),
  ),
  serve(contract.getIncidentMute, (context, { params }) => getIncidentMute(context, params.customerId, params.incidentId)),
  serve(contract.muteIncident, (context, { params, body }) => muteIncident(context, params.customerId, params.incidentId, body.until)),
  serve(contract.getTicketFollow, (context, { params }) => getFollow(context, params.customerId, { kind: 'ticket', id: params.ticketId })),
  serve(contract.followTicket, (context, { params, body }) =>
    saveFollow(context, params.customerId, { kind: 'ticket', id: params.ticketId }, body.isFollowing),
  ),
  serve(contract.getEntityFollow, (context, { params }) => getFollow(context, params.customerId, { kind: 'entity', id: params.entityId })),
  serve(contract.followEntity, (context, { params, body }) =>
    saveFollow(context, params.customerId, { kind: 'entity', id: params.entityId }, body.isFollowing),
  ),
  serve(contract.getTagGroupFollow, (context, { params, query }) =>
    getFollow(context, params.customerId, { kind: 'tag_group', group: query.group }),
  ),
  serve(contract.followTagGroup, (context, { params, body }) =>
    saveFollow(context, params.customerId, { kind: 'tag_group', group: body.group }, body.isFollowing),
  ),
  serve(contract.listFollowed, (context) => listFollowed(context)),
]
