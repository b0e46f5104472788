import type { Notification } from '@vakt/contract/notifications/notifications.ts'
import { incidentPath, ticketPath } from '#web/shared/links/paths.ts'
import type { Arrival } from './arrival-batch.ts'

/**
 * Tells the unread notifications that came since the last answer; the first answer tells none. The numbers of notifications rise.
 */
export function createNotificationCheck() {
  let newest: bigint | null = null
  return (latest: readonly Notification[]): Notification[] => {
    const before = newest
    newest = latest.reduce((max, { notificationId }) => (BigInt(notificationId) > max ? BigInt(notificationId) : max), before ?? 0n)
    return before === null ? [] : latest.filter(({ notificationId, isRead }) => !isRead && BigInt(notificationId) > before)
  }
}

/** What an incident is called in the reader's language. */
export type TitleOf = (incident: Pick<Notification, 'finding'> & { title: string }) => string
type Sentences = Record<'incident_opened' | 'incident_escalated' | 'assigned', (title: string) => string>

/** An incident that the user chose or follows, or a ticket that they were given; null for what can wait in the bell. */
export function toArrival(
  { kind, customerId, incidentId, ticketId, subject, finding }: Notification,
  sentences: Sentences,
  titleOf: TitleOf,
): Arrival | null {
  if (kind === 'assigned' && ticketId !== null)
    return { kind: 'ticket', customerId, path: ticketPath(customerId, ticketId), sentence: sentences.assigned(subject) }
  if ((kind !== 'incident_opened' && kind !== 'incident_escalated') || incidentId === null) return null
  const path = incidentPath(customerId, incidentId)
  const sentence = sentences[kind](titleOf({ title: subject, finding }))
  return { kind: kind === 'incident_opened' ? 'opened' : 'worse', customerId, path, sentence }
}
