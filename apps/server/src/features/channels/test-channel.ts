import { randomUUID } from 'node:crypto'
import type { ChannelName } from '@vakt/contract/delivery-states.ts'
import { channelNames } from '@vakt/contract/delivery-states.ts'
import type { Language } from '@vakt/contract/session.ts'
import { planMails, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { type PlanOutcome, planMessage } from '#server/features/deliveries/plan-messages.ts'
import { findPersons, type Person } from '#server/features/deliveries/recipients.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { recordAction } from '#server/platform/record-action.ts'
import type { ChannelParts } from './list-channels.ts'

const words: Record<Language, { subject: string; text: (origin: string) => string; sms: string; call: string }> = {
  en: {
    subject: 'Test email from Vakt',
    text: (origin) => `Vakt at ${origin} can send email. You do not have to do anything.`,
    sms: 'Test from Vakt: SMS reach this phone. Nothing needs to be done.',
    call: 'This is a test from Vakt. Calls reach this phone.',
  },
  sv: {
    subject: 'Testmejl från Vakt',
    text: (origin) => `Vakt på ${origin} kan skicka mejl. Du behöver inte göra något.`,
    sms: 'Test från Vakt: sms når den här telefonen. Du behöver inte göra något.',
    call: 'Det här är ett test från Vakt. Samtal når den här telefonen.',
  },
}

const refusals: Record<Exclude<PlanOutcome, 'planned'>, () => Error> = {
  held_back: () =>
    Conflict.field('to', 'This number has had a message within five minutes. Try again a little later.', 'channels.held_back'),
  number_wrong: () => Invalid.field('to', 'This number cannot be reached on this channel.', 'channels.number_wrong'),
  country_not_allowed: () => Invalid.field('to', 'Numbers of this country are not allowed.', 'channels.country_not_allowed'),
  language_not_spoken: () =>
    Invalid.field('language', 'The provider of calls does not read this language.', 'channels.language_not_spoken'),
}

type Test = { deliveryId: string; person: Person; to: string; language: Language }

/** Sends a real message, in the way of all others: its outcome is found in the outbox. */
export async function testChannel(
  context: CallContext,
  channel: string,
  /** Without a language in that of who asks. */
  { to = '', language }: { to?: string; language?: Language },
  parts: ChannelParts,
  /** What its caller answers a repeated call with. */
  keeps: 'delivery' | 'nothing' = 'delivery',
): Promise<{ deliveryId: string }> {
  const name = channelNames.find((one) => one === channel)
  if (!name) throw new NotFound()
  const { caller } = context
  if (!caller) throw new NotSignedIn()
  const deliveryId = randomUUID()
  await workForAllCustomers({ pool: parts.worker }, async (transaction) => {
    const [person] = await findPersons(transaction, [caller.userId])
    if (!person) throw new NotFound()
    await waitForPlanningLock(transaction)
    await (name === 'mail' ? planTestMail : planTestMessage)(
      transaction,
      name,
      { deliveryId, person, to, language: language ?? person.language },
      { ...parts, now: context.now },
    )
    const details = to === '' ? {} : { to }
    await recordAction(transaction, context, caller.customerId, { action: 'channel.test', target: name, details })
    await keepAnswer(transaction, context, caller.customerId, keeps === 'nothing' ? undefined : { deliveryId })
  })
  return { deliveryId }
}

type Planning = (
  transaction: Parameters<typeof findPersons>[0],
  name: ChannelName,
  test: Test,
  parts: ChannelParts & { now: Date },
) => Promise<void>

const planTestMail: Planning = async (transaction, _name, { deliveryId, person, language }, { now, origin, from, mailServer }) => {
  const { subject, text } = words[language]
  const mail = {
    recipient: { ...person, language },
    customerId: person.customerId,
    deliveryId,
    kind: 'channel_test',
    subject,
    isAnswerable: false,
    blocks: () => [
      { type: 'headline' as const, text: subject, over: 'Vakt' },
      { type: 'text' as const, text: text(origin) },
    ],
  }
  const written = await planMails(transaction, [mail], { origin, from, isSending: mailServer !== null }, now)
  if (!written.has(deliveryId)) throw refusals.held_back()
}

const planTestMessage: Planning = async (transaction, name, { deliveryId, person, to, language }, { now, from, phone }) => {
  if (name === 'mail') return
  const number = to.trim() || (person.phoneNumber ?? '')
  const message = {
    channel: name,
    deliveryId,
    customerId: person.customerId,
    ticketId: null,
    incidentId: null,
    kind: 'channel_test' as const,
    private: true,
    recipient: person,
    number,
    name: number,
    language,
    text: name === 'sms' ? words[language].sms : words[language].call,
  }
  const outcome = await planMessage(transaction, message, { from, phone: phone?.settings, now })
  if (outcome !== 'planned') throw refusals[outcome]()
}
