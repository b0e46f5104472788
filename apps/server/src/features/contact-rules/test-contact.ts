import type { ContactChannel } from '@vakt/contract/deliveries/delivery-states.ts'
import type { Language } from '@vakt/contract/users/session.ts'
import { testChannel } from '#server/features/channels/test-channel.ts'
import { planPushes, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { findPersons } from '#server/features/deliveries/recipients.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Conflict, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readContactCaller } from './contact-caller.ts'
import type { ContactParts } from './push-devices.ts'

const headlines: Record<Language, string> = { en: 'Test: notices reach this device', sv: 'Test: aviseringar når den här enheten' }

/** Sends a real message to who asks, in the way of all others. */
export async function testContact(context: CallContext, channel: ContactChannel, parts: ContactParts): Promise<undefined> {
  const { customerId, userId } = readContactCaller(context)
  if (channel !== 'push') {
    await testChannel(context, channel, {}, parts, 'nothing')
    return
  }
  await workForAllCustomers({ pool: parts.worker }, async (transaction) => {
    await waitForPlanningLock(transaction)
    const [recipient] = await findPersons(transaction, [userId])
    if (!recipient) throw new NotFound()
    const subject = headlines[recipient.language]
    const { from, origin } = parts
    const blocks = () => [{ type: 'button' as const, text: subject, url: `${origin}/settings/contact` }]
    const push = { recipient, customerId, kind: 'channel_test', isAddressed: true, subject, blocks }
    if ((await planPushes(transaction, push, { from, origin }, context.now)) !== 'planned')
      throw Conflict.field('channel', 'There is no device of yours to send it to.', 'contact.no_device')
    await recordAction(transaction, context, customerId, { action: 'channel.test', target: 'push', details: {} })
    await keepAnswer(transaction, context, customerId, undefined)
  })
}
