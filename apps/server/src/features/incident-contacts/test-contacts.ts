import { randomUUID } from 'node:crypto'
import { incidentContactLimits } from '@vakt/contract/incidents/incident-contacts.ts'
import { nextNight } from '@vakt/domain/incident-contacts.ts'
import type { PlannedMessage } from '#server/features/deliveries/message.ts'
import { planMessages, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import type { Recipient } from '#server/features/deliveries/recipients.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound, TooMany } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readContactBook } from './contact-book.ts'
import { contactMailTexts } from './contact-mail.texts.ts'
import { lockContactList, readCustomerName, type StoredTest, writeTests } from './contact-table.ts'
import { findMailedAt } from './describe-night.ts'
import { type ContactMailParts, nextTestAt } from './manage-contacts.ts'
import { requireContactKeeper } from './require-contact-keeper.ts'

type Told = { customerId: string; customer: string; by: string }

function mailOf(recipient: Recipient, { customerId, customer, by }: Told): PlannedMessage & { deliveryId: string } {
  const words = contactMailTexts[recipient.language]
  return {
    recipient,
    customerId,
    deliveryId: randomUUID(),
    kind: 'incident_contact_test',
    isAddressed: true,
    subject: words.testSubject(customer),
    isAnswerable: false,
    blocks: () => [
      { type: 'headline', text: words.testSubject(customer), over: customer },
      { type: 'text', text: words.test(by, customer) },
    ],
  }
}

/** Those of the provider are tested by staff alone. */
async function findTested(transaction: Parameters<typeof readContactBook>[0], { now, isStaff }: CallContext, customerId: string) {
  const book = await readContactBook(transaction, [customerId])
  const { timeZone } = book.customers.get(customerId) ?? {}
  if (timeZone === undefined) throw new NotFound()
  const [critical] = await findMailedAt(transaction, book, customerId, nextNight(now.getTime(), timeZone))
  return (critical?.recipients ?? []).filter((one) => isStaff || one.customerId === customerId)
}

function refuseTooMany(tests: readonly StoredTest[], now: Date): void {
  const at = nextTestAt(tests, now)
  if (at) throw new TooMany(Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000)))
}

/** Sends a test to everyone who would be mailed about a critical incident at 02:00. What became of it is read with the contacts. */
export async function testIncidentContacts(
  context: CallContext,
  customerId: string,
  { worker, settings }: ContactMailParts,
): Promise<{ sent: number }> {
  await requireContactKeeper(context, customerId)
  const { now, actor } = context
  return workForAllCustomers({ pool: worker }, async (transaction) => {
    const { tests } = await lockContactList(transaction, customerId)
    refuseTooMany(tests, now)
    const recipients = await findTested(transaction, context, customerId)
    if (recipients.length === 0)
      throw Conflict.field('contacts', 'No one is mailed about a critical incident. Add a contact first.', 'incident_contacts.no_one')
    const customer = (await readCustomerName(transaction, customerId)) ?? customerId
    const by = actor.type === 'user' ? actor.name : 'Vakt'
    await waitForPlanningLock(transaction)
    const mails = recipients.map((recipient) => mailOf(recipient, { customerId, customer, by }))
    await planMessages(transaction, mails, settings, now)
    const test = { at: now.toISOString(), by, deliveryIds: mails.map(({ deliveryId }) => deliveryId) }
    await writeTests(transaction, customerId, [...tests, test].slice(-incidentContactLimits.testsPerHour))
    const answer = { sent: mails.length }
    const details = { to: recipients.map(({ email }) => email) }
    await recordAction(transaction, context, customerId, { action: 'incident-contacts.test', target: customerId, details })
    await keepAnswer(transaction, context, customerId, answer)
    return answer
  })
}
