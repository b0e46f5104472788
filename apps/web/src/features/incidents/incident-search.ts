import type { Incident, IncidentSort } from '@vakt/contract/incidents.ts'
import { type Severity, severities } from '@vakt/contract/severity.ts'

export type IncidentState = Incident['state']

/** Written again, since the router reads this and the contract is to come with the screen. */
const incidentStates: readonly IncidentState[] = ['open', 'acknowledged', 'resolved']
const incidentSorts: readonly IncidentSort[] = ['changed', 'severity', 'opened']

/** What the list of incidents shows; without a state those that are not resolved. */
export type IncidentSearch = {
  state?: IncidentState[]
  severity?: Severity[]
  q?: string
  entity?: string
  /** Values of the customer's tag keys in their order, an empty one for entities without the tag. */
  group?: string[]
  assignee?: 'me' | 'nobody'
  /** Days such as `2026-11-21`, both included. */
  from?: string
  to?: string
  sort?: IncidentSort
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 200) : '')
const idOf = (value: unknown) => (typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined)
const dayOf = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined)

export function incidentSearch(search: Record<string, unknown>): IncidentSearch {
  const states = listOf(search.state)
  const state = incidentStates.filter((one) => states.includes(one))
  const asked = listOf(search.severity)
  const severity = severities.filter((one) => asked.includes(one))
  const group = listOf(search.group).map(String).slice(0, 2)
  const [q, entity, from, to] = [textOf(search.q), idOf(search.entity), dayOf(search.from), dayOf(search.to)]
  const assignee = search.assignee === 'me' || search.assignee === 'nobody' ? search.assignee : undefined
  const sort = incidentSorts.find((one) => one === search.sort)
  return {
    ...(state.length > 0 ? { state } : {}),
    ...(severity.length > 0 ? { severity } : {}),
    ...(q ? { q } : {}),
    ...(entity ? { entity } : {}),
    ...(group.length > 0 ? { group } : {}),
    ...(assignee ? { assignee } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(sort && sort !== 'changed' ? { sort } : {}),
  }
}

/** Whether anything but the state and the order narrows the list down. */
export const isFiltered = ({ state: _, sort: __, ...filter }: IncidentSearch): boolean => Object.keys(filter).length > 0

/** From the first moment of one day to the first after the other, where the browser is. */
export function periodOf({ from, to }: IncidentSearch): { openedFrom?: string; openedTo?: string } {
  const start = (day: string, ahead: number) => {
    const date = new Date(`${day}T00:00`)
    date.setDate(date.getDate() + ahead)
    return date.toISOString()
  }
  return { ...(from ? { openedFrom: start(from, 0) } : {}), ...(to ? { openedTo: start(to, 1) } : {}) }
}
