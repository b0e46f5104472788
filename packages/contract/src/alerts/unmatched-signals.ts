import { ManyOutcome, numericId } from '@vakt/contract/many.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'

/** What was set aside is for administrators: it is about formats and tokens. */
const access = { staff: ['@feature.appmonitor.write'] } as const

/** What one source names and no entity matches, with all its alerts. */
export const UnmatchedSignal = object({
  /** Whose token brought it; for the provider's own the entity may be anybody's. */
  customer: object({ customerId: Type.String(), name: Type.String(), isProvider: Type.Boolean() }),
  /** Its latest alert, by which it is named in other calls. */
  alertId: Type.String(),
  alertName: Type.String(),
  source: Type.String(),
  target: nullable(Type.String()),
  alerts: Type.Integer(),
  firing: Type.Integer(),
  severity: Severity,
  lastSeenAt: moment(),
})
export type UnmatchedSignal = Static<typeof UnmatchedSignal>

export const listUnmatchedSignals = operation({
  summary: 'What signals name and no entity matches, the latest seen first',
  method: 'GET',
  path: '/admin/unmatched-signal',
  access,
  query: object({
    ...pageLimit,
    dismissed: Type.Optional(Type.Boolean({ description: 'Only those that were dismissed; else only the others' })),
  }),
  listOf: UnmatchedSignal,
})

export const NearEntity = object({
  customer: object({ customerId: Type.String(), name: Type.String() }),
  entityId: Type.String(),
  name: Type.String(),
  type: Type.String(),
  externalId: Type.String(),
})
export type NearEntity = Static<typeof NearEntity>

const unmatchedReasons = ['nothing-named', 'ambiguous', 'unknown'] as const
const ofAlert = '/admin/customer/:customerId/unmatched-signal/:unmatchedAlertId'

export const getUnmatchedSignal = operation({
  summary: 'Why nothing matched, and the entities that it may have meant, the most alike first',
  method: 'GET',
  path: ofAlert,
  access,
  query: object({ q: Type.Optional(Type.String({ maxLength: 200, description: 'Look for this instead' })) }),
  result: object({
    alertName: Type.String(),
    source: Type.String(),
    target: nullable(Type.String()),
    reason: oneOf(unmatchedReasons),
    labels: Type.Record(Type.String(), Type.String()),
    near: Type.Array(NearEntity, { maxItems: 10 }),
  }),
})

export const bindUnmatchedSignal = operation({
  summary: 'Say once and for all which entity is meant; what was recorded before follows',
  method: 'POST',
  path: `${ofAlert}/binding`,
  access,
  recordsItself: ['entity-binding.create'],
  body: object({ entityCustomerId: Type.String({ minLength: 1, maxLength: 64 }), entityId: Type.String({ format: 'uuid' }) }),
  result: object({ bindingId: Type.String() }),
})

/** What series of metrics name and no entity matches, with all of them. */
export const UnmatchedSeries = object({
  /** Whose token brought them; for the provider's own the entity may be anybody's. */
  customer: object({ customerId: Type.String(), name: Type.String(), isProvider: Type.Boolean() }),
  /** Its latest series, by which it is named in other calls. */
  seriesId: Type.String(),
  target: nullable(Type.String()),
  /** Of its latest series. */
  metric: Type.String(),
  metrics: Type.Integer(),
  series: Type.Integer(),
  firstSeenAt: moment(),
})
export type UnmatchedSeries = Static<typeof UnmatchedSeries>

export const listUnmatchedSeries = operation({
  summary: 'What series of metrics name and no entity matches, the latest first',
  method: 'GET',
  path: '/admin/unmatched-series',
  access,
  query: object({ ...pageLimit }),
  listOf: UnmatchedSeries,
})

const ofSeries = '/admin/customer/:customerId/unmatched-series/:unmatchedSeriesId'

export const getUnmatchedSeries = operation({
  summary: 'Why a series matched nothing, and the entities that it may have meant, the most alike first',
  method: 'GET',
  path: ofSeries,
  access,
  query: object({ q: Type.Optional(Type.String({ maxLength: 200, description: 'Look for this instead' })) }),
  result: object({
    metric: Type.String(),
    target: nullable(Type.String()),
    reason: oneOf(unmatchedReasons),
    labels: Type.Record(Type.String(), Type.String()),
    near: Type.Array(NearEntity, { maxItems: 10 }),
  }),
})

export const bindUnmatchedSeries = operation({
  summary: 'Say once and for all which entity these series belong to',
  method: 'POST',
  path: `${ofSeries}/binding`,
  access,
  recordsItself: ['entity-binding.create'],
  body: object({ entityCustomerId: Type.String({ minLength: 1, maxLength: 64 }), entityId: Type.String({ format: 'uuid' }) }),
  result: object({ bindingId: Type.String() }),
})

