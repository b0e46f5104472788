import { type LiveEvent, maxIdsPerEvent } from '@vakt/contract/live-events.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export const liveChannel = 'vakt_live'
/** For what processes of the release before would pass on to pages that do not understand it, and to customers' users. */
export const laterLiveChannel = 'vakt_live_2'

/** As it goes through the database: of tickets one id each. The hub merges what comes together. */
export type AnnouncedEvent =
  | Exclude<LiveEvent, { type: 'ticket.changed' }>
  | { type: 'ticket.changed'; customerId: string; ticketId?: string; staffOnly?: true }

/** What the release before announced, and its pages understand. */
const firstTypes: readonly string[] = [
  'alert.changed',
  'incident.changed',
  'ticket.changed',
  'ticket.presence',
  'entity.changed',
  'connector.changed',
  'access.changed',
  'notification.changed',
  'session.ended',
] satisfies LiveEvent['type'][]

export const isOfFirstTypes = ({ type }: { type: string }): boolean => firstTypes.includes(type)

/** What decides who hears an event. Without ids anything of its kind may have changed. */
const withoutIds = ({ type, customerId, ...event }: AnnouncedEvent) => ({
  type,
  customerId,
  ...('userId' in event && { userId: event.userId }),
  ...('staffOnly' in event && { staffOnly: event.staffOnly }),
})

/** Tells open browsers what changed, once the transaction is committed. Who hears it: `live-hub.ts`. */
export function announce(transaction: Transaction, ...events: AnnouncedEvent[]): void {
  for (const event of events)
    transaction.announceOnCommit(
      isOfFirstTypes(event) ? liveChannel : laterLiveChannel,
      JSON.stringify(event),
      JSON.stringify(withoutIds(event)),
    )
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
