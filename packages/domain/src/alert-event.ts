import type { Severity } from '@vakt/contract/severity.ts'

/** How a signal names the thing it is about. Vakt tries the candidates in their order until one matches an entity. */
export type AlertTarget =
  /** A cloud resource id. ARM ids (`/subscriptions/…`) are compared without case, others exactly. */
  | { kind: 'resource-id'; value: string }
  /** The label `vakt_entity`: an entity's id in Vakt, or its name. */
  | { kind: 'vakt-entity'; value: string }
  /** A host name, without port, in lower case. */
  | { kind: 'host'; value: string }

/** What one signal says of one alert, whatever its source; made by the format's reader, judged by `alert-intake.ts`. */
export type AlertEvent = {
  source: string
  /** The same for every event of one condition on one entity, within a customer and source. */
  fingerprint: string
  state: 'firing' | 'resolved'
  /** When this episode of the condition began; null when the source does not say. */
  startedAt: Date | null
  /** When it ended; null while it fires, and when the source does not say. */
  endedAt: Date | null
  name: string
  /** The rule that found it: alerts of one rule on one entity share an incident. */
  rule: string
  description: string
  severity: Severity
  metricName: string | null
  targets: AlertTarget[]
  /** What to call the target on screen if nothing matches. */
  targetName: string | null
  labels: Record<string, string>
  /** What the source itself calls this alert, where that is not what the fingerprint is made of: an end counts for it, whatever else it left out. */
  sourceKey?: string
  /** Of an end: it counts, of the alerts that `sourceKey` names, for those that have the same values of these labels. */
  endsWithLabels?: string[]
  /** An alert rule of Vakt found it: its times are no claims of a sender. */
  isEvaluatedHere?: true
  /** The source tells that it happened and never, as far as can be known, that it is over: people may end it. */
  neverEnds?: true
  /** It is about something that is no entity and that no one will bind to one. */
  isAboutNoEntity?: true
  /** The source's own page; http or https only. */
  sourceUrl: string | null
}

/** What a source says of an alert without changing it; it goes into the trail of the alert. */
export type SourceNote = Pick<AlertEvent, 'source' | 'fingerprint'> & { step: 'source-acknowledged' | 'source-little-data' }

/** What a format's reader makes of a body. Odd but readable is never an error: it is kept and listed. */
export type ReadSignal =
  | { kind: 'alerts'; events: AlertEvent[] }
  /** Understood, and says nothing that changes an alert: an acknowledgement, a change event, too little data. */
  | { kind: 'no-alerts'; reason: string; notes?: SourceNote[] }
  | { kind: 'unrecognised'; reason: string }
