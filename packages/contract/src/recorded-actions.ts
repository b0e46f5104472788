import { operation } from './operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from './schema.ts'

/** Who acts: a user, a service token, a process of automation, the agent of a machine, or Vakt itself. */
export const actorKinds = ['user', 'service-token', 'automation', 'agent', 'system'] as const

/** Something that was done, by whom, when and at which customer. The record is only ever added to. */
export const RecordedAction = object({
  actionId: Type.String(),
  at: moment(),
  customerId: Type.String(),
  customerName: Type.String(),
  /** The customer has left, or was erased. */
  customerIsClosed: Type.Boolean(),
  actor: object({ type: oneOf(actorKinds), id: Type.String(), name: Type.String() }),
  /** What was done, a word of the catalogue `recorded_actions.action.*`. */
  action: Type.String(),
  /** The id of what it was done to. */
  target: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
  requestId: nullable(Type.String()),
  /** The name of the resource that it was done to, while there is one. */
  entityName: nullable(Type.String()),
})
export type RecordedAction = Static<typeof RecordedAction>

const filter = {
  customerId: several(Type.String({ maxLength: 64 })),
  actor: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name of who did it' })),
  actorId: Type.Optional(Type.String({ maxLength: 200 })),
  actorType: several(oneOf(actorKinds)),
  action: several(Type.String({ maxLength: 100, description: 'The whole word, or its beginning up to a dot' })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Not before this moment' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment' })),
}

export const listRecordedActions = operation({
  summary: 'What was done at all customers, the newest first',
  method: 'GET',
  path: '/admin/recorded-action',
  access: 'global-admin',
  query: object({ ...pageLimit, ...filter }),
  listOf: RecordedAction,
})

export const getRecordedAction = operation({
  summary: 'Something that was done',
  method: 'GET',
  path: '/admin/recorded-action/:actionId',
  access: 'global-admin',
  result: RecordedAction,
})
