import { randomUUID } from 'node:crypto'
import type { ChannelName } from '@vakt/contract/deliveries/delivery-states.ts'
import { channelNames } from '@vakt/contract/deliveries/delivery-states.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { type Message, type PlanOutcome, shortMessage } from '#server/features/deliveries/message.ts'
import { planMessage, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { findPersons, type Person } from '#server/features/deliveries/recipients.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { recordAction } from '#server/platform/record-action.ts'
import type { ChannelParts } from './list-channels.ts'

const words: Record<
  Language,
  { subject: string; text: (origin: string) => string; sms: (brand: string) => string; call: (brand: string) => string }
> = {
  en: {
    subject: 'Test email',
    text: (origin) => `The portal at ${origin} can send email. You do not have to do anything.`,
    sms: (brand) => `Test from ${brand}: SMS reach this phone. Nothing needs to be done.`,
    call: (brand) => `This is a test from ${brand}. Calls reach this phone.`,
  },
  sv: {
    subject: 'Testmejl',
    text: (origin) => `Portalen på ${origin} kan skicka mejl. Du behöver inte göra något.`,
    sms: (brand) => `Test från ${brand}: sms når den här telefonen. Du behöver inte göra något.`,
    call: (brand) => `Det här är ett test från ${brand}. Samtal når den här telefonen.`,
  },
}

const refusals: Record<Exclude<PlanOutcome, 'planned'>, () => Error> = {
  held_back: () =>
    Conflict.field('to', 'This number has had a message within five minutes. Try again a little later.', 'channels.held_back'),
  no_address: () => Invalid.field('to', 'This is not an address that can be written to.', 'channels.number_wrong'),
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
    await planTest(transaction, name, { deliveryId, person, to, language: language ?? person.language }, { ...parts, now: context.now })
    const details = to === '' ? {} : { to }
    await recordAction(transaction, context, caller.customerId, { action: 'channel.test', target: name, details })
    await keepAnswer(transaction, context, caller.customerId, keeps === 'nothing' ? undefined : { deliveryId })
  })
  return { deliveryId }
}

function messageOf(name: ChannelName, { subject, text, sms, call }: (typeof words)[Language], origin: string): Message {
  if (name !== 'mail') return shortMessage(name === 'sms' ? sms : call)
  return {
    subject,
    isAnswerable: false,
    blocks: () => [
      { type: 'headline', text: subject, over: null },
      { type: 'text', text: text(origin) },
    ],
  }
}

async function planTest(
  transaction: Transaction,
  name: ChannelName,
  { deliveryId, person, to, language }: Test,
  { now, origin, from, mailServer, phone }: ChannelParts & { now: Date },
): Promise<void> {
  const isMail = name === 'mail'
  const number = to.trim() || (person.phoneNumber ?? '')
  const message = {
    ...messageOf(name, words[language], origin),
    recipient: { ...person, language, ...(!isMail && { name: number }) },
    ...(!isMail && { to: { channel: name, address: number } }),
    customerId: person.customerId,
    deliveryId,
    kind: 'channel_test',
    isAddressed: true,
    private: !isMail,
  }
  const outcome = await planMessage(transaction, message, { origin, from, isSending: mailServer !== null, phone: phone?.settings }, now)
  if (outcome !== 'planned') throw refusals[outcome]()
}
