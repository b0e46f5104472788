import { alertStates } from '@vakt/contract/alerts/alerts.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { signalFormats } from './monitoring-sources.ts'

export const signalStates = ['pending', 'done', 'unrecognised', 'unreadable', 'failed'] as const
export type SignalState = (typeof signalStates)[number]

/** What a source sent, and what came of it. */
export const SourceSignal = object({
  signalId: Type.String(),
  format: Type.String(),
  receivedAt: moment(),
  bytes: Type.Integer(),
  state: oneOf(signalStates),
  /** Why it fired nothing, or what is wrong with it. */
  note: nullable(Type.String()),
  isTest: Type.Boolean(),
  /** The first of its alerts, as they are now. */
  alerts: Type.Array(
    object({
      alertId: Type.String(),
      customerId: Type.String(),
      name: Type.String(),
      state: oneOf(alertStates),
      incidentId: nullable(Type.String()),
    }),
  ),
})
export type SourceSignal = Static<typeof SourceSignal>

/** A topic of Amazon SNS that wants to send to the source. */
const SourceTopic = object({
  topicArn: Type.String(),
  askedAt: moment(),
  /** Null until staff allow it: until then nothing of it is read. */
  allowedAt: nullable(moment()),
  /** When its subscription was confirmed. */
  confirmedAt: nullable(moment()),
})

export const sourceSignalLimits = { listed: 20, sampleCharacters: 65_536 } as const

const ofSource = '/admin/customer/:customerId/monitoring-source/:sourceId' as const

export const listSourceSignals = operation({
  summary: 'The last 20 signals of a monitoring source and what came of them, the newest first',
  method: 'GET',
  path: `${ofSource}/signal`,
  access: 'global-admin',
  result: object({ signals: Type.Array(SourceSignal), topics: Type.Array(SourceTopic) }),
})

export const getSourceSignal = operation({
  summary: 'A signal of a monitoring source as it came, as text: at most its first 64 kB',
  method: 'GET',
  path: `${ofSource}/signal/:signalId`,
  access: 'global-admin',
  result: object({ contentType: nullable(Type.String()), body: Type.String() }),
})

export const sendTestSignal = operation({
  summary: 'Send a sample alert through a monitoring source. It becomes an alert of low severity with an incident, as any other',
  method: 'POST',
  path: `${ofSource}/test-signal`,
  access: 'global-admin',
  announcesNothing: 'What it leads to is announced once the worker has taken it.',
  recordsItself: ['monitoring-source.test'],
  body: object({
    format: oneOf(signalFormats),
    /** Send `resolved` to end the alert of an earlier test. */
    state: oneOf(alertStates, { default: 'firing' }),
    /** A body to send instead of the sample of the format: JSON. */
    sample: Type.Optional(Type.String({ minLength: 1, maxLength: sourceSignalLimits.sampleCharacters })),
  }),
  result: object({ signalId: Type.String() }),
})

export const allowSourceTopic = operation({
  summary: 'Allow a topic of Amazon SNS to send to a monitoring source; its subscription is then confirmed',
  method: 'POST',
  path: `${ofSource}/allow-topic`,
  access: 'global-admin',
  recordsItself: ['monitoring-source.allow-topic'],
  body: object({ topicArn: Type.String({ pattern: '^arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_.-]{1,256}$' }) }),
  result: object({ signals: Type.Integer() }),
})
