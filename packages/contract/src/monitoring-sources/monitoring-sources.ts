import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'
import type { TSchema } from 'typebox'

/** What `/ingest/v1/<format>` reads. */
export const signalFormats = [
  'alertmanager',
  'azure-monitor',
  'grafana',
  'pagerduty',
  'datadog',
  'zabbix',
  'google-cloud',
  'cloudwatch-sns',
  'generic',
] as const
export type SignalFormat = (typeof signalFormats)[number]

/** What it reads besides: points of metrics, of Prometheus remote write and OTLP. */
export const metricFormats = ['prometheus', 'otlp'] as const
export const ingestFormats = [...signalFormats, ...metricFormats] as const
export type IngestFormat = (typeof ingestFormats)[number]

/** The worst that is true of a source counts: see `domain/source-state.ts`. */
export const sourceStates = ['active', 'waiting', 'expiring', 'silent', 'expired', 'revoked'] as const
export type SourceState = (typeof sourceStates)[number]

const IngestToken = object({
  tokenId: Type.String(),
  /** The last characters of the secret; null for tokens that are older than this field. */
  ending: nullable(Type.String()),
  createdAt: moment(),
  expiresAt: nullable(moment()),
  lastSignalAt: nullable(moment()),
})

/** A named sender of signals. */
export const MonitoringSource = object({
  sourceId: Type.String(),
  /** Whose signals it sends; with a source of the provider the entity decides. */
  customer: object({ customerId: Type.String(), name: Type.String(), isProvider: Type.Boolean() }),
  name: Type.String(),
  state: oneOf(sourceStates),
  /** The formats that its token may send; null: all. */
  formats: nullable(Type.Array(oneOf(ingestFormats))),
  /** Silence for so many minutes raises an alert; null: it is not watched. */
  expectedMinutes: nullable(Type.Integer()),
  /** The alert of this name always fires: it is a heartbeat, and silence is counted from the last one. */
  heartbeatName: nullable(Type.String()),
  firstSignalAt: nullable(moment()),
  lastSignalAt: nullable(moment()),
  lastHeartbeatAt: nullable(moment()),
  /** Since when its silence alert fires. */
  silentSince: nullable(moment()),
  signals: Type.Integer(),
  signalsLastDay: Type.Integer(),
  /** The token in use, then the one that it replaced, as long as that still works. */
  tokens: Type.Array(IngestToken),
  /** What its senders must prove beside the token. */
  checks: object({
    hasGrafanaSecret: Type.Boolean(),
    googleAudience: nullable(Type.String()),
    googleEmail: nullable(Type.String()),
    acceptsRawSns: Type.Boolean(),
  }),
  createdAt: moment(),
  createdBy: nullable(Type.String()),
  revokedAt: nullable(moment()),
  version: Type.Integer(),
})
export type MonitoringSource = Static<typeof MonitoringSource>

export const sourceLimits = { perCustomer: 50, expectedMinutes: 10_080, overlapHours: 168, undoRevokeMinutes: 15, warnDays: 7 } as const

/** Null unless it is given. */
const orNull = <const Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()], { default: null })

const wanted = {
  name: oneLine({ pattern: '\\S', maxLength: 100, messages: { pattern: 'monitoring_source.name_empty' } }),
  formats: orNull(
    Type.Array(oneOf(ingestFormats), { minItems: 1, uniqueItems: true, messages: { minItems: 'monitoring_source.formats_empty' } }),
  ),
  expectedMinutes: orNull(Type.Integer({ minimum: 1, maximum: sourceLimits.expectedMinutes })),
  heartbeatName: orNull(oneLine({ pattern: '\\S', maxLength: 200, messages: { pattern: 'monitoring_source.heartbeat_empty' } })),
  expiresAt: orNull(Type.String({ format: 'date-time' })),
}
export const NewMonitoringSource = object(wanted)
export type NewMonitoringSource = Static<typeof NewMonitoringSource>

const checks = {
  /** What Grafana signs its requests with: left out, the secret stays; null: signatures are not checked. */
  grafanaSecret: Type.Optional(nullable(Type.String({ pattern: '^\\S+$', minLength: 16, maxLength: 200 }))),
  /** The audience of the tokens that a push subscription of Google Cloud sends; null: they are not checked. */
  googleAudience: orNull(oneLine({ pattern: '\\S', maxLength: 500 })),
  /** The service account that they are issued to. */
  googleEmail: orNull(Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 })),
  /** Messages of Amazon SNS without envelope carry no signature: the ingest token alone proves where they come from. */
  acceptsRawSns: Type.Boolean({ default: false }),
}
export const SourceChecks = object(checks)
export type SourceChecks = Static<typeof SourceChecks>

