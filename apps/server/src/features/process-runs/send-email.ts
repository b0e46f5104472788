import type { ActionOf } from '@vakt/contract/processes/process-actions.ts'
import { splitSemicolons } from '@vakt/domain/processes/action-values.ts'
import { renderPlaceholders } from '@vakt/domain/processes/render-placeholders.ts'
import { tidyLine } from '@vakt/domain/tidy-line.ts'
import { askForConfirmation, type ResolvedAddress, resolveAddresses } from '#server/features/address-confirmations/resolve-addresses.ts'
import type { PlannedMessage } from '#server/features/deliveries/message.ts'
import { planMessages, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { incidentUrl } from '#server/features/deliveries/portal-links.ts'
import type { Recipient } from '#server/features/deliveries/recipients.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { RunSubject } from './process-run-table.ts'
import { runWords } from './run-words.texts.ts'
import { done, effectKey, type Perform, type StepDetails, type StepResult, valuesOf, withReason } from './step-result.ts'

const mostAddresses = 50

export type PreparedEmail = { subject: string; body: string; resolved: ResolvedAddress[] }

/** A mail as it would be sent now, and to whom. The transaction must be of the worker. */
export async function prepareEmail(
  transaction: Transaction,
  subject: RunSubject,
  { action, processName, now }: { action: ActionOf<'email'>; processName: string; now: Date },
): Promise<PreparedEmail> {
  const values = valuesOf(subject, processName, subject.mailLanguage)
  const addresses = splitSemicolons(action.to).slice(0, mostAddresses)
  return {
    subject: tidyLine(renderPlaceholders(action.subject, values)).slice(0, 250),
    body: renderPlaceholders(action.body, values),
    resolved: await resolveAddresses(transaction, subject.customerId, addresses, now),
  }
}

export const detailsOfEmail = ({ subject, body, resolved }: PreparedEmail): StepDetails => ({
  subject,
  text: body,
  recipients: resolved.map(({ address, recipient, problem }) => ({ name: recipient?.name ?? address, address, problem })),
})

function ticketFacts(run: RunSubject, { language }: Recipient): [string, string][] {
  const words = runWords[language]
  const { ticketId, ticketSubject, ticketStatus, ticketPriority } = run
  if (ticketId === null || ticketStatus === null || ticketPriority === null) return []
  return [
    [words.ticket, `#${ticketId} ${ticketSubject ?? ''}`],
    [words.status, words.statuses[ticketStatus]],
    [words.priority, words.priorities[ticketPriority - 1] ?? String(ticketPriority)],
  ]
}

function mailOf(run: RunSubject, { subject, body }: PreparedEmail, recipient: Recipient, withTicket: boolean, origin: string) {
  const facts = withTicket ? ticketFacts(run, recipient) : []
  const { userId, language } = recipient
  return {
    recipient,
    customerId: run.customerId,
    incidentId: run.incidentId,
    ticketId: run.ticketId,
    kind: 'process',
    isAddressed: true,
    subject,
    isAnswerable: false,
    conversation: `incident-${run.incidentId}`,
    blocks: () => [
      { type: 'headline', text: subject, over: run.customerName },
      { type: 'written', text: body, sayPicture: (name: string) => name },
      ...(facts.length > 0 ? [{ type: 'facts', facts } as const] : []),
      ...(userId === null ? [] : [{ type: 'button', text: runWords[language].open, url: incidentUrl(origin, run) } as const]),
    ],
  } satisfies PlannedMessage
}

/** Sends a mail to each address that may have one; those outside that are not confirmed are asked instead. */
export const sendEmail: Perform<'email'> = async ({ transaction, context, run, settings }, action): Promise<StepResult> => {
  const { now } = context
  await waitForPlanningLock(transaction)
  const prepared = await prepareEmail(transaction, run, { action, processName: run.processName, now })
  const details = detailsOfEmail(prepared)
  for (const address of prepared.resolved)
    if (address.problem === 'unconfirmed') await askForConfirmation(transaction, run.customerId, address, { settings, now })
  const mails = prepared.resolved.flatMap(({ address, recipient }) =>
    recipient
      ? [
          {
            ...mailOf(run, prepared, recipient, action.includeTicketInformation, settings.origin),
            deliveryId: effectKey(run, address),
          },
        ]
      : [],
  )
  const sent = await planMessages(transaction, mails, settings, now)
  const deliveries = mails.map(({ deliveryId }) => deliveryId)
  if (mails.length === 0) return withReason('failed', prepared.resolved[0]?.problem ?? 'no_address', details)
  return { ...done(details, deliveries), reason: deliveries.some((id) => sent.get(id) !== 'planned') ? 'held_back' : null }
}
