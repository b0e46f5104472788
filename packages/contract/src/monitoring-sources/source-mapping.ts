import { alertStates } from '@vakt/contract/alerts/alerts.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { Severity } from '@vakt/contract/severity.ts'

export const mappingLimits = {
  pathCharacters: 300,
  paths: 8,
  words: 30,
  sampleCharacters: 65_536,
  shownAlerts: 5,
  expressionCharacters: 8192,
} as const

/** Dotted names and indexes, as in `alerts[0].labels."resource.id"`; `$.` begins at the whole body where a mapping runs for each item. */
const path = () => Type.String({ maxLength: mappingLimits.pathCharacters })
const optionalPath = () => Type.Union([path(), Type.Null()], { default: null })
const paths = () => Type.Array(path(), { maxItems: mappingLimits.paths })
const words = () => Type.Array(Type.String({ maxLength: 100 }), { maxItems: mappingLimits.words })

/** How a body of the format `generic` becomes alerts. */
export const SignalMapping = object({
  /** An array in the body: each of its items is an alert. Null: the body is one. */
  each: optionalPath(),
  /** What tells one condition from another; the values are joined. */
  key: Type.Array(path(), { minItems: 1, maxItems: mappingLimits.paths, messages: { minItems: 'source_mapping.key_empty' } }),
  /** Without a path every signal fires, and people end the alert. */
  state: object({ path: optionalPath(), resolved: words(), ignored: words() }),
  severity: object({
    path: optionalPath(),
    map: Type.Array(object({ from: Type.String({ maxLength: 100 }), to: Severity }), { maxItems: mappingLimits.words }),
    default: Severity,
  }),
  /** Text with paths in braces: `{check} on {host}`. */
  title: Type.String({ minLength: 1, maxLength: 500, messages: { minLength: 'source_mapping.title_empty' } }),
  description: optionalPath(),
  /** A cloud resource id, the name of a resource in Vakt, or a host; the first that is found. */
  targets: paths(),
  /** When it happened: ISO 8601, or seconds or milliseconds since 1970. */
  time: optionalPath(),
  link: optionalPath(),
  runbook: optionalPath(),
  value: optionalPath(),
  threshold: optionalPath(),
  /** JSONata that reshapes the body; the paths then read its result. */
  expression: Type.Union([Type.String({ maxLength: mappingLimits.expressionCharacters }), Type.Null()], { default: null }),
})
export type SignalMapping = Static<typeof SignalMapping>

const SavedMapping = object({
  /** Null: none yet, and signals are set aside. */
  mapping: nullable(SignalMapping),
  version: Type.Integer(),
  savedAt: nullable(moment()),
  savedBy: nullable(Type.String()),
})

/** What a mapping makes of a sample. */
export const MappingPreview = object({
  kind: oneOf(['alerts', 'no-alerts', 'unrecognised']),
  /** Why there are none. */
  reason: nullable(Type.String()),
  count: Type.Integer(),
  alerts: Type.Array(
    object({
      name: Type.String(),
      state: oneOf(alertStates),
      severity: Severity,
      description: Type.String(),
      key: Type.String(),
      at: nullable(moment()),
      targets: Type.Array(Type.String()),
      value: nullable(Type.String()),
      threshold: nullable(Type.String()),
      link: nullable(Type.String()),
      runbook: nullable(Type.String()),
    }),
  ),
})
export type MappingPreview = Static<typeof MappingPreview>

const ofSource = '/admin/customer/:customerId/monitoring-source/:sourceId' as const

export const getSourceMapping = operation({
  summary: 'How the signals of a generic monitoring source are read',
  method: 'GET',
  path: `${ofSource}/mapping`,
  access: 'global-admin',
  result: SavedMapping,
})

export const saveSourceMapping = operation({
  summary: 'Save how the signals of a generic monitoring source are read: a new version, for signals from now on',
  method: 'PUT',
  path: `${ofSource}/mapping`,
  access: 'global-admin',
  announces: { content: ['monitoring-sources'], to: 'staff' },
  recordsItself: ['monitoring-source.mapping'],
  body: object({
    mapping: SignalMapping,
    /** The version that the user saw, 0 for none; if it has changed since, the call answers 409. */
    version: Type.Integer({ minimum: 0 }),
  }),
  result: SavedMapping,
})

export const previewSourceMapping = operation({
  summary: 'What a mapping makes of a sample; nothing is stored',
  method: 'POST',
  path: `${ofSource}/mapping/preview`,
  access: 'global-admin',
  announcesNothing: 'It asks, and changes nothing.',
  recordsNothing: 'It only asks, and changes nothing.',
  noIdempotencyKey: 'It is a question and changes nothing.',
  body: object({ mapping: SignalMapping, sample: Type.String({ maxLength: mappingLimits.sampleCharacters }) }),
  result: MappingPreview,
})

export const retrySourceSignals = operation({
  summary: 'Read the unrecognised signals of a monitoring source again: the latest 500 of the 30 days that they are kept',
  method: 'POST',
  path: `${ofSource}/retry-signals`,
  access: 'global-admin',
  recordsItself: ['monitoring-source.retry'],
  result: object({ signals: Type.Integer() }),
})
