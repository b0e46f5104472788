import type { ActionType, ProcessAction } from '@vakt/contract/process-actions.ts'
import { inSavepoint } from '#server/platform/database/transaction.ts'
import { Refusal } from '#server/platform/errors.ts'
import { changeTicket } from './change-ticket.ts'
import { commandStep } from './command-step.ts'
import { postToSlack, postToTeams } from './post-to-chat.ts'
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

/**
 * Carries out one step. What a rule of the product refuses, such as a status that cannot follow, fails the step and leaves nothing of it; what is
 * not expected is thrown, and the step is tried again.
 */
export async function performStep(at: StepAt, action: Extract<ProcessAction, { type: Effect }>): Promise<StepResult> {
  const perform = performers[action.type] as (at: StepAt, action: ProcessAction) => Promise<StepResult>
  try {
    return await inSavepoint(at.transaction, () => perform(at, action))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return withReason('failed', error.errors[0]?.message_translation_key ?? 'refused')
  }
}
