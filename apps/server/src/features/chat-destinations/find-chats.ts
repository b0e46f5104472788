import type { ChatService } from '@vakt/contract/delivery-states.ts'
import type { ChatTarget } from '#server/features/deliveries/plan-chats.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readChatDestinations, readChatTarget } from './chat-destination-table.ts'

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
