import { operation } from '@vakt/contract/operation.ts'
import { nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'

/** Everything of a user's that others depend on, in the order in which it is listed. */
export const holdingKinds = [
  'tickets',
  'incidents',
  'rotations',
  'overrides',
  'swaps',
  'escalation_steps',
  'incident_contacts',
  'follows',
  'reports',
  'views',
  'dashboards',
  'approvals',
  'team_page',
  'api_tokens',
] as const
export type HoldingKind = (typeof holdingKinds)[number]

/** What no one takes over: it ends with the account, or stays as it is for someone to look after. */
export const holdingOutcomes: Partial<Record<HoldingKind, 'ends' | 'stays'>> = {
  swaps: 'ends',
  api_tokens: 'ends',
  approvals: 'stays',
  team_page: 'stays',
}

export const Holding = object({
  kind: oneOf(holdingKinds),
  outcome: oneOf(['taken', 'ends', 'stays']),
  count: Type.Integer({ minimum: 1 }),
  /** At how many customers. */
  customers: Type.Integer({ minimum: 1 }),
  /** The names of the first few. */
  names: Type.Array(Type.String(), { maxItems: 3 }),
})
export type Holding = Static<typeof Holding>

export const Holdings = object({
  holdings: Type.Array(Holding),
  /** Who would take it; null as long as no one is chosen. */
  taker: nullable(object({ userId: Type.String(), name: Type.String() })),
  /** What the taker may not see, for which the handover is refused. */
  hidden: Type.Array(oneOf(holdingKinds)),
})
export type Holdings = Static<typeof Holdings>

export const readHoldings = operation({
  summary: 'What is in the hands of a user, and what happens to it when they leave; with `to`, whether that user may take it',
  method: 'GET',
  path: '/admin/customer/:customerId/user/:userId/holding',
  access: 'administrators',
  query: object({ to: Type.Optional(Type.String({ format: 'uuid' })) }),
  result: Holdings,
})

export const handOver = operation({
  summary:
    'Hand over what is in the hands of a user who leaves, to another user of the customer, and disable them. Ends their sessions and tokens',
  method: 'POST',
  path: '/admin/customer/:customerId/user/:userId/handover',
  access: 'administrators',
  announces: { content: ['users'], to: 'customer' },
  recordsItself: ['user.hand-over'],
  body: object({ to: nullable(Type.String({ format: 'uuid', description: 'Null only where nothing is left that someone must take' })) }),
  result: Holdings,
})
