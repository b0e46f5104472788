import { AgentCommandResult } from '@vakt/contract/agents/agent-protocol.ts'
import { deliveryStates } from '@vakt/contract/deliveries/delivery-states.ts'
import { environmentAccess } from '@vakt/contract/features.ts'
import { Incident } from '@vakt/contract/incidents/incidents.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'
import { type ActionType, ProcessAction } from './process-actions.ts'
import { runStates } from './run-states.ts'

export { type RunState, runStates } from './run-states.ts'

export const actionTypes = [
  'email',
  'voice_call',
  'update_ticket_status',
  'update_assignee_group',
  'delay',
  'check_alerting',
  'start_windows_service',
  'start_iis_website',
  'start_iis_app_pool',
  'restart_iis_app_pool',
  'update_ticket_priority',
  'tag_ticket',
  'sms',
  'teams',
  'slack',
  'restart_systemd_unit',
] as const satisfies readonly ActionType[]

const uuid = () => Type.String({ format: 'uuid' })
const incidentNumber = () => Type.String({ pattern: '^[1-9]\\d{0,17}$' })

/** `unknown`: handed to a provider that never said whether it went through; it is not repeated. */
export const stepStates = ['ahead', 'waiting', 'held', 'done', 'sending', 'ended', 'skipped', 'failed', 'unknown', 'no_agent'] as const
export type StepState = (typeof stepStates)[number]

const Person = object({
  name: Type.String(),
  address: Type.String(),
  /** Why it gets nothing: `unconfirmed`, `invalid`, `nobody_on_call`, `no_number`, `chat_removed`, `chat_disabled`. */
  problem: nullable(Type.String()),
})

/** Whom a step reaches, with which text, and what it changes. */
const stepContent = {
  recipients: Type.Array(Person),
  subject: nullable(Type.String()),
  text: nullable(Type.String()),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
  /** Of services, sites, pools or units. */
  names: Type.Array(Type.String()),
}

export const RunStep = object({
  action: ProcessAction,
  state: oneOf(stepStates),
  /** Why: a word, such as `outside_hours`, `held_back`, `no_ticket`, `unchanged` or `no_longer_alerting`. */
  reason: nullable(Type.String()),
  ...stepContent,
  /** What was handed to the channels, and how far each came; the id is the key under which it is sent at most once. */
  deliveries: Type.Array(object({ deliveryId: Type.String(), address: Type.String(), state: oneOf(deliveryStates) })),
  /** What the agent did to each name of a command, with the state before and after. */
  results: AgentCommandResult.properties.results,
  startedAt: nullable(moment()),
  endedAt: nullable(moment()),
})
export type RunStep = Static<typeof RunStep>

const run = {
  runId: Type.String(),
  process: object({ processId: Type.String(), name: Type.String(), version: Type.Integer() }),
  incident: object({ incidentId: Type.String(), title: Type.String(), finding: Incident.properties.finding, severity: Severity }),
  entity: nullable(object({ entityId: Type.String(), name: Type.String() })),
  ticketId: nullable(Type.String()),
  state: oneOf(runStates),
  /** The rule of the alert that started it; null when a person did. */
  alertRule: nullable(Type.String()),
  startedBy: nullable(Type.String()),
  startedAt: moment(),
  endedAt: nullable(moment()),
  endedBy: nullable(Type.String()),
  /** Of a run that waits. */
  waitsUntil: nullable(moment()),
}

export const ProcessRun = object({ ...run, steps: Type.Array(object({ type: oneOf(actionTypes), state: oneOf(stepStates) })) })
export type ProcessRun = Static<typeof ProcessRun>

export const ProcessRunDetails = object({ ...run, /** From 0: the current one. */ step: Type.Integer(), steps: Type.Array(RunStep) })
export type ProcessRunDetails = Static<typeof ProcessRunDetails>

const all = '/customer/:customerId/process-run' as const
const one = `${all}/:processRunId` as const
const writing = ['@feature.myenvironment.write'] as const

/** What lists of one customer and of all are filtered by. */
export const runFilter = {
  state: several(oneOf(runStates)),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name of the process, of the incident or of the resource' })),
}

export const listProcessRuns = operation({
  summary: 'Runs of processes, the newest first: all of the customer, or those of a process, a resource or an incident',
  method: 'GET',
  path: all,
  access: environmentAccess,
  query: object({
    ...pageLimit,
    ...runFilter,
    processId: Type.Optional(uuid()),
    entityId: Type.Optional(uuid()),
    incidentId: Type.Optional(incidentNumber()),
  }),
  listOf: ProcessRun,
})

export const getProcessRun = operation({
  summary: 'A run, with what each step did',
  method: 'GET',
  path: one,
  access: environmentAccess,
  result: ProcessRunDetails,
})

export const stopProcessRun = operation({
  summary: 'Stop a run: no further step is taken',
  method: 'POST',
  path: `${one}/stop`,
  access: writing,
  recordsItself: ['process-run.stop'],
})

export const skipProcessRunStep = operation({
  summary: 'Skip the current step of a run, such as a delay; refused when another one is current by now',
  method: 'POST',
  path: `${one}/skip`,
  access: writing,
  recordsItself: ['process-run.skip'],
  body: object({ step: Type.Integer({ minimum: 0, maximum: 1000, description: 'From 0' }) }),
})

export const startProcessRun = operation({
  summary: 'Start a process by hand on an incident; refused while one that was started by hand is under way',
  method: 'POST',
  path: '/customer/:customerId/incident/:incidentId/process-run',
  access: writing,
  recordsItself: ['process-run.start'],
  body: object({ processId: uuid() }),
  result: object({ runId: Type.String() }),
})

const DryStep = object({
  type: oneOf(actionTypes),
  /**
   * `do`: it would be carried out; `wait`: a delay, or a service window holds the resource; `end`: the run would end here; `skip` and `fail`:
   * nothing would be done, for the reason; `unreached`: the run has ended before.
   */
  would: oneOf(['do', 'wait', 'end', 'skip', 'fail', 'unreached']),
  /** As of a step of a run; `completed_early` and `no_longer_alerting` of an end. */
  reason: nullable(Type.String()),
  /** When, if the run started now and nothing else changed. */
  at: moment(),
  /** How long it waits. */
  minutes: nullable(Type.Integer()),
  ...stepContent,
})
export type DryStep = Static<typeof DryStep>

export const dryRunProcess = operation({
  summary: 'What each step of a process would do now on an incident, with the final texts; changes nothing',
  method: 'POST',
  path: '/customer/:customerId/process-dry-run',
  access: writing,
  announcesNothing: 'It asks, and changes nothing.',
  recordsNothing: 'It only tries, and changes nothing.',
  noIdempotencyKey: 'It is a question and changes nothing.',
  body: object({
    incidentId: incidentNumber(),
    /** Of the process, for the texts that name it. */
    name: Type.String({ maxLength: 200, default: '' }),
    actions: Type.Array(ProcessAction, { minItems: 1, maxItems: 100 }),
  }),
  result: object({
    /** Until when a service window holds the resource; null: none does. */
    heldUntil: nullable(moment()),
    isAlerting: Type.Boolean(),
    isResolved: Type.Boolean(),
    steps: Type.Array(DryStep),
  }),
})
