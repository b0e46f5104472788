import { operation } from './operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, Type } from './schema.ts'

/** Why a source could not be read. */
export const connectorProblems = [
  'secret_wrong',
  'secret_expired',
  'application_unknown',
  'application_disabled',
  'tenant_unknown',
  'sign_in_refused',
  'no_access',
  'nothing_seen',
  'throttled',
  'question_refused',
  'azure_failed',
  'answer_not_understood',
  'page_repeated',
  'cut_short',
  'no_connection',
  'no_answer',
  'unknown_host',
  'certificate',
  'secret_unreadable',
  'left_behind',
  'failed',
] as const
export type ConnectorProblem = (typeof connectorProblems)[number]

export const connectorKinds = ['azure', 'upload', 'api'] as const
export type ConnectorKind = (typeof connectorKinds)[number]

const guid = (key: string) =>
  Type.String({
    pattern: '^\\s*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\s*$',
    maxLength: 60,
    messages: { pattern: key },
  })

export const AzureSettings = object({
  tenantId: guid('connector.not_a_guid'),
  clientId: guid('connector.not_a_guid'),
  /** Only these; none: all that the service principal may read. */
  subscriptions: Type.Array(guid('connector.not_a_guid'), { maxItems: 500, default: [] }),
})
export type AzureSettings = Static<typeof AzureSettings>

/** When it runs by itself: every so many hours, or by a cron expression in UTC; never when both are null. */
const schedule = {
  everyHours: nullable(Type.Integer({ minimum: 1, maximum: 168 })),
  cron: nullable(Type.String({ minLength: 9, maxLength: 100, messages: { minLength: 'connector.cron_invalid' } })),
}

const runStates = ['waiting', 'running', 'succeeded', 'failed', 'cut_off'] as const

export const ConnectorRun = object({
  runId: Type.String(),
  state: oneOf(runStates),
  cause: oneOf(['schedule', 'person', 'repeat']),
  askedBy: nullable(Type.String()),
  createdAt: moment(),
  startedAt: nullable(moment()),
  finishedAt: nullable(moment()),
  seen: Type.Integer(),
  added: Type.Integer(),
  changed: Type.Integer(),
  /** Were stale and are there again. */
  returned: Type.Integer(),
  /** Became stale: missed by two complete runs in a row. */
  gone: Type.Integer(),
  /** Without id or name, or with one that is too long. */
  skipped: Type.Integer(),
  /** Another connector says what they are like. */
  kept: Type.Integer(),
  reason: nullable(oneOf(connectorProblems)),
  /** What the other side said. */
  reasonDetail: nullable(Type.String()),
})
export type ConnectorRun = Static<typeof ConnectorRun>

export const Connector = object({
  connectorId: Type.String(),
  kind: oneOf(connectorKinds),
  name: Type.String(),
  /** Null for uploads and the API, which have none. */
  settings: nullable(AzureSettings),
  hasSecret: Type.Boolean(),
  /** Since when its secret cannot be decrypted: the schedule rests until it is entered again, or the key is back. */
  secretUnreadableSince: nullable(moment()),
  ...schedule,
  isEnabled: Type.Boolean(),
  nextAt: nullable(moment()),
  /** How many entities it says what they are like. */
  entities: Type.Integer(),
  latestRun: nullable(ConnectorRun),
  /** Why the metrics of its resources cannot be read; null while they can. */
  metricsProblem: nullable(
    object({
      reason: oneOf(connectorProblems),
      /** What the other side said. */
      detail: nullable(Type.String()),
      since: moment(),
    }),
  ),
  version: Type.Integer(),
  createdAt: moment(),
})
export type Connector = Static<typeof Connector>

export const NewConnector = object({
  name: oneLine({ pattern: '\\S', maxLength: 100, messages: { pattern: 'connector.name_empty' } }),
  settings: AzureSettings,
  secret: Type.String({ minLength: 1, maxLength: 500, messages: { minLength: 'connector.secret_empty' } }),
  ...schedule,
})
export type NewConnector = Static<typeof NewConnector>

const { secret, ...withoutSecret } = NewConnector.properties
export const ChangedConnector = object({
  ...withoutSecret,
  /** Left out: the one that is stored stays. It is never shown. */
  secret: Type.Optional(secret),
  isEnabled: Type.Boolean(),
  /** The version that the user saw; if it has changed since, the call answers 409. */
  version: Type.Integer(),
})
export type ChangedConnector = Static<typeof ChangedConnector>

const ofCustomer = '/admin/customer/:customerId/connector' as const

export const listConnectors = operation({
  summary: 'Where the entities of a customer come from, by name',
  method: 'GET',
  path: ofCustomer,
  access: 'global-admin',
  query: object(pageLimit),
  listOf: Connector,
})

