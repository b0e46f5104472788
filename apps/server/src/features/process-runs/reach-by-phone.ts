import type { ActionOf } from '@vakt/contract/processes/process-actions.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { fitSms } from '@vakt/domain/messages/sms-text.ts'
import { mayCallAt } from '@vakt/domain/process-runs/call-hours.ts'
import { scheduleOf } from '@vakt/domain/processes/action-values.ts'
import { renderPlaceholders } from '@vakt/domain/processes/render-placeholders.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import { shortMessage, withoutAccount } from '#server/features/deliveries/message.ts'
import { planMessage, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { incidentUrl } from '#server/features/deliveries/portal-links.ts'
import { findPersons, type Person } from '#server/features/deliveries/recipients.ts'
import { findOnDuty } from '#server/features/on-call/find-on-duty.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { RunSubject } from './process-run-table.ts'
import { runWords } from './run-words.texts.ts'
import { done, effectKey, type Perform, type StepAt, type StepDetails, type StepResult, valuesOf, withReason } from './step-result.ts'

type PhoneAction = ActionOf<'sms'> | ActionOf<'voice_call'>
export type PreparedMessage = {
  message: string
  name: string
  /** Null where no one is on call, or who is has no number. */
  number: string | null
  /** Who is on call. */
  person: Person | null
  problem: 'nobody_on_call' | 'no_number' | null
}

export const channelOf = ({ type }: PhoneAction) => (type === 'sms' ? ('sms' as const) : ('voice' as const))
export const languageOf = (action: PhoneAction, { mailLanguage }: RunSubject): Language =>
  action.type === 'voice_call' ? action.language : mailLanguage

/** A message as it would go out now, and to whom. The transaction must be of the worker. */
export async function prepareMessage(
  transaction: Transaction,
  subject: RunSubject,
  {
    action,
    processName,
    findProviderId,
    now,
  }: { action: PhoneAction; processName: string; findProviderId: () => Promise<string>; now: Date },
): Promise<PreparedMessage> {
  const language = languageOf(action, subject)
  const written = renderPlaceholders(action.message, valuesOf(subject, processName, language))
  const message = action.type === 'sms' ? fitSms(written) : written
  const { phoneNumber } = action
  const scheduleId = scheduleOf(phoneNumber)
  if (scheduleId === null) return { message, name: phoneNumber, number: phoneNumber, person: null, problem: null }
  const duty = (await findOnDuty(transaction, await findProviderId(), now)).get(scheduleId)
  const [person] = duty?.userId ? await findPersons(transaction, [duty.userId]) : []
  if (!person || person.isDisabled) return { message, name: duty?.name ?? '', number: null, person: null, problem: 'nobody_on_call' }
  const { name, phoneNumber: number } = person
  return { message, name, number, person, problem: number === null ? 'no_number' : null }
}

/** Customers see who is on call, and not the number. */
export const detailsOfMessage = ({ message, name, number, person, problem }: PreparedMessage): StepDetails => ({
  text: message,
  recipients: [{ name, address: person ? '' : (number ?? ''), problem }],
})

/** The cap holds back the number of who is on call: they have it by mail, the next channel. */
async function mailInstead(
  transaction: Transaction,
  { run, settings, now }: Pick<StepAt, 'run' | 'settings'> & { now: Date },
  recipient: Person,
  text: string,
): Promise<string | null> {
  const { customerId, customerName, incidentId, ticketId } = run
  const deliveryId = effectKey(run, `mail ${recipient.userId}`)
  const subject = tidyLine(text).slice(0, 250)
  const mail = {
    ...{
      recipient,
      customerId,
      incidentId,
      ticketId,
      deliveryId,
      kind: 'process',
      isAddressed: true,
      subject,
      isAnswerable: false,
      private: true,
    },
    conversation: `incident-${incidentId}`,
    blocks: () => [
      { type: 'headline' as const, text: subject, over: customerName },
      { type: 'text' as const, text },
      { type: 'button' as const, text: runWords[recipient.language].open, url: incidentUrl(settings.origin, run) },
    ],
  }
  return (await planMessage(transaction, mail, settings, now)) === 'planned' ? deliveryId : null
}

async function reach({ transaction, context, run, settings, findProviderId }: StepAt, action: PhoneAction): Promise<StepResult> {
  const { now } = context
  await waitForPlanningLock(transaction)
  const prepared = await prepareMessage(transaction, run, { action, processName: run.processName, findProviderId, now })
  const details = detailsOfMessage(prepared)
  const { message: text, name, number, person, problem } = prepared
  if (action.type === 'voice_call' && !mayCallAt(action, now.getTime())) return withReason('skipped', 'outside_hours', details)
  if (number === null) return withReason('failed', problem ?? 'no_number', details)
  const channel = channelOf(action)
  const deliveryId = effectKey(run, `${channel} ${number}`)
  const language = languageOf(action, run)
  const { customerId, incidentId, ticketId } = run
  const recipient = person ? { ...person, language } : withoutAccount({ customerId, name, language })
  const about = {
    deliveryId,
    customerId,
    incidentId,
    ticketId,
    kind: 'process',
    isAddressed: true,
    recipient,
    to: { channel, address: number },
  }
  const outcome = await planMessage(transaction, { ...about, ...shortMessage(text) }, settings, now)
  if (outcome === 'planned') return done(details, [deliveryId])
  if (outcome !== 'held_back') return withReason('failed', outcome, details)
  const mailId = person && (await mailInstead(transaction, { run, settings, now }, person, text))
  return mailId
    ? { ...done(details, [deliveryId, mailId]), reason: 'by_mail' }
    : { ...withReason('skipped', 'held_back', details), deliveries: [deliveryId] }
}

export const sendSms: Perform<'sms'> = reach
export const makeCall: Perform<'voice_call'> = reach
