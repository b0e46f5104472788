import type { ActionOf } from '@vakt/contract/processes/process-actions.ts'
import { incidentTitle } from '@vakt/domain/alert-rules/rule-finding.ts'
import { renderPlaceholders } from '@vakt/domain/processes/render-placeholders.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import { type ChatProblem, type ChatTarget, findChat, toChat } from '#server/features/chat-destinations/find-chats.ts'
import { planMessage, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { incidentUrl } from '#server/features/deliveries/portal-links.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { RunSubject } from './process-run-table.ts'
import { runWords } from './run-words.texts.ts'
import { done, effectKey, type Perform, type StepAt, type StepDetails, type StepResult, valuesOf, withReason } from './step-result.ts'

type ChatAction = ActionOf<'teams'> | ActionOf<'slack'>
type PreparedPost = { message: string; target: ChatTarget | null; problem: ChatProblem | null }

/** A message as it would be posted now, and where. */
export async function preparePost(
  transaction: Transaction,
  subject: RunSubject,
  { action, processName }: { action: ChatAction; processName: string },
): Promise<PreparedPost> {
  const { chatDestinationId: destinationId, type: service } = action
  const { target, problem } = await findChat(transaction, subject.customerId, { destinationId, service })
  const language = target?.language ?? subject.mailLanguage
  return { message: renderPlaceholders(action.message, valuesOf(subject, processName, language)), target, problem }
}

export const detailsOfPost = ({ message, target, problem }: PreparedPost): StepDetails => ({
  text: message,
  recipients: target ? [{ name: target.name, address: target.host, problem }] : [],
})

/** Posts to a channel of the customer, with the incident as its heading and a link to it. */
async function post({ transaction, context, run, settings }: StepAt, action: ChatAction): Promise<StepResult> {
  const { now } = context
  await waitForPlanningLock(transaction)
  const prepared = await preparePost(transaction, run, { action, processName: run.processName })
  const details = detailsOfPost(prepared)
  const { message, target, problem } = prepared
  if (!target || problem) return withReason('failed', problem ?? 'chat_removed', details)
  const deliveryId = effectKey(run, `${target.service} ${target.destinationId}`)
  const { incidentId, ticketId } = run
  const about = {
    ...toChat(target),
    deliveryId,
    incidentId,
    ticketId,
    kind: 'process',
    isAddressed: true,
    subject: tidyLine(incidentTitle(run, target.language)).slice(0, 200),
  }
  const link = { type: 'button' as const, text: runWords[target.language].open, url: incidentUrl(settings.origin, run) }
  await planMessage(transaction, { ...about, blocks: () => [{ type: 'text', text: message }, link] }, settings, now)
  return done(details, [deliveryId])
}

export const postToTeams: Perform<'teams'> = post
export const postToSlack: Perform<'slack'> = post