export const createConnector = operation({
  summary: 'Connect an Azure tenant; it runs at once, and from then on by its schedule',
  method: 'POST',
  path: ofCustomer,
  access: 'global-admin',
  recordsItself: ['connector.create'],
  body: NewConnector,
  result: Connector,
})

export const changeConnector = operation({
  summary: 'Change a connector, switch it off or on again',
  method: 'PUT',
  path: `${ofCustomer}/:connectorId`,
  access: 'global-admin',
  recordsItself: ['connector.change'],
  body: ChangedConnector,
  result: Connector,
})

export const removeConnector = operation({
  summary: 'Remove a connector and its runs; what it alone has seen stays, and is stale',
  method: 'DELETE',
  path: `${ofCustomer}/:connectorId`,
  access: 'global-admin',
  records: { action: 'connector.remove', target: '{connectorId}', details: { name: 'name' } },
})

export const testConnector = operation({
  summary: 'Try whether the source answers, and how much there is to see',
  method: 'POST',
  path: `${ofCustomer}/:connectorId/test`,
  access: 'global-admin',
  announcesNothing: 'It asks, and changes nothing.',
  recordsItself: ['connector.test'],
  limitSeconds: 60,
  noIdempotencyKey: 'Each call is a test of its own: an earlier outcome says nothing of now.',
  result: object({
    problem: nullable(oneOf(connectorProblems)),
    /** What the other side said. */
    detail: nullable(Type.String()),
    resources: Type.Integer(),
    /** The names of the subscriptions. */
    containers: Type.Array(Type.String()),
  }),
})

export const runConnector = operation({
  summary: 'Run a connector now; one that waits or runs already is answered as it is',
  method: 'POST',
  path: `${ofCustomer}/:connectorId/run`,
  access: 'global-admin',
  records: { action: 'connector.run', target: '{connectorId}' },
  result: object({ runId: Type.String() }),
})

export const listConnectorRuns = operation({
  summary: 'The runs of a connector, the latest first',
  method: 'GET',
  path: `${ofCustomer}/:connectorId/run`,
  access: 'global-admin',
  query: object(pageLimit),
  listOf: ConnectorRun,
})

export const entityChangeKinds = ['added', 'changed', 'gone', 'returned'] as const

export const ConnectorRunChange = object({
  kind: oneOf(entityChangeKinds),
  entityId: Type.String(),
  name: Type.String(),
  type: Type.String(),
  /** `name`, `tags.environment`, `properties.sku`, …; null unless changed. */
  field: nullable(Type.String()),
  before: Type.Unknown(),
  after: Type.Unknown(),
})
export type ConnectorRunChange = Static<typeof ConnectorRunChange>

export const listConnectorRunChanges = operation({
  summary: 'What a run added, changed and found gone, one row for each field that changed',
  method: 'GET',
  path: `${ofCustomer}/:connectorId/run/:runId/change`,
  access: 'global-admin',
  query: object({ ...pageLimit, kind: Type.Optional(oneOf(entityChangeKinds)) }),
  listOf: ConnectorRunChange,
})

export const SavedEntity = object({
  externalId: Type.String({ pattern: '\\S', maxLength: 2000, description: 'The id in its cloud; by it the entity is known again' }),
  name: Type.String({ pattern: '\\S', maxLength: 500 }),
  type: Type.String({ pattern: '\\S', maxLength: 250, description: 'Kept in lower case' }),
  subtype: Type.Optional(nullable(Type.String({ maxLength: 250 }))),
  region: Type.Optional(nullable(Type.String({ maxLength: 250 }))),
  resourceGroup: Type.Optional(nullable(Type.String({ maxLength: 250 }))),
  container: Type.Optional(
    nullable(object({ id: Type.String({ minLength: 1, maxLength: 250 }), name: Type.Optional(nullable(Type.String({ maxLength: 250 }))) })),
  ),
  status: Type.Optional(nullable(Type.String({ maxLength: 250 }))),
  tags: Type.Optional(Type.Record(Type.String({ maxLength: 512 }), Type.String({ maxLength: 4096 }))),
  properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

export const putEntities = operation({
  summary: 'Add or replace entities, all of them or none',
  method: 'PUT',
  path: '/customer/:customerId/entity',
  access: ['@feature.myenvironment.write'],
  recordsItself: ['entity.put'],
  bodyLimitInBytes: 10 * 1024 * 1024,
  body: object({ entities: Type.Array(SavedEntity, { minItems: 1, maxItems: 1000 }) }),
  result: object({
    added: Type.Integer(),
    changed: Type.Integer(),
    returned: Type.Integer(),
    /** Left as they are: another connector says what they are like. */
    kept: Type.Integer(),
    runId: Type.String(),
  }),
})
