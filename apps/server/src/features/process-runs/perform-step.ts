import type { Access, FeatureKey } from '@vakt/contract/features.ts'
import type { ActionType, ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import { startProcessRun } from '@vakt/contract/processes/process-runs.ts'
import { changeTicketFacts, changeTicketStatus } from '@vakt/contract/tickets/ticket-details.ts'
import { mayMachine } from '@vakt/domain/machine-callers.ts'
import { inSavepoint } from '#server/platform/database/transaction.ts'
import { Refusal } from '#server/platform/errors.ts'
import { changeTicket } from './change-ticket.ts'
import { commandStep } from './command-step.ts'
import { postToSlack, postToTeams } from './post-to-chat.ts'
import type { RunSubject } from './process-run-table.ts'
import { makeCall, sendSms } from './reach-by-phone.ts'
import { sendEmail } from './send-email.ts'
import { type Perform, type StepAt, type StepResult, withReason } from './step-result.ts'

type Effect = Exclude<ActionType, 'delay' | 'check_alerting'>

const performers: { [Type in Effect]: Perform<Type> } = {
  email: sendEmail,
  sms: sendSms,
  voice_call: makeCall,
  update_ticket_status: changeTicket,
  update_ticket_priority: changeTicket,
  update_assignee_group: changeTicket,
  tag_ticket: changeTicket,
  teams: postToTeams,
  slack: postToSlack,
  start_windows_service: commandStep,
  start_iis_website: commandStep,
  start_iis_app_pool: commandStep,
  restart_iis_app_pool: commandStep,
  restart_systemd_unit: commandStep,
}

/** What each step asks of automation: the access of the call by which a person does the same. */
const accessOf: { [Type in Effect]: Access } = {
  email: startProcessRun.access,
  sms: startProcessRun.access,
  voice_call: startProcessRun.access,
  update_ticket_status: changeTicketStatus.access,
  update_ticket_priority: changeTicketFacts.access,
  update_assignee_group: changeTicketFacts.access,
  tag_ticket: changeTicketFacts.access,
  teams: startProcessRun.access,
  slack: startProcessRun.access,
  start_windows_service: startProcessRun.access,
  start_iis_website: startProcessRun.access,
  start_iis_app_pool: startProcessRun.access,
  restart_iis_app_pool: startProcessRun.access,
  restart_systemd_unit: startProcessRun.access,
}

/** Whether automation has the right to a step at the customer. */
export const mayPerform = ({ enabledFeatures }: Pick<RunSubject, 'enabledFeatures'>, type: Effect): boolean =>
  mayMachine('automation', { enabledFeatures: enabledFeatures as FeatureKey[] | null }, accessOf[type])

/**
 * Carries out one step. What a rule of the product refuses, such as a status that cannot follow, fails the step and leaves nothing of it; what is
 * not expected is thrown, and the step is tried again.
 */
export async function performStep(at: StepAt, action: Extract<ProcessAction, { type: Effect }>): Promise<StepResult> {
  if (!mayPerform(at.run, action.type)) return withReason('failed', 'not_permitted')
  const perform = performers[action.type] as (at: StepAt, action: ProcessAction) => Promise<StepResult>
  try {
    return await inSavepoint(at.transaction, () => perform(at, action))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return withReason('failed', error.errors[0]?.message_translation_key ?? 'refused')
  }
}
