import { operation } from '@vakt/contract/operation.ts'
import { object, Type } from '@vakt/contract/schema.ts'
import { remembersLiveMs } from './live-events.ts'

/** Server-sent events: `hello` first, then a `LiveEvent` for each change. Not JSON, so it has its own endpoint in the server. */
export const listenLive = operation({
  summary: 'What changed, as server-sent events that carry ids only: at your customer; for staff at every customer',
  method: 'GET',
  path: '/live',
  access: 'signed-in',
  query: object({
    since_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: remembersLiveMs,
        description:
          'Begins with what changed in so many milliseconds before. The first event, `hello`, has `repeats: true` then; without it something may be missing.',
      }),
    ),
  }),
})
