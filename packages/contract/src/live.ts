import { operation } from './operation.ts'

/** Server-sent events: `hello` first, then a `LiveEvent` for each change. Not JSON, so it has its own endpoint in the server. */
export const listenLive = operation({
  summary: 'What changed, as server-sent events that carry ids only: at your customer; for staff at every customer',
  method: 'GET',
  path: '/live',
  access: 'signed-in',
})
