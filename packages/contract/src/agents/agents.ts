import { environmentAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, pageLimit, type Static, several, Type } from '@vakt/contract/schema.ts'
import { agentConditions } from './agent-conditions.ts'

/** A VM agent that was enrolled on a machine of a customer. */
export const Agent = object({
  agentId: Type.String(),
  hostname: Type.String(),
  platform: oneOf(['linux', 'windows']),
  /** Of the program. */
  version: Type.String(),
  /** The resource that the machine is; null while none, or more than one, has its name. */
  entityId: nullable(Type.String()),
  entityName: nullable(Type.String()),
  enrolledAt: moment(),
  /** The name of the token that it was enrolled with. */
  enrolledWith: Type.String(),
  lastContactAt: moment(),
  /** When the program last started; null before it said so. */
  startedAt: nullable(moment()),
  isSilent: Type.Boolean(),
  /** Since when two machines report with the key of this one. */
  copiedSince: nullable(moment()),
  /** How far the clock of the machine is ahead of Vakt's; negative when it is behind. */
  clockAheadSeconds: Type.Integer(),
  /** When the machine last made a new key of its own; null: it has the one that it enrolled with. */
  keyChangedAt: nullable(moment()),
  /** Since when the agent takes no commands, because it knows another key of Vakt than this one. */
  refusesCommandsSince: nullable(moment()),
  /** Reports that the agent could not keep while Vakt was out of reach, in all. */
  lostReports: Type.Integer(),
  /** What is most worth knowing of it. */
  condition: oneOf(agentConditions),
  /** The version of the resource's configuration that it is to run; 0 before the first, null without a resource. */
  desiredVersion: nullable(Type.Integer()),
  /** The one that it runs; null before it said so. */
  appliedVersion: nullable(Type.Integer()),
  /** Why it could not apply a version, as it last said. */
  problem: nullable(Type.String()),
  /** Since when nothing that is signed with its key is taken any more; null for one that may report. */
  endedAt: nullable(moment()),
})
export type Agent = Static<typeof Agent>

/** A secret with which machines enrol; it can be seen only when it is created. */
export const EnrolmentToken = object({
  enrolmentTokenId: Type.String(),
  name: Type.String(),
  /** The last characters of the secret. */
  ending: Type.String(),
  /** Machines that enrol with it are this resource; null: the resource of their name. */
  entityId: nullable(Type.String()),
  uses: Type.Integer(),
  usesLeft: Type.Integer(),
  createdAt: moment(),
  createdBy: Type.String(),
  expiresAt: moment(),
})
export type EnrolmentToken = Static<typeof EnrolmentToken>

export const enrolmentTokenLimits = { perCustomer: 100, uses: 1000, hours: 168 } as const

export const NewEnrolmentToken = object({
  name: oneLine({ pattern: '\\S', maxLength: 80 }),
  entityId: nullable(Type.String()),
  uses: Type.Integer({ minimum: 1, maximum: enrolmentTokenLimits.uses, default: 1 }),
  hours: Type.Integer({ minimum: 1, maximum: enrolmentTokenLimits.hours, default: 24 }),
})
export type NewEnrolmentToken = Static<typeof NewEnrolmentToken>

const ofCustomer = '/customer/:customerId/agent' as const
const tokenOfCustomer = '/customer/:customerId/agent-enrolment-token' as const
const access = ['@feature.myenvironment.write'] as const
/** A token that leaked must not be able to enrol machines. */
const tokenAccess = null

const agentFilter = {
  ...pageLimit,
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the host name, of the resource or of the version' })),
  condition: several(oneOf(agentConditions)),
  version: several(Type.String({ minLength: 1, maxLength: 200, description: 'Of the program' })),
  /** Values of the customer's tag keys in their order; an empty value means resources without the tag. */
  group: several(Type.String({ maxLength: 256 })),
  at: Type.Optional(moment({ description: 'Those that might report at this moment, also those that were ended since' })),
  /** Those that were silent at some time of this period, also those that were ended since. */
  silentFrom: Type.Optional(moment()),
  /** Not included itself, so that days can follow on each other. */
  silentTo: Type.Optional(moment()),
}

export const listAgents = operation({
  summary: 'The VM agents of a customer that may report, unless a time is asked for: those that need someone first, then by host name',
  method: 'GET',
  path: ofCustomer,
  access: ['@feature.myenvironment.read', '@feature.myenvironment.write'],
  query: object(agentFilter),
  listOf: Agent,
})