const ofCustomer = '/admin/customer/:customerId/monitoring-source' as const
const one = `${ofCustomer}/:sourceId` as const
const withSecret = object({ ...MonitoringSource.properties, secret: Type.String() })

export const listMonitoringSources = operation({
  summary: 'The monitoring sources of all customers, by name; without the revoked ones',
  method: 'GET',
  path: '/admin/monitoring-source',
  access: 'global-admin',
  query: object({
    ...pageLimit,
    q: Type.Optional(Type.String({ maxLength: 200 })),
    customerId: Type.Optional(Type.String({ maxLength: 64 })),
    revoked: Type.Optional(Type.Boolean({ description: 'The revoked ones instead' })),
  }),
  listOf: MonitoringSource,
})

export const getMonitoringSource = operation({
  summary: 'One monitoring source',
  method: 'GET',
  path: one,
  access: 'global-admin',
  result: MonitoringSource,
})

export const listOwnMonitoringSources = operation({
  summary: 'The monitoring sources of a customer and when each last sent, by name; without the revoked ones',
  method: 'GET',
  path: '/customer/:customerId/monitoring-source',
  access: ['@feature.myenvironment.read'],
  query: object(pageLimit),
  listOf: object({
    sourceId: Type.String(),
    name: Type.String(),
    state: oneOf(sourceStates),
    expectedMinutes: nullable(Type.Integer()),
    lastSignalAt: nullable(moment()),
    signalsLastDay: Type.Integer(),
  }),
})

export const createMonitoringSource = operation({
  summary: 'Create a monitoring source; the secret of its ingest token is in this answer only',
  method: 'POST',
  path: ofCustomer,
  access: 'global-admin',
  recordsItself: ['monitoring-source.create'],
  showsSecret: true,
  body: NewMonitoringSource,
  result: withSecret,
})

export const changeMonitoringSource = operation({
  summary: 'Change a monitoring source and when its token expires',
  method: 'PUT',
  path: one,
  access: 'global-admin',
  recordsItself: ['monitoring-source.change'],
  body: object({
    ...wanted,
    /** The version that the user saw; if it has changed since, the call answers 409. */
    version: Type.Integer(),
  }),
  result: MonitoringSource,
})

export const changeSourceChecks = operation({
  summary: 'Change what senders of a monitoring source must prove beside its token; in effect within seconds',
  method: 'PUT',
  path: `${one}/checks`,
  access: 'global-admin',
  recordsItself: ['monitoring-source.change-checks'],
  body: object({ ...checks, version: Type.Integer() }),
  result: MonitoringSource,
})

export const rotateIngestToken = operation({
  summary: 'Create a new ingest token for a source; the old one keeps working for the given hours. The secret is in this answer only',
  method: 'POST',
  path: `${one}/rotate`,
  access: 'global-admin',
  records: {
    action: 'monitoring-source.rotate',
    target: '{sourceId}',
    details: { name: 'name', overlapHours: 'overlapHours', expiresAt: 'expiresAt' },
  },
  showsSecret: true,
  body: object({
    overlapHours: Type.Integer({ minimum: 0, maximum: sourceLimits.overlapHours, default: 24 }),
    /** When the new token expires; null: never. */
    expiresAt: orNull(Type.String({ format: 'date-time' })),
  }),
  result: withSecret,
})

export const endReplacedToken = operation({
  summary: 'End the token that a rotation replaced before its overlap is over',
  method: 'DELETE',
  path: `${one}/replaced-token`,
  access: 'global-admin',
  records: { action: 'monitoring-source.end-token', target: '{sourceId}', details: { name: 'name' } },
  result: MonitoringSource,
})

export const revokeMonitoringSource = operation({
  summary: 'Revoke a monitoring source: its tokens are refused within seconds',
  method: 'POST',
  path: `${one}/revoke`,
  access: 'global-admin',
  records: { action: 'monitoring-source.revoke', target: '{sourceId}', details: { name: 'name' } },
  result: MonitoringSource,
})

export const restoreMonitoringSource = operation({
  summary: 'Take back a revocation, within 15 minutes of it',
  method: 'POST',
  path: `${one}/restore`,
  access: 'global-admin',
  records: { action: 'monitoring-source.restore', target: '{sourceId}', details: { name: 'name' } },
  result: MonitoringSource,
})
