import { RuleFilter } from '@vakt/contract/alert-rules/alert-rule-content.ts'
import { environmentAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { AgentConfigurationContent, AgentFindings } from './agent-configurations.ts'

export const agentTemplateLimits = { perCustomer: 100, customers: 500 } as const

/** How many percent of the machines have a changed template, stage by stage. */
export const rollOutShares = [1, 10, 100] as const

export const rollOutStates = ['running', 'paused', 'stopped', 'done', 'rolled_back'] as const
export type RollOutState = (typeof rollOutStates)[number]

const count = Type.Integer({ minimum: 0 })

const name = oneLine({
  pattern: '\\S',
  maxLength: 100,
  messages: { pattern: 'agent_template.name_empty', minLength: 'agent_template.name_empty' },
})

export const NewAgentTemplate = object({
  name,
  /** Machines with an agent whose resource it lets through; empty lists let everything through. */
  filter: RuleFilter,
  /** Of a template of the provider: at which customers it counts. Empty for all others. */
  customerIds: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: agentTemplateLimits.customers, uniqueItems: true }),
  content: AgentConfigurationContent,
})
export type NewAgentTemplate = Static<typeof NewAgentTemplate>

export const AgentTemplate = object({
  templateId: Type.String(),
  ...NewAgentTemplate.properties,
  /** To be sent with the next change. */
  revision: Type.Integer(),
  /** Of its content; machines are given it stage by stage. */
  version: Type.Integer(),
  /** The version that all machines had before; 0: none. */
  stableVersion: Type.Integer(),
  rollOut: oneOf(rollOutStates),
  /** Index into the shares of 1, 10 and 100 %. */
  stage: Type.Integer(),
  machines: object({
    /** With any version of it, or about to get one. */
    covered: count,
    /** Given the present version. */
    given: count,
    applied: count,
    failed: count,
  }),
  modifiedAt: moment(),
  modifiedBy: Type.String(),
})
export type AgentTemplate = Static<typeof AgentTemplate>

export const AgentTemplateMachine = object({
  customerId: Type.String(),
  entityId: Type.String(),
  name: Type.String(),
  /** Of the template. */
  version: Type.Integer(),
  state: oneOf(['waiting', 'applied', 'failed']),
  problem: nullable(Type.String()),
  givenAt: moment(),
})
export type AgentTemplateMachine = Static<typeof AgentTemplateMachine>

const all = '/customer/:customerId/agent-template' as const
const one = `${all}/:templateId` as const
const writeAccess = ['@feature.myenvironment.write'] as const
const revision = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The revision that the user saw; else 409' })

export const listAgentTemplates = operation({
  summary: 'Templates of what VM agents watch, by name, with how far each is rolled out',
  method: 'GET',
  path: all,
  access: environmentAccess,
  query: object({ ...pageLimit }),
  listOf: AgentTemplate,
})

export const getAgentTemplate = operation({
  summary: 'One template of what VM agents watch',
  method: 'GET',
  path: one,
  access: environmentAccess,
  result: AgentTemplate,
})

export const createAgentTemplate = operation({
  summary: 'Create a template of what VM agents watch; it is rolled out to the machines that its filter lets through',
  method: 'POST',
  path: all,
  access: writeAccess,
  announces: { content: ['agent-templates'], to: 'customer' },
  recordsItself: ['agent_template.create'],
  tokenAccess: writeAccess,
  body: NewAgentTemplate,
  result: AgentTemplate,
})

export const changeAgentTemplate = operation({
  summary: 'Change a template; a changed content is rolled out stage by stage, a changed filter counts at once',
  method: 'PUT',
  path: one,
  access: writeAccess,
  announces: { content: ['agent-templates'], to: 'customer' },
  recordsItself: ['agent_template.change'],
  tokenAccess: writeAccess,
  body: object({ ...NewAgentTemplate.properties, revision }),
  result: AgentTemplate,
})

export const steerAgentTemplate = operation({
  summary: 'Pause the roll-out of a template, continue it, or roll its machines back to the version before',
  method: 'POST',
  path: `${one}/roll-out`,
  access: writeAccess,
  announces: { content: ['agent-templates'], to: 'customer' },
  recordsItself: ['agent_template.pause', 'agent_template.continue', 'agent_template.roll_back'],
  tokenAccess: writeAccess,
  body: object({ action: oneOf(['pause', 'continue', 'roll_back']), revision }),
  result: AgentTemplate,
})

export const deleteAgentTemplate = operation({
  summary: 'Delete a template; its entries are taken from the machines that have it',
  method: 'DELETE',
  path: one,
  access: writeAccess,
  announces: { content: ['agent-templates'], to: 'customer' },
  recordsItself: ['agent_template.delete'],
  tokenAccess: writeAccess,
})

export const listAgentTemplateMachines = operation({
  summary: 'The machines that have a template: those that failed first, then those that wait, by name',
  method: 'GET',
  path: `${one}/machine`,
  access: environmentAccess,
  query: object({ ...pageLimit }),
  listOf: AgentTemplateMachine,
})

/** What agents see on which patterns of a template can be tried. */
export const AgentTemplateFindings = object({
  /** Those with an agent that the filter lets through. */
  machines: count,
  /** Of up to twenty of them, each name once. */
  found: AgentFindings,
})
export type AgentTemplateFindings = Static<typeof AgentTemplateFindings>

export const findForAgentTemplate = operation({
  summary: 'What the agents of the machines report that a filter lets through, so that the patterns of a template can be tried on it',
  method: 'GET',
  path: '/customer/:customerId/agent-template-finding',
  access: environmentAccess,
  query: object({
    type: several(Type.String({ maxLength: 1024 })),
    resourceGroup: several(Type.String({ maxLength: 1024 })),
    tag: several(Type.String({ minLength: 2, maxLength: 2048, pattern: '=' })),
  }),
  result: AgentTemplateFindings,
})
