import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import type { ProcessChoices } from '@vakt/contract/processes/processes.ts'
import { languages } from '@vakt/contract/users/session.ts'
import { scheduleOf } from '@vakt/domain/processes/action-values.ts'
import { hasAgent, hasAnyAgent } from '#server/features/agent-commands/command-agent.ts'
import { listChats } from '#server/features/chat-destinations/find-chats.ts'
import { findPartPrice } from '#server/features/deliveries/sms-price.ts'
import { findPageable } from '#server/features/on-call/find-on-duty.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Invalid, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { readAssigneeGroups, readExternalRules, readRuleChoices } from './process-choices-table.ts'
import { countEntities } from './process-table.ts'

/** Of the provider, by id; empty for everyone but its staff, who alone choose whom a step reaches at the provider. */
async function readSchedules(context: CallContext): Promise<ReadonlyMap<string, string>> {
  const { caller, isStaff, now } = context
  if (!isStaff || !caller) return new Map()
  const { schedules } = await inTransaction(context, caller.customerId, (transaction) => findPageable(transaction, caller.customerId, now))
  return schedules
}

export async function listProcessChoices(
  context: CallContext,
  customerId: string,
  { entityId = null }: { entityId?: string | null | undefined },
  phone: PhoneSettings | undefined,
): Promise<ProcessChoices> {
  const schedules = await readSchedules(context)
  const smsPartPrice = await findPartPrice(context)
  return inTransaction(context, customerId, async (transaction) => {
    if (entityId !== null && (await countEntities(transaction, customerId, [entityId])) === 0) throw new NotFound()
    return {
      alertRules: await readRuleChoices(transaction, customerId, entityId),
      externalRules: await readExternalRules(transaction, customerId, entityId),
      assigneeGroups: await readAssigneeGroups(transaction, customerId),
      onCallSchedules: [...schedules]
        .map(([scheduleId, name]) => ({ scheduleId, name }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
      chatDestinations: await listChats(transaction, customerId),
      hasAgent: entityId === null ? await hasAnyAgent(transaction, customerId) : await hasAgent(transaction, customerId, entityId),
      callLanguages: [...(phone?.voice?.provider.languages ?? languages)],
      smsPartPrice,
    }
  })
}

const schedulesIn = (actions: readonly ProcessAction[]) =>
  actions.map((action) => ('phoneNumber' in action ? scheduleOf(action.phoneNumber) : null))

/** A schedule that was there before stays; another one only staff choose, and only one that exists. Throws Invalid. */
export async function refuseUnknownSchedules(
  context: CallContext,
  actions: readonly ProcessAction[],
  before: readonly ProcessAction[],
): Promise<void> {
  const kept = new Set(schedulesIn(before))
  const wanted = schedulesIn(actions)
  if (wanted.every((id) => id === null || kept.has(id))) return
  const known = await readSchedules(context)
  const errors = wanted.flatMap((id, index) =>
    id === null || kept.has(id) || known.has(id)
      ? []
      : [
          {
            property: `actions.${index}.phoneNumber`,
            message: 'This on-call schedule does not exist. Choose one from the list.',
            message_translation_key: 'process.schedule_unknown',
          },
        ],
  )
  if (errors.length > 0) throw new Invalid(errors)
}

const chatOf = (action: ProcessAction) =>
  action.type === 'teams' || action.type === 'slack' ? `${action.type} ${action.chatDestinationId}` : null

/** A channel that was there before stays, also one that was removed since; a new one must be the customer's. Throws Invalid. */
export async function refuseUnknownChats(
  transaction: Transaction,
  customerId: string,
  actions: readonly ProcessAction[],
  before: readonly ProcessAction[],
): Promise<void> {
  const kept = new Set(before.map(chatOf))
  if (actions.every((action) => chatOf(action) === null || kept.has(chatOf(action)))) return
  const known = new Set((await listChats(transaction, customerId)).map(({ service, destinationId }) => `${service} ${destinationId}`))
  const errors = actions.flatMap((action, index) => {
    const chat = chatOf(action)
    if (chat === null || kept.has(chat) || known.has(chat)) return []
    const message = 'This channel does not exist. Choose one from the list.'
    return [{ property: `actions.${index}.chatDestinationId`, message, message_translation_key: 'process.chat_unknown' }]
  })
  if (errors.length > 0) throw new Invalid(errors)
}
