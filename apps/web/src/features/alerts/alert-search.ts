import type { AlertSort, AlertState } from '@vakt/contract/alerts.ts'
import { type Severity, severities } from '@vakt/contract/severity.ts'

/** What the overview shows; without a state what fires now. Sorted by start unless asked for otherwise. */
export type AlertSearch = {
  state?: AlertState | 'all'
  severity?: Severity[]
  q?: string
  /** Days such as `2026-11-21`, both included, on which it started. */
  from?: string
  to?: string
  sort?: 'severity'
  group?: 'rule' | 'resource'
  /** The alert whose details are open. */
  alert?: string
}

/** Written again, since the router reads this and the contract is to come with the screen. */
const states = ['resolved', 'all'] as const
const groupings = ['rule', 'resource'] as const

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 200) : '')
const dayOf = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined)

export function alertSearch(search: Record<string, unknown>): AlertSearch {
  const state = states.find((one) => one === search.state)
  const asked = listOf(search.severity)
  const severity = severities.filter((one) => asked.includes(one))
  const [q, alert, from, to] = [textOf(search.q), textOf(search.alert), dayOf(search.from), dayOf(search.to)]
  const sort = search.sort === 'severity' ? search.sort : undefined
  const group = groupings.find((one) => one === search.group)
  return {
    ...(state ? { state } : {}),
    ...(severity.length > 0 ? { severity } : {}),
    ...(q ? { q } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(sort ? { sort } : {}),
    ...(group ? { group } : {}),
    ...(alert ? { alert } : {}),
  }
}

/** Whether anything but the state, the order and the grouping narrows the list down. */
export const isFiltered = ({ severity, q, from, to }: AlertSearch): boolean => Boolean(severity || q || from || to)

/** As the call takes it; days begin and end where the browser is. */
export function alertQueryOf({ state = 'firing', severity, q, from, to, ...order }: AlertSearch) {
  const sort: AlertSort = order.sort ?? 'started'
  const start = (day: string, ahead: number) => {
    const date = new Date(`${day}T00:00`)
    date.setDate(date.getDate() + ahead)
    return date.toISOString()
  }
  return {
    sort,
    ...(state === 'all' ? {} : { state }),
    ...(severity ? { severity } : {}),
    ...(q ? { q } : {}),
    ...(from ? { startedFrom: start(from, 0) } : {}),
    ...(to ? { startedTo: start(to, 1) } : {}),
  }
}
