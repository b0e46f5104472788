import type { NotifiedKind } from '@vakt/contract/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { addToUnread, insertNotifications } from './notification-table.ts'

/** A notification of one user about one event. */
export type NewNotification = {
  recipient: { customerId: string; userId: string }
  event: { eventId: string; customerId: string; private: boolean; actorType: 'user' | 'system'; actorName: string }
  kind: NotifiedKind
  /** What it is about, as the portal names it. */
  subject: string
  ticketId?: string
  incidentId?: string
  commentId?: string | null
  details?: object
  /** Of this kind one row stands for all that happened at a customer soon after each other. */
  isRolledUp?: boolean
}

export type CountedNotification = NewNotification & { tickets: number }

/** Several of one event are one row, the first of them. */
const countByEvent = (notifications: NewNotification[]): CountedNotification[] =>
  [...Map.groupBy(notifications, ({ recipient, event }) => `${recipient.userId} ${event.eventId}`).values()].flatMap(
    ([first, ...others]) => (first ? [{ ...first, tickets: 1 + others.length }] : []),
  )

const keyOf = ({ recipient, event, kind }: NewNotification) => `${recipient.userId} ${event.customerId} ${kind}`

/** One row for each user, customer and kind; what an unread row of the last ten minutes can count is added there, and left out of the answer. */
async function rollUp(transaction: Transaction, notifications: NewNotification[], now: Date): Promise<CountedNotification[]> {
  const rows = [...Map.groupBy(notifications, keyOf).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, tickets: 1 + others.length }] : [],
  )
  if (rows.length === 0) return []
  const added = new Set(await addToUnread(transaction, rows, now))
  return rows.filter((row) => !added.has(keyOf(row)))
}

/** Shows events to users in the portal. Idempotent: an event is shown to a user once. */
export async function notifyInPortal(transaction: Transaction, notifications: NewNotification[], now: Date): Promise<void> {
  if (notifications.length === 0) return
  const rolledUp = await rollUp(
    transaction,
    notifications.filter(({ isRolledUp }) => isRolledUp),
    now,
  )
  const rows = [...countByEvent(notifications.filter(({ isRolledUp }) => !isRolledUp)), ...rolledUp]
  await insertNotifications(transaction, rows, now)
  const shownTo = new Map(notifications.map(({ recipient }) => [recipient.userId, recipient.customerId]))
  announce(transaction, ...[...shownTo].map(([userId, customerId]) => ({ type: 'notification.changed', customerId, userId }) as const))
}
