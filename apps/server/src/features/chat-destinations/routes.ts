import * as contract from '@vakt/contract/deliveries/chat-destinations.ts'
import { serve } from '#server/platform/http/serve.ts'
import {
  type ChatParts,
  changeChatDestination,
  createChatDestination,
  listChatDestinations,
  removeChatDestination,
  testChatDestination,
} from './manage-chat-destinations.ts'

export const chatDestinationRoutes = (parts: ChatParts) => [
  serve(contract.listChatDestinations, (context, { params }) => listChatDestinations(context, params.customerId)),
  serve(contract.createChatDestination, (context, { params, body }) => createChatDestination(context, params.customerId, body, parts)),
  serve(contract.changeChatDestination, (context, { params, body }) =>
    changeChatDestination(context, params.customerId, params.destinationId, body, parts),
  ),
  serve(contract.removeChatDestination, (context, { params }) => removeChatDestination(context, params.customerId, params.destinationId)),
  serve(contract.testChatDestination, (context, { params }) =>
    testChatDestination(context, params.customerId, params.destinationId, parts),
  ),
]
