import { sortDirections, type TicketSort, ticketSorts } from '@vakt/contract/ticket-list.ts'
import { type TicketStatus, ticketStatuses, ticketTypes } from '@vakt/contract/tickets.ts'

type TicketType = (typeof ticketTypes)[number]

export type TicketSearch = {
  q?: string
  type?: TicketType[]
  priority?: number[]
  status?: TicketStatus[]
  /** Only open ones are shown unless this is false. */
  onlyOpen?: false
  assignee?: string[]
  group?: string[]
  tag?: string[]
  entity?: string[]
  requester?: string[]
  source?: 'person' | 'monitoring'
  /** Only those whose next service-level target is missed. */
  breaching?: true
  /** Days in the user's zone, such as `2026-11-21`; both belong to the time. */
  from?: string
  to?: string
  sort?: TicketSort
  direction?: 'asc' | 'desc'
  /** For the provider: over all customers, or over those of `of`. */
  all?: true
  of?: string[]
  /** The saved view that this was, or `all` for none where there is one to start with. */
  view?: string
}

const mostValues = 50
const longest = 254

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function textsOf(value: unknown): string[] {
  const values = listOf(value)
    .map(textOf)
    .filter((one) => one !== '' && one.length <= longest)
  return [...new Set(values)].slice(0, mostValues)
}

function dayOf(value: unknown): string {
  const day = textOf(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00`)) ? day : ''
}

const oneOf = <Word extends string>(words: readonly Word[], value: unknown) => words.find((word) => word === value)

/** Leaves out what says nothing: undefined, an empty text, an empty list. */
function compact<Fields extends object>(fields: Fields) {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(kept) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined | ''> }
}

export function ticketSearch(search: Record<string, unknown>): TicketSearch {
  const [types, priorities, statuses] = [listOf(search.type), listOf(search.priority).map(Number), listOf(search.status)]
  const isAll = search.all === true || search.all === 'true'
  return compact({
    q: textOf(search.q).slice(0, 500),
    type: ticketTypes.filter((one) => types.includes(one)),
    priority: [1, 2, 3, 4, 5].filter((one) => priorities.includes(one)),
    status: ticketStatuses.filter((one) => statuses.includes(one)),
    onlyOpen: search.onlyOpen === false || search.onlyOpen === 'false' ? (false as const) : undefined,
    assignee: textsOf(search.assignee),
    group: textsOf(search.group),
    tag: textsOf(search.tag),
    entity: textsOf(search.entity).filter((one) => uuid.test(one)),
    requester: textsOf(search.requester),
    source: oneOf(['person', 'monitoring'] as const, search.source),
    breaching: search.breaching === true || search.breaching === 'true' ? (true as const) : undefined,
    from: dayOf(search.from),
    to: dayOf(search.to),
    sort: oneOf(ticketSorts, search.sort),
    direction: oneOf(sortDirections, search.direction),
    all: isAll ? (true as const) : undefined,
    of: isAll ? textsOf(search.of) : [],
    view: textOf(search.view).slice(0, 40),
  })
}