const customerId = Type.String({ minLength: 1, maxLength: 64 })
const atOnce = { minItems: 1, maxItems: 100 }

export const ManyUnmatchedSignals = object({
  signals: Type.Array(object({ customerId, unmatchedAlertId: numericId() }), atOnce),
  entityCustomerId: customerId,
  entityId: Type.String({ format: 'uuid' }),
})
export type ManyUnmatchedSignals = Static<typeof ManyUnmatchedSignals>

export const bindManyUnmatchedSignals = operation({
  summary: 'Say of many at once which entity is meant; those that cannot be about it, or are matched by now, are named',
  method: 'PUT',
  path: '/admin/unmatched-signal/bulk',
  access,
  recordsItself: ['entity-binding.create'],
  takesIdempotencyKey: true,
  body: ManyUnmatchedSignals,
  result: ManyOutcome,
})

export const ManyDismissals = object({
  what: oneOf(['dismiss', 'restore']),
  signals: Type.Array(object({ customerId, unmatchedAlertId: numericId() }), atOnce),
})
export type ManyDismissals = Static<typeof ManyDismissals>

export const dismissManyUnmatchedSignals = operation({
  summary:
    'Say of many names that they mean no resource, so that they are not listed any more, or take that back; their alerts stay as they are',
  method: 'PUT',
  path: '/admin/unmatched-signal/bulk-dismissal',
  access,
  recordsItself: ['unmatched-signal.dismiss', 'unmatched-signal.restore'],
  takesIdempotencyKey: true,
  body: ManyDismissals,
  result: ManyOutcome,
})

export const EntityBinding = object({
  bindingId: Type.String(),
  customer: object({ customerId: Type.String(), name: Type.String() }),
  source: Type.String(),
  target: Type.String(),
  entity: object({ customerId: Type.String(), entityId: Type.String(), name: Type.String() }),
  createdAt: moment(),
  createdBy: Type.String(),
  /** Whether what was recorded before has followed. */
  isApplied: Type.Boolean(),
})
export type EntityBinding = Static<typeof EntityBinding>

export const listEntityBindings = operation({
  summary: 'What was bound to entities by people, the latest first',
  method: 'GET',
  path: '/admin/entity-binding',
  access,
  query: object({ ...pageLimit }),
  listOf: EntityBinding,
})

export const removeEntityBinding = operation({
  summary: 'Take a binding back: new signals match nothing again, what was recorded stays',
  method: 'DELETE',
  path: '/admin/customer/:customerId/entity-binding/:bindingId',
  access,
  records: { action: 'entity-binding.remove', target: 'binding {bindingId}', details: { source: 'source' } },
})

export const setAsideStates = ['unrecognised', 'unreadable', 'failed'] as const

/** A signal that no alert was made from. */
export const SetAsideSignal = object({
  signalId: Type.String(),
  customer: object({ customerId: Type.String(), name: Type.String() }),
  format: Type.String(),
  state: oneOf(setAsideStates),
  note: nullable(Type.String()),
  bytes: Type.Integer(),
  receivedAt: moment(),
})
export type SetAsideSignal = Static<typeof SetAsideSignal>

export const listSetAsideSignals = operation({
  summary: 'Signals that could not be read, or failed, the latest first',
  method: 'GET',
  path: '/admin/set-aside-signal',
  access: 'global-admin',
  query: object({ ...pageLimit }),
  listOf: SetAsideSignal,
})

export const getSetAsideSignal = operation({
  summary: 'The body of a signal that was set aside, as text: at most its first 64 kB',
  method: 'GET',
  path: '/admin/customer/:customerId/set-aside-signal/:signalId',
  access: 'global-admin',
  result: object({ contentType: nullable(Type.String()), body: Type.String() }),
})

export const retrySetAsideSignal = operation({
  summary: 'Try a signal again',
  method: 'POST',
  path: '/admin/customer/:customerId/set-aside-signal/:signalId/retry',
  access: 'global-admin',
  records: { action: 'signal.retry', target: 'signal {signalId}' },
})

export const ManySetAsideSignals = object({ signals: Type.Array(object({ customerId, signalId: numericId() }), atOnce) })
export type ManySetAsideSignals = Static<typeof ManySetAsideSignals>

export const retryManySetAsideSignals = operation({
  summary: 'Try many signals again',
  method: 'PUT',
  path: '/admin/set-aside-signal/bulk',
  access: 'global-admin',
  recordsItself: ['signal.retry'],
  takesIdempotencyKey: true,
  body: ManySetAsideSignals,
  result: ManyOutcome,
})
