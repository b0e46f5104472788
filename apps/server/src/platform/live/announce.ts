import { type LiveEvent, maxIdsPerEvent } from '@vakt/contract/live/live-events.ts'
import type { Operation } from '@vakt/contract/operation.ts'
import type { Pool } from 'pg'
import { sendAnnouncements } from '#server/platform/database/announcer.ts'
import { reservedOf } from '#server/platform/database/transact.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export const liveChannel = 'vakt_live'

/** As it goes through the database: of tickets one id each. The hub merges what comes together. */
export type AnnouncedEvent =
  | Exclude<LiveEvent, { type: 'ticket.changed' }>
  | { type: 'ticket.changed'; customerId: string; ticketId?: string; staffOnly?: true }

/** What decides who hears an event. Without ids anything of its kind may have changed. */
const withoutIds = ({ type, customerId, ...event }: AnnouncedEvent) => ({
  type,
  customerId,
  ...('userId' in event && { userId: event.userId }),
  ...('staffOnly' in event && { staffOnly: event.staffOnly }),
})

/** Tells open browsers what changed, once the transaction is committed. Who hears it: `live-hub.ts`. */
export function announce(transaction: Transaction, ...events: AnnouncedEvent[]): void {
  for (const event of events) transaction.announceOnCommit(liveChannel, JSON.stringify(event), JSON.stringify(withoutIds(event)))
}

/** Tells open screens what a call that was carried out has changed, as the contract says of it. */
export function announceContent(
  pool: Pool,
  { content, to }: NonNullable<Operation['announces']>,
  { customerId, userId }: { customerId: string; userId: string },
): void {
  const heardBy = to === 'user' ? { userId } : to === 'staff' ? { staffOnly: true as const } : {}
  const event: LiveEvent = { type: 'content.changed', customerId, content, ...heardBy }
  sendAnnouncements(reservedOf(pool), [{ channel: liveChannel, payload: JSON.stringify(event) }])
}

/** Tells the pages of a user that a file which they began to save ends in the middle. */
export function announceFailedDownload(pool: Pool, download: { customerId: string; userId: string; downloadId: string }): void {
  const event: LiveEvent = { type: 'download.failed', ...download }
  sendAnnouncements(reservedOf(pool), [{ channel: liveChannel, payload: JSON.stringify(event) }])
}

/** The ids for one event; none where there are too many to name. */
export const fewIds = <Name extends string>(name: Name, ids: readonly string[]): { [N in Name]?: string[] } =>
  ids.length > 0 && ids.length <= maxIdsPerEvent ? ({ [name]: [...ids] } as { [N in Name]: string[] }) : {}

const maxTicketsNamed = 20

export function announceTickets(transaction: Transaction, customerId: string, ticketIds: readonly string[]): void {
  const named = ticketIds.length > maxTicketsNamed ? [] : ticketIds
  if (named.length === 0) announce(transaction, { type: 'ticket.changed', customerId })
  for (const ticketId of named) announce(transaction, { type: 'ticket.changed', customerId, ticketId })
}
