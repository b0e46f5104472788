import { environmentAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { agentConfigurationLimits } from './agent-limits.ts'

const writeAccess = ['@feature.myenvironment.write'] as const
const path = '/customer/:customerId/entity/:entityId/vm-agent'

/** The parts of a configuration, as they stand in the address of its edit pages. */
export const agentConfigurationTypes = ['services', 'urls', 'iis', 'folders', 'event-log'] as const
export type AgentConfigurationType = (typeof agentConfigurationTypes)[number]

const limits = agentConfigurationLimits
const filled = { pattern: '\\S', messages: { pattern: 'agent_configuration.empty', minLength: 'agent_configuration.empty' } }

/** A regular expression in the syntax of RE2; matches anywhere in the text unless it is anchored. */
const pattern = () => oneLine({ ...filled, maxLength: limits.patternLength })
const optionalPattern = () => oneLine({ maxLength: limits.patternLength })
const patterns = () => Type.Array(pattern(), { maxItems: limits.patterns })
const exactNames = () => Type.Array(oneLine({ ...filled, maxLength: 256 }), { maxItems: limits.names })

export const urlMethods = ['GET', 'HEAD', 'POST'] as const

export const MonitoredUrl = object({
  name: oneLine({ ...filled, maxLength: 100 }),
  url: oneLine({
    maxLength: 2000,
    pattern: '^[hH][tT][tT][pP][sS]?://[^\\s/]',
    messages: { pattern: 'agent_configuration.url_wrong' },
  }),
  httpMethod: oneOf(urlMethods),
  responseBodyShouldContainRegex: optionalPattern(),
  intervalInMinutes: Type.Integer({ minimum: 1, maximum: 1440 }),
})
export type MonitoredUrl = Static<typeof MonitoredUrl>

export const MonitoredFolder = object({
  folderPath: oneLine({
    maxLength: 1000,
    pattern: '^(/|[A-Za-z]:\\\\|\\\\\\\\)',
    messages: { pattern: 'agent_configuration.folder_wrong' },
  }),
  /** With `*` and `?`, such as `*.xml`; of names only. */
  fileMask: oneLine({ maxLength: 200, pattern: '^[^/\\\\]+$', messages: { pattern: 'agent_configuration.mask_wrong' } }),
})
export type MonitoredFolder = Static<typeof MonitoredFolder>

export const eventLevels = ['verbose', 'information', 'warning', 'error', 'critical'] as const

export const EventLogQuery = object({
  queryName: oneLine({ ...filled, maxLength: 100 }),
  /** Such as `Application`; on Linux `journal`. */
  logName: oneLine({ ...filled, maxLength: 200 }),
  /** Events of this level and of worse ones. */
  level: oneOf(eventLevels),
  regexString: optionalPattern(),
  eventID: nullable(Type.Integer({ minimum: 0, maximum: 65_535 })),
  /** Matches the source of the event; on Linux its unit. */
  sourceRegexString: optionalPattern(),
})
export type EventLogQuery = Static<typeof EventLogQuery>

/** What an agent watches on its machine besides CPU, memory, disks and network. */
export const AgentConfigurationContent = object({
  monitoredServices: patterns(),
  /** Come before the monitored ones. */
  ignoredServices: patterns(),
  urls: Type.Array(MonitoredUrl, { maxItems: limits.urls }),
  ignoredWebsites: exactNames(),
  ignoredAppPools: exactNames(),
  folders: Type.Array(MonitoredFolder, { maxItems: limits.folders }),
  eventLogQueries: Type.Array(EventLogQuery, { maxItems: limits.queries }),
})
export type AgentConfigurationContent = Static<typeof AgentConfigurationContent>

const field = oneOf(['monitoredServices', 'ignoredServices', 'urls', 'ignoredWebsites', 'ignoredAppPools', 'folders', 'eventLogQueries'])

/** An entry of a template that a machine leaves out; `key` as in `sources`. */
export const ExcludedEntry = object({ field, key: Type.String({ minLength: 1, maxLength: 1300 }) })
export type ExcludedEntry = Static<typeof ExcludedEntry>

/** Where an entry comes from that is not the machine's own. */
export const AgentConfigurationSource = object({
  field,
  /** Names the entry within its field. */
  key: Type.String(),
  templateId: Type.String(),
  templateName: Type.String(),
  /** `replaced`: the machine, or a template before it, has an entry with this key. */
  use: oneOf(['used', 'replaced', 'excluded']),
})
export type AgentConfigurationSource = Static<typeof AgentConfigurationSource>

/** What a template gave a machine. */
export type AgentTemplatePart = { templateId: string; name: string; version: number; content: AgentConfigurationContent }

const version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
const foundName = Type.String({ maxLength: 256 })

export const FoundState = oneOf(['running', 'stopped', 'other'])

/** An entry of a log that matched a query of the configuration. */
export const FoundEvent = object({
  query: foundName,
  at: moment(),
  level: oneOf(eventLevels),
  source: foundName,
  eventId: nullable(Type.Integer()),
  text: Type.String({ maxLength: 500 }),
})
export type FoundEvent = Static<typeof FoundEvent>

/** What the agent last saw on the machine. */
export const AgentFindings = object({
  services: Type.Array(object({ name: foundName, state: FoundState }), { maxItems: limits.foundNames }),
  websites: Type.Array(object({ name: foundName, state: FoundState }), { maxItems: limits.foundNames }),
  appPools: Type.Array(object({ name: foundName, state: FoundState }), { maxItems: limits.foundNames }),
  /** The latest last. */
  events: Type.Optional(Type.Array(FoundEvent, { maxItems: 50 })),
})
export type AgentFindings = Static<typeof AgentFindings>

export const AgentConfigurationVersion = object({
  version,
  content: AgentConfigurationContent,
  changedAt: moment(),
  /** A person's name, or `Vakt`. */
  changedBy: Type.String(),
  /** The version whose content was taken again; null where it was changed. */
  restoredVersion: nullable(version),
  /** Why Vakt rolled it back by itself: what the agent said of the version that it could not apply. */
  problem: nullable(Type.String()),
  /** What its templates were then. */
  templates: Type.Array(object({ templateId: Type.String(), name: Type.String(), version })),
})
export type AgentConfigurationVersion = Static<typeof AgentConfigurationVersion>

/** Points that an agent sent and that were not kept, of reports without an hour in between. */
const DroppedPoints = object({
  points: Type.Integer(),
  since: moment(),
  lastAt: moment(),
  /** Of most in the last report: older than 24 hours, more than 10 minutes ahead, of series beyond the customer's limit, or not to be read. */
  why: oneOf(['too_old', 'too_early', 'series_limit', 'malformed']),
})
export type DroppedPoints = Static<typeof DroppedPoints>

/** The agent that is enrolled for a resource. */
const EnrolledAgentOfEntity = object({
  agentId: Type.String(),
  hostname: Type.String(),
  enrolledAt: moment(),
  /** Since when two machines report with its key; it gets no commands. */
  copiedSince: nullable(moment()),
  /** Since when it takes no commands, because it knows another key of Vakt than this one. */
  refusesCommandsSince: nullable(moment()),
  /** How far the clock of the machine is ahead of Vakt's; negative when it is behind. */
  clockAheadSeconds: Type.Integer(),
  /** Null: none since it enrolled. */
  droppedPoints: nullable(DroppedPoints),
})

/** What the agent of a resource last said about its configuration. */
export const AgentConfigurationReport = object({
  agentVersion: Type.String(),
  platform: oneOf(['linux', 'windows']),
  lastContactAt: moment(),
  /** When the program last started; null for an agent that does not report it. */
  startedAt: nullable(moment()),
  appliedVersion: version,
  appliedAt: nullable(moment()),
  /** The version that it could not apply, and why. */
  failedVersion: nullable(version),
  problem: nullable(Type.String()),
  found: AgentFindings,
})
export type AgentConfigurationReport = Static<typeof AgentConfigurationReport>

export const AgentConfiguration = object({
  /** Null before the first change. */
  configurationId: nullable(Type.String()),
  /** The desired version, to be sent with the next change; 0 before the first. */
  version,
  /** What the agent is to run: the machine's own entries and those of its templates. */
  content: AgentConfigurationContent,
  /** The machine's own entries; they are changed by `content` of a call. */
  own: AgentConfigurationContent,
  /** Of the entries of its templates. */
  sources: Type.Array(AgentConfigurationSource),
  changedAt: nullable(moment()),
  changedBy: nullable(Type.String()),
  /** Null: no agent has reported from this resource. */
  report: nullable(AgentConfigurationReport),
  /** The one that reported last of those that are not ended; null: none is enrolled for this resource. */
  agent: nullable(EnrolledAgentOfEntity),
  /** When the last agent of the resource was ended; null while there is an agent, or where there never was one. */
  agentEndedAt: nullable(moment()),
})
export type AgentConfiguration = Static<typeof AgentConfiguration>

export const getAgentConfiguration = operation({
  summary: 'What the VM agent of a resource is to watch, which version of that it has applied, and what it last saw',
  method: 'GET',
  path,
  access: environmentAccess,
  result: AgentConfiguration,
})

export const SaveAgentConfiguration = object({
  /** The machine's own entries; those of its templates stay beside them. */
  content: AgentConfigurationContent,
  /** Entries of templates that the machine leaves out; absent: as before. */
  excluded: Type.Optional(Type.Array(ExcludedEntry, { maxItems: 500 })),
  version,
})
export type SaveAgentConfiguration = Static<typeof SaveAgentConfiguration>

export const saveAgentConfiguration = operation({
  summary: 'Change what the VM agent of a resource is to watch; the agent fetches it as a new version',
  method: 'PUT',
  path,
  access: writeAccess,
  recordsItself: ['agent_configuration.save'],
  tokenAccess: writeAccess,
  body: SaveAgentConfiguration,
  result: AgentConfiguration,
})

export const listAgentConfigurationVersions = operation({
  summary: 'Who changed the configuration of a VM agent, when, and to what; the latest first, at most 50',
  method: 'GET',
  path: `${path}/version`,
  access: environmentAccess,
  result: Type.Array(AgentConfigurationVersion),
})

export const restoreAgentConfiguration = operation({
  summary: 'Roll the configuration of a VM agent back: what an earlier version said becomes a new one',
  method: 'POST',
  path: `${path}/restore`,
  access: writeAccess,
  recordsItself: ['agent_configuration.restore'],
  tokenAccess: writeAccess,
  body: object({ restoredVersion: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), version }),
  result: AgentConfiguration,
})
