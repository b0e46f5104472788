import { RuleFilter, uuid } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import { Price } from '@vakt/contract/deliveries/deliveries.ts'
import { chatServices } from '@vakt/contract/deliveries/delivery-states.ts'
import { environmentAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'
import { languages } from '@vakt/contract/users/session.ts'
import { ProcessAction } from './process-actions.ts'

export const processLimits = {
  perCustomer: 2000,
  filterProcessesPerCustomer: 200,
  actions: 100,
  rules: 200,
  excluded: 500,
  undoDeleteMinutes: 15,
} as const

const orNull = <const Schema extends typeof RuleFilter | ReturnType<typeof uuid>>(schema: Schema) =>
  Type.Union([schema, Type.Null()], { default: null })

/** What happens automatically when an alert opens or joins an incident, step by step. */
export const NewProcess = object({
  name: oneLine({ maxLength: 200 }),
  description: Type.String({ maxLength: 10_000, default: '' }),
  enabled: Type.Boolean({ default: true }),
  entityId: orNull(uuid()),
  /** All entities that match, instead of one. */
  filter: orNull(RuleFilter),
  excludedEntityIds: Type.Array(uuid(), { maxItems: processLimits.excluded, uniqueItems: true, default: [] }),
  applyToAllAlertRules: Type.Boolean({ default: true, description: 'Also those of other sources; otherwise only the chosen ones' }),
  alertRuleIds: Type.Array(uuid(), { maxItems: processLimits.rules, uniqueItems: true, default: [] }),
  externalRules: Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
    maxItems: processLimits.rules,
    uniqueItems: true,
    default: [],
    description: 'Rules of other sources by name, as their alerts carry it',
  }),
  actions: Type.Array(ProcessAction, { maxItems: processLimits.actions }),
})
export type NewProcess = Static<typeof NewProcess>

const named = object({ entityId: Type.String(), name: Type.String() })

export const Process = object({
  processModelId: Type.String(),
  customer_id: Type.String(),
  ...NewProcess.properties,
  entity: nullable(named),
  /** The excluded entities that still exist, by name. */
  excluded: Type.Array(named),
  /** The chosen alert rules by name; one that was deleted starts nothing any more. */
  alertRules: Type.Array(object({ alertRuleId: Type.String(), name: Type.String(), isDeleted: Type.Boolean() })),
  /** How many entities it is for now; null in lists for one by filter. */
  covers: nullable(Type.Integer()),
  createdAt: moment(),
  createdBy: nullable(Type.String()),
  modifiedAt: moment(),
  modifiedBy: nullable(Type.String()),
  version: Type.Integer(),
})
export type Process = Static<typeof Process>

const ofCustomer = '/customer/:customerId/process-model' as const
const one = `${ofCustomer}/:processModelId` as const
const writing = ['@feature.myenvironment.write'] as const

/** What lists of one customer and of all are filtered by. */
export const processFilter = {
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name or of the entity' })),
  active: Type.Optional(Type.Boolean({ description: 'Only enabled ones, or only disabled ones' })),
}

export const listProcesses = operation({
  summary: 'Processes of automation, by name: all of the customer, or those for one entity',
  method: 'GET',
  path: ofCustomer,
  access: environmentAccess,
  query: object({
    ...pageLimit,
    entityId: Type.Optional(uuid()),
    ...processFilter,
  }),
  listOf: Process,
})

export const getProcess = operation({ summary: 'One process', method: 'GET', path: one, access: environmentAccess, result: Process })

export const createProcess = operation({
  summary: 'Create a process for one entity, or for all that match a filter',
  method: 'POST',
  path: ofCustomer,
  access: writing,
  recordsItself: ['process.created'],
  body: NewProcess,
  result: Process,
})

export const changeProcess = operation({
  summary: 'Change a process; runs that are under way go on with the version that they began with',
  method: 'PUT',
  path: one,
  access: writing,
  recordsItself: ['process.changed'],
  body: object({
    ...NewProcess.properties,
    version: Type.Integer({ description: 'The version that the user saw; if it has changed since, the call answers 409' }),
  }),
  result: Process,
})

export const copyProcess = operation({
  summary: 'Copy a process under another name; the copy is disabled until someone enables it',
  method: 'POST',
  path: `${one}/copy`,
  access: writing,
  recordsItself: ['process.created'],
  body: object({ name: oneLine({ maxLength: 200 }) }),
  result: Process,
})

export const enableProcess = operation({
  summary: 'Enable a process',
  method: 'POST',
  path: `${one}/enable`,
  access: writing,
  recordsItself: ['process.enabled'],
  result: Process,
})

export const disableProcess = operation({
  summary: 'Disable a process: it starts no more runs; those under way go on',
  method: 'POST',
  path: `${one}/disable`,
  access: writing,
  recordsItself: ['process.disabled'],
  result: Process,
})

export const deleteProcess = operation({
  summary: 'Delete a process: it starts no more runs; those under way go on',
  method: 'DELETE',
  path: one,
  access: writing,
  recordsItself: ['process.deleted'],
})

export const restoreProcess = operation({
  summary: 'Take back a deletion, within 15 minutes of it',
  method: 'POST',
  path: `${one}/restore`,
  access: writing,
  recordsItself: ['process.restored'],
  result: Process,
})

export const processChanges = ['created', 'changed', 'enabled', 'disabled', 'deleted', 'restored'] as const

export const ProcessVersion = object({
  version: Type.Integer(),
  change: oneOf(processChanges),
  at: moment(),
  by: Type.String(),
  /** What it said from then on, and before; null for the first version. */
  content: NewProcess,
  before: nullable(NewProcess),
})
export type ProcessVersion = Static<typeof ProcessVersion>

export const listProcessVersions = operation({
  summary: 'Who changed a process, when, and to what; the latest first',
  method: 'GET',
  path: `${one}/version`,
  access: environmentAccess,
  query: object(pageLimit),
  listOf: ProcessVersion,
})

/** What can be chosen in a process for an entity. */
export const ProcessChoices = object({
  alertRules: Type.Array(object({ alertRuleId: Type.String(), name: Type.String() })),
  /** Names of rules of other sources that have alerted here. */
  externalRules: Type.Array(Type.String()),
  assigneeGroups: Type.Array(Type.String()),
  /** Empty for people of the customer: only the provider's staff choose who is on call. */
  onCallSchedules: Type.Array(object({ scheduleId: Type.String(), name: Type.String() })),
  /** Channels of Microsoft Teams and Slack that notices of the customer go to. */
  chatDestinations: Type.Array(object({ destinationId: Type.String(), service: oneOf(chatServices), name: Type.String() })),
  /** Without one, what the agent would do has the outcome *no agent*. */
  hasAgent: Type.Boolean(),
  /** The languages that calls are read in; all of them while calls are kept in the outbox. */
  callLanguages: Type.Array(oneOf(languages)),
  /** What a part of an SMS cost last; null for people of the customer, and where no provider has named a price. */
  smsPartPrice: nullable(Price),
})
export type ProcessChoices = Static<typeof ProcessChoices>

export const listProcessChoices = operation({
  summary: 'The alert rules, groups and on-call schedules that a process can name: for one entity, or for all of the customer',
  method: 'GET',
  path: '/customer/:customerId/process-choices',
  access: environmentAccess,
  query: object({ entityId: Type.Optional(uuid()) }),
  result: ProcessChoices,
})
