import { createHash, randomBytes } from 'node:crypto'
import type { ContactChannel } from '@vakt/contract/deliveries/delivery-states.ts'
import { incidentTitle } from '@vakt/domain/alert-rules/rule-finding.ts'
import { contactSteps } from '@vakt/domain/contact-rules.ts'
import type { DeliverySettings } from '#server/features/deliveries/message.ts'
import { planMessage, planPushes } from '#server/features/deliveries/plan-deliveries.ts'
import { incidentUrl } from '#server/features/deliveries/portal-links.ts'
import type { Person } from '#server/features/deliveries/recipients.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Escalation, Position } from './escalation-with-policy.ts'
import { linkValidMs, pageByPhone } from './page-by-phone.ts'
import { insertContact } from './page-contact-table.ts'
import { pageMailTexts } from './page-mail.texts.ts'
import { pageMailOf } from './page-mail.ts'
import { insertPage, type NewPage } from './page-table.ts'

type Contact = { page: NewPage; escalation: Escalation; position: Position; person: Person; settings: DeliverySettings; now: Date }

/** The hash under which the token of a link is kept. */
export const hashOfLink = (token: string): Buffer => createHash('sha256').update(token).digest()

async function note(transaction: Transaction, { page, escalation, person, now }: Contact, noted: Partial<NewPage>): Promise<void> {
  const { userId, name: personName, language } = person
  await insertPage(transaction, escalation.customerId, { ...page, userId, personName, language, ...noted }, now)
}

function mailOf({ page, escalation, position, person, settings }: Contact, token: string) {
  const { customerId, incidentId } = escalation
  return {
    ...pageMailOf(escalation, { person, position, url: `${settings.origin}/page/${token}`, origin: settings.origin }),
    recipient: person,
    customerId,
    incidentId,
    deliveryId: page.pageId,
    kind: 'page',
    private: true,
  }
}

async function pageByMail(transaction: Transaction, contact: Contact): Promise<boolean> {
  const { settings, now } = contact
  const token = `vakt_page_${randomBytes(32).toString('base64url')}`
  const outcome = await planMessage(transaction, mailOf(contact, token), settings, now)
  const isPaged = outcome === 'planned'
  const link = { tokenHash: hashOfLink(token), validUntil: new Date(now.getTime() + linkValidMs) }
  await note(transaction, contact, {
    kind: isPaged ? 'paged' : outcome === 'held_back' ? 'held_back' : 'no_address',
    channel: 'mail',
    ...(isPaged && link),
  })
  return isPaged
}

async function pageByPush(transaction: Transaction, contact: Contact): Promise<boolean> {
  const { page, escalation, person, settings, now } = contact
  const { customerId, incidentId, severity } = escalation
  const words = pageMailTexts[person.language]
  const blocks = () => [{ type: 'button' as const, text: words.open, url: incidentUrl(settings.origin, escalation) }]
  const message = { subject: `${words.severities[severity]}: ${incidentTitle(escalation, person.language)}`, blocks }
  const about = { recipient: person, deliveryId: page.pageId, customerId, incidentId, kind: 'page' }
  const isPaged = (await planPushes(transaction, { ...about, ...message }, settings, now)) === 'planned'
  await note(transaction, contact, { kind: isPaged ? 'paged' : 'no_address', channel: 'push' })
  return isPaged
}

/** Pages a person on one channel, with a page of its own; false: it was held back, or there is no address. */
export function contactOn(transaction: Transaction, channel: ContactChannel, given: Contact): Promise<boolean> {
  const contact = { ...given, page: { ...given.page, pageId: crypto.randomUUID() } }
  switch (channel) {
    case 'mail':
      return pageByMail(transaction, contact)
    case 'push':
      return pageByPush(transaction, contact)
    default:
      return pageByPhone(transaction, { ...contact, only: channel })
  }
}

/**
 * Pages a person as their rules say, or by mail and phone where none fits. A channel that does not reach them gives way to the next one at
 * once. False: they were not reached, so that the next step of the policy is taken; a mail is sent all the same.
 */
export async function contactPerson(transaction: Transaction, contact: Contact): Promise<boolean> {
  const { escalation, position, person, now } = contact
  const { customerId, escalationId, severity } = escalation
  const steps = contactSteps(person.contactRules, severity, { now: now.getTime(), timeZone: person.timeZone })
  if (!steps) {
    const isMailed = await pageByMail(transaction, contact)
    return (await pageByPhone(transaction, contact)) || isMailed
  }
  for (const [index, { channel }] of steps.entries()) {
    if (!(await contactOn(transaction, channel, contact))) continue
    const later = steps[index + 1]
    if (later) {
      const dueAt = new Date(now.getTime() + later.minutes * 60_000)
      await insertContact(transaction, customerId, { escalationId, ...position, userId: person.userId, channel: later.channel, dueAt })
    }
    return true
  }
  if (!steps.some(({ channel }) => channel === 'mail')) await contactOn(transaction, 'mail', contact)
  return false
}

/** A page in someone's quiet hours: part of the summary when they end. */
export async function holdPage(transaction: Transaction, contact: Contact, heldUntil: Date): Promise<void> {
  await planMessage(transaction, { ...mailOf(contact, ''), heldUntil }, contact.settings, contact.now)
  await note(transaction, contact, { kind: 'quiet_hours' })
}
