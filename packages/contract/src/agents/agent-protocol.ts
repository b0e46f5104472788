import { moment, nullable, object, oneLine, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { AgentConfigurationContent, AgentFindings } from './agent-configurations.ts'

// What the agent of a machine and Vakt say to each other. It only grows: agents of earlier versions stay on their machines for years.

const bytes32 = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })
const aboutMachine = {
  hostname: oneLine({ pattern: '\\S', maxLength: 255 }),
  platform: oneOf(['linux', 'windows']),
  version: oneLine({ pattern: '\\S', maxLength: 40 }),
}

/** Signed with the key that it shows: the machine proves that it has it. */
export const AgentEnrolment = Type.Object({
  token: Type.String({ pattern: '^vakt_enr_[A-Za-z0-9_-]{43}$' }),
  /** An Ed25519 key, base64url. */
  publicKey: bytes32,
  /** Tells machines apart, and nothing else of them. */
  machine: bytes32,
  ...aboutMachine,
})
export type AgentEnrolment = Static<typeof AgentEnrolment>

/** An Ed25519 key of the server, base64url: the agent keeps the first one that it is told, and takes commands of no other. */
const commandKey = bytes32
const signature = Type.String({ pattern: '^[A-Za-z0-9+/]{86}==$' })

/** Signed with the key that is to be replaced; the new one signs `signedTextOfNewKey`. */
export const AgentKeyRotation = Type.Object({ publicKey: bytes32, proof: signature })
export type AgentKeyRotation = Static<typeof AgentKeyRotation>

/** The former key of the server signs `signedTextOfKeyChange`; only so the agent follows a new one. */
const CommandKeyChange = object({ formerKey: bytes32, commandKey, signature })
export type CommandKeyChange = Static<typeof CommandKeyChange>

export const EnrolledAgent = object({ agentId: Type.String(), customerId: Type.String(), commandKey })
export type EnrolledAgent = Static<typeof EnrolledAgent>

/** Asks whether the agent still counts before a machine that has one is enrolled again: 410 for one that was ended, 401 for an unknown one. */
export const AgentStatusRequest = Type.Object({})
/** `isCopied`: two machines report with this key, so that this one needs another. */
export const AgentStatus = object({ isCopied: Type.Boolean() })
export type AgentStatus = Static<typeof AgentStatus>

export const AgentPoint = Type.Object({
  metric: Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z_:][\\w:.]*$' }),
  unit: nullable(Type.String({ maxLength: 20 })),
  dimensions: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_.]{0,63}$' }), Type.String({ maxLength: 300 })),
  value: Type.Number(),
})
export type AgentPoint = Static<typeof AgentPoint>

/** What was measured at one moment, by the clock of the machine as the server's answers corrected it. */
export const AgentMeasurement = Type.Object({ at: moment(), points: Type.Array(AgentPoint, { maxItems: 5000 }) })
export type AgentMeasurement = Static<typeof AgentMeasurement>

const version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

export const AgentConfigurationState = Type.Object({
  appliedVersion: version,
  /** The version that could not be applied, and why. */
  failed: nullable(Type.Object({ version, problem: Type.String({ maxLength: 500 }) })),
  /** What was found on the machine; null: as it was said before. */
  found: nullable(AgentFindings),
})
export type AgentConfigurationState = Static<typeof AgentConfigurationState>

export const AgentReport = Type.Object({
  ...aboutMachine,
  /** What the last answer said; '' in the first report. A copy of the machine cannot know it. */
  chain: Type.String({ maxLength: 40 }),
  clockAheadSeconds: Type.Integer({ minimum: -2_000_000_000, maximum: 2_000_000_000 }),
  /** When the program started. Absent: of an agent that does not say so. */
  startedAt: Type.Optional(moment()),
  /** Measurements that could not be kept since the last report that was taken. */
  lost: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  /** The newest, and some of those that were kept while the server was out of reach. */
  measurements: Type.Array(AgentMeasurement, { maxItems: 50 }),
  configuration: Type.Optional(AgentConfigurationState),
  /** The key of the server that the agent keeps to; none before the first answer. */
  commandKey: Type.Optional(commandKey),
})
export type AgentReport = Static<typeof AgentReport>

/** With the configuration to apply, where the agent has not applied or tried that version. */
export const AgentReportAnswer = object({
  chain: Type.String(),
  customerId: Type.String(),
  commandKey,
  /** Where the agent keeps to a former key of this server. */
  commandKeyChange: Type.Optional(CommandKeyChange),
  configuration: nullable(object({ version, content: AgentConfigurationContent })),
  /** What was found on the machine is not known of its resource: the next report is to say it, though it was said before. */
  wantsFound: Type.Optional(Type.Boolean()),
})
export type AgentReportAnswer = Static<typeof AgentReportAnswer>

/** Names that the list of the machine allows, by kind of command; names of kinds that Vakt does not know mean nothing. */
export const AllowedNames = Type.Record(
  Type.String({ pattern: '^[a-z_]{1,64}$' }),
  Type.Array(Type.String({ maxLength: 256 }), { maxItems: 500 }),
  { maxProperties: 20 },
)
export type AllowedNames = Static<typeof AllowedNames>

/** Asks for the next command, and waits for one for most of a minute. */
export const AgentCommandRequest = Type.Object({
  lastSequence: Type.Integer({ minimum: 0 }),
  /** The newest version of its configuration that it has applied or tried. Absent: it does not report early. */
  knownVersion: Type.Optional(version),
  /** Absent: of an agent that does not say so. */
  allowed: Type.Optional(AllowedNames),
})
export type AgentCommandRequest = Static<typeof AgentCommandRequest>

export const AgentCommandAnswer = object({
  /** `payload` is JSON text, signed as it is; see `judgeCommand`. */
  command: nullable(object({ commandId: Type.String(), payload: Type.String(), signature: Type.String() })),
  /** There is a configuration that it does not know: it reports at once, and gets it with the answer. */
  desiredVersion: Type.Optional(version),
})
export type AgentCommandAnswer = Static<typeof AgentCommandAnswer>

const shortText = Type.String({ maxLength: 500 })

export const AgentCommandResult = Type.Object({
  commandId: Type.String({ format: 'uuid' }),
  /** `unknown`: the agent ended while it carried it out; it does not do so again. */
  state: oneOf(['done', 'refused', 'failed', 'unknown']),
  reason: nullable(shortText),
  /** Of each name that was acted on. */
  results: Type.Array(
    Type.Object({
      name: shortText,
      before: shortText,
      after: shortText,
      exitCode: nullable(Type.Integer()),
      milliseconds: Type.Integer({ minimum: 0 }),
    }),
    { maxItems: 50 },
  ),
})
export type AgentCommandResult = Static<typeof AgentCommandResult>

/** Why a request of an agent is refused, with 401; 403 `token`, 409 `replayed` and 410 `revoked` stand beside. */
export const signatureRefusals = ['form', 'clock', 'digest', 'unknown key', 'signature'] as const
export type SignatureRefusal = (typeof signatureRefusals)[number]
export type AgentRefusal = SignatureRefusal | 'token' | 'replayed' | 'revoked' | 'content'