export const AgentOfCustomer = object({ ...Agent.properties, customerId: Type.String(), customerName: Type.String() })
export type AgentOfCustomer = Static<typeof AgentOfCustomer>

export const listAllAgents = operation({
  summary: 'The VM agents of every customer that may report, unless a time is asked for: those that need someone first, then by host name',
  method: 'GET',
  path: '/admin/agent',
  access: { staff: environmentAccess },
  query: object({ ...agentFilter, customerId: several(Type.String({ minLength: 1, maxLength: 64 })) }),
  listOf: AgentOfCustomer,
})

/** How many agents there are in each condition that occurs. */
export const AgentCounts = Type.Array(object({ condition: oneOf(agentConditions), agents: Type.Integer() }))
export type AgentCounts = Static<typeof AgentCounts>

export const countAllAgents = operation({
  summary: 'How many VM agents of all customers are in each condition',
  method: 'GET',
  path: '/admin/agent/count',
  access: { staff: environmentAccess },
  result: AgentCounts,
})

export const AgentVersions = Type.Array(object({ version: Type.String(), agents: Type.Integer() }))
export type AgentVersions = Static<typeof AgentVersions>

export const listAgentVersions = operation({
  summary: 'Which versions of the program the VM agents of all customers run, and how many run each: the most frequent first, at most 100',
  method: 'GET',
  path: '/admin/agent/version',
  access: { staff: environmentAccess },
  result: AgentVersions,
})

export const revokeAgent = operation({
  summary:
    'End an agent: nothing that is signed with its key is taken any more, and the machine must be enrolled again. Not possible with an API token',
  method: 'DELETE',
  path: `${ofCustomer}/:agentId`,
  access,
  announces: { content: ['agents'], to: 'customer' },
  records: { action: 'agent.revoke', target: '{agentId}', details: { hostname: 'hostname' } },
  tokenAccess,
})

export const listEnrolmentTokens = operation({
  summary: 'The enrolment tokens of a customer that can still be used, the newest first',
  method: 'GET',
  path: tokenOfCustomer,
  access,
  query: object(pageLimit),
  listOf: EnrolmentToken,
})

export const createEnrolmentToken = operation({
  summary: 'Create a token with which machines enrol their agents; the only answer that shows its secret. Not possible with an API token',
  method: 'POST',
  path: tokenOfCustomer,
  access,
  announces: { content: ['agents'], to: 'customer' },
  records: {
    action: 'agent.token-create',
    target: '{enrolmentTokenId}',
    details: { name: 'name', uses: 'uses', expiresAt: 'expiresAt', entityId: 'entityId' },
  },
  showsSecret: true,
  tokenAccess,
  body: NewEnrolmentToken,
  result: object({ ...EnrolmentToken.properties, secret: Type.String() }),
})

export const revokeEnrolmentToken = operation({
  summary: 'End an enrolment token; agents that were enrolled with it stay. Not possible with an API token',
  method: 'DELETE',
  path: `${tokenOfCustomer}/:enrolmentTokenId`,
  access,
  announces: { content: ['agents'], to: 'customer' },
  records: { action: 'agent.token-revoke', target: '{enrolmentTokenId}', details: { name: 'name' } },
  tokenAccess,
})

/** What `npm run build-agent` made, in `packages.json` beside the packages. */
export const AgentPackageManifest = object({
  /** Of the agent. */
  version: Type.String(),
  packages: Type.Array(
    object({
      platform: oneOf(['linux', 'windows']),
      arch: oneOf(['x64', 'arm64']),
      file: Type.String(),
      bytes: Type.Integer(),
      /** Hexadecimal. */
      sha256: Type.String(),
    }),
  ),
})
export type AgentPackageManifest = Static<typeof AgentPackageManifest>

export const AgentPackages = object({
  /** Null: no packages were built. */
  version: nullable(Type.String()),
  packages: AgentPackageManifest.properties.packages,
  /** Where each file is, by its name; beside them `SHA256SUMS`, its signature `SHA256SUMS.sig` and the key `signing-key.pem`. */
  folderUrl: Type.String(),
})
export type AgentPackages = Static<typeof AgentPackages>

export const listAgentPackages = operation({
  summary: 'The installable packages of the VM agent, with their checksums',
  method: 'GET',
  path: '/customer/:customerId/agent-package',
  access,
  result: AgentPackages,
})
