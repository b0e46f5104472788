import type { LiveEvent } from '@vakt/contract/live/live-events.ts'
import { allCustomers } from './all-customers.ts'

type Asked = { queryKey: readonly unknown[]; data?: unknown }
type EventType = LiveEvent['type']

/**
 * By kind of event, which queries of one first word may be answered otherwise after it. Queries are named `[word, customerId, part, id …]`; a kind
 * that is not listed changes none. A feature declares them in its `live-keys.ts`.
 */
export type LiveKeys = {
  readonly [Type in EventType]?: (event: LiveEvent & { type: Type }, queryKey: readonly unknown[], data: unknown) => boolean
}

/** Of all features, by the first word of their queries. */
export type AllLiveKeys = Readonly<Record<string, LiveKeys>>

type OfCustomer = { customerId: string }

export const isOfCustomer = (event: OfCustomer, [, scope]: readonly unknown[]): boolean => scope === event.customerId

export const isOfCustomerOrAll = (event: OfCustomer, queryKey: readonly unknown[]): boolean =>
  queryKey[1] === allCustomers || isOfCustomer(event, queryKey)

/** Without ids an event may be of any. */
export const holds = (ids: string[] | undefined, id: unknown): boolean => !ids || ids.includes(String(id))

/** Whether what a query was answered may have changed by this event. */
export function isAffected(liveKeys: AllLiveKeys, event: LiveEvent, { queryKey, data }: Asked): boolean {
  if (event.type === 'access.changed') return true
  const word = String(queryKey[0])
  if (event.type === 'content.changed' && event.content.some((name) => name === word)) return true
  const affects = liveKeys[word]?.[event.type] as ((...of: [LiveEvent, readonly unknown[], unknown]) => boolean) | undefined
  return affects?.(event, queryKey, data) ?? false
}
