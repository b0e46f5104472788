import { operation } from './operation.ts'

/** Server-sent events: `LiveHello` first, then a `LiveEvent` for each change. Not JSON, so it has its own door in the server. */
export const listenLive = operation({
  summary: 'Hints of what changed at a customer, as server-sent events',
  method: 'GET',
  path: '/customer/:customerId/live',
  access: 'signed-in',
})
