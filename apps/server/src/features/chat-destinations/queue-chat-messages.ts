import type { ChatKind } from '@vakt/contract/deliveries/chat-destinations.ts'
import { severities } from '@vakt/contract/severity.ts'
import type { DeliverySettings, PlannedMessage } from '#server/features/deliveries/message.ts'
import { planMessages } from '#server/features/deliveries/plan-deliveries.ts'
import type { EventTopic, LoggedEvent } from '#server/features/events/event-topic.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { type ListeningChat, readListeningChatsForAllCustomers } from './chat-destination-table.ts'
import { toChat } from './find-chats.ts'

/** Of incidents: those from the chosen severity on. */
function isWanted({ kinds, fromSeverity }: ListeningChat, topic: EventTopic, event: LoggedEvent): boolean {
  const { kind, details } = topic.notificationOf(event)
  if (!kinds.includes((topic.chatKindOf?.(event) ?? kind) as ChatKind)) return false
  const { severity } = (details ?? {}) as { severity?: ListeningChat['fromSeverity'] }
  return !severity || severities.indexOf(severity) <= severities.indexOf(fromSeverity)
}

/** Writes what each channel of a chat is posted of these events, in the words of a mail. What only staff see is left out. */
export async function queueChatMessages(
  transaction: Transaction,
  topic: EventTopic,
  events: LoggedEvent[],
  { deliveries, now }: { deliveries: DeliverySettings; now: Date },
): Promise<void> {
  const open = events.filter((event) => !event.private)
  if (open.length === 0) return
  const chats = await readListeningChatsForAllCustomers(transaction, [...new Set(open.map(({ customerId }) => customerId))])
  const planned = chats.flatMap((chat): PlannedMessage[] => {
    const reader = { language: chat.language, timeZone: chat.timeZone, origin: deliveries.origin, hasAccount: true }
    const wanted = open.filter((event) => event.customerId === chat.customerId && isWanted(chat, topic, event))
    const selected = topic.select?.(wanted) ?? wanted
    const groups = Map.groupBy(selected, (event) => topic.mailKeyOf?.(event) ?? event.eventId)
    return [...groups.values()].flatMap(([first, ...others]) => {
      if (!first) return []
      const { ticketId = null, incidentId = null, kind, subject, blocks } = topic.mailOf([first, ...others], reader)
      return [{ ...toChat(chat), ticketId, incidentId, eventId: first.eventId, kind, subject, blocks }]
    })
  })
  await planMessages(transaction, planned, deliveries, now)
}
