import type { ContactPreference } from '@vakt/contract/contact-rules.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readContactCaller } from './contact-caller.ts'
import { readPreference, writePreference } from './contact-preference-table.ts'

export async function getPreference(context: CallContext): Promise<ContactPreference & { timeZone: string }> {
  const whose = readContactCaller(context)
  const found = await inTransaction(context, whose.customerId, (transaction) => readPreference(transaction, whose))
  if (!found) throw new NotFound()
  return found
}

function refuseWrong({ rules, quietHours }: ContactPreference): void {
  if (quietHours && quietHours.opens === quietHours.closes)
    throw Invalid.field('quietHours.closes', 'Quiet hours cannot last all day.', 'contact.quiet_all_day')
  for (const [index, { first, second }] of rules.entries())
    if (first === second) throw Invalid.field(`rules.${index}.second`, 'Choose another channel than the first.', 'contact.same_channel')
}

/** Counts for pages and notifications from now on. */
export async function savePreference(context: CallContext, given: ContactPreference): Promise<undefined> {
  const whose = readContactCaller(context)
  refuseWrong(given)
  await inTransaction(context, whose.customerId, async (transaction) => {
    if (!(await writePreference(transaction, whose, { ...given, now: context.now })))
      throw Conflict.field('version', 'This was changed meanwhile. Look at it again first.', 'contact.changed')
    const { rules, quietHours } = given
    await recordAction(transaction, context, whose.customerId, {
      action: 'user.contact-preference',
      target: whose.userId,
      details: { after: { rules, quietHours } },
    })
  })
}
