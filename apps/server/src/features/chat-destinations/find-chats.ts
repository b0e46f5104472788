import type { ChatService } from '@vakt/contract/deliveries/delivery-states.ts'
import { type PlannedMessage, withoutAccount } from '#server/features/deliveries/message.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type ChatTarget, readChatDestinations, readChatTarget } from './chat-destination-table.ts'

/** Where messages to a channel of a chat go. */
export const toChat = ({ destinationId, customerId, customerName, service: channel, name, host: address, language }: ChatTarget) =>
  ({
    recipient: withoutAccount({ customerId, name, language }),
    to: { channel, address, destinationId },
    customerId,
    customerName,
  }) satisfies Partial<PlannedMessage>

export type { ChatTarget }
export type ChatProblem = 'chat_removed' | 'chat_disabled'

/** The channel that a step of a process posts to, and why it cannot. */
export async function findChat(
  transaction: Transaction,
  customerId: string,
  { destinationId, service }: { destinationId: string; service: ChatService },
): Promise<{ target: ChatTarget; problem: ChatProblem | null } | { target: null; problem: ChatProblem }> {
  const target = await readChatTarget(transaction, customerId, destinationId)
  if (!target || target.service !== service) return { target: null, problem: 'chat_removed' }
  return { target, problem: target.isEnabled ? null : 'chat_disabled' }
}

/** What can be chosen as the channel of a step. */
export async function listChats(
  transaction: Transaction,
  customerId: string,
): Promise<{ destinationId: string; service: ChatService; name: string }[]> {
  const rows = await readChatDestinations(transaction, customerId)
  return rows.map(({ destinationId, service, name }) => ({ destinationId, service, name }))
}
