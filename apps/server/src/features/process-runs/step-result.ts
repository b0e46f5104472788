import { createHash } from 'node:crypto'
import type { ActionOf, ActionType } from '@vakt/contract/processes/process-actions.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { incidentTitle } from '@vakt/domain/alert-rules/rule-finding.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import type { PlaceholderValues } from '@vakt/domain/processes/render-placeholders.ts'
import type { DeliverySettings } from '#server/features/deliveries/message.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { LockedRun, NewStep, RunSubject } from './process-run-table.ts'
import { severityWords } from './run-words.texts.ts'

/** What came of a step, as it is written. */
export type StepResult = Pick<NewStep, 'state' | 'reason' | 'deliveries'> & { details: StepDetails }

/** Whom a step reaches or would reach, and with which text. */
export type StepDetails = {
  recipients?: { name: string; address: string; problem: string | null }[]
  subject?: string
  text?: string
  before?: string
  after?: string
  names?: string[]
  /** Of the command to the agent. */
  commandId?: string
}

export type RunSettings = DeliverySettings

/** What a step is given: its run with the incident as it is now. */
export type StepAt = {
  transaction: Transaction
  context: Context
  run: LockedRun
  settings: RunSettings
  findProviderId: () => Promise<string>
}

export type Perform<Type extends ActionType> = (at: StepAt, action: ActionOf<Type>) => Promise<StepResult>

export const done = (details: StepDetails = {}, deliveries: string[] = []): StepResult => ({
  state: 'done',
  reason: null,
  details,
  deliveries,
})
export const withReason = (state: StepResult['state'], reason: string, details: StepDetails = {}): StepResult => ({
  state,
  reason,
  details,
  deliveries: [],
})

/** The key of an effect: the same for the same step of the same run, however often it is tried. */
export function effectKey({ runId, step }: Pick<LockedRun, 'runId' | 'step'>, to: string): string {
  const hex = createHash('sha256').update(`${runId} ${step} ${to}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What the placeholders of texts stand for. */
export function valuesOf(subject: RunSubject, processName: string, language: Language): PlaceholderValues {
  const { entityName, severity, ticketId, rule, metricName, customerName, openedAt, timeZone } = subject
  return {
    resource: entityName ?? '',
    severity: severityWords[language][severity],
    ticket: ticketId === null ? '' : `#${ticketId}`,
    incident: incidentTitle(subject, language),
    rule,
    metric: metricName ?? '',
    customer: customerName,
    time: formatMoment(openedAt.toISOString(), { language, timeZone }),
    process: processName,
  }
}
