import { type TicketStatus, ticketStatuses, ticketTypes } from '@vakt/contract/tickets.ts'

type TicketType = (typeof ticketTypes)[number]

export type TicketSearch = {
  type?: TicketType[]
  priority?: number[]
  status?: TicketStatus[]
  /** Only open ones are shown unless this is false. */
  onlyOpen?: false
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

export function ticketSearch(search: Record<string, unknown>): TicketSearch {
  const [types, priorities, statuses] = [listOf(search.type), listOf(search.priority).map(Number), listOf(search.status)]
  const type = ticketTypes.filter((one) => types.includes(one))
  const priority = [1, 2, 3, 4, 5].filter((one) => priorities.includes(one))
  const status = ticketStatuses.filter((one) => statuses.includes(one))
  const showsClosed = search.onlyOpen === false || search.onlyOpen === 'false'
  return {
    ...(type.length > 0 ? { type } : {}),
    ...(priority.length > 0 ? { priority } : {}),
    ...(status.length > 0 ? { status } : {}),
    ...(showsClosed ? { onlyOpen: false } : {}),
  }
}

/** Whether anything but the usual *only open* narrows the list down. */
export const isFiltered = ({ type, priority, status }: TicketSearch): boolean => Boolean(type || priority || status)
