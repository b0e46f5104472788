import { type AlertState, alertStates } from '@vakt/contract/alerts.ts'
import { type Severity, severities } from '@vakt/contract/severity.ts'

export type AlertSearch = {
  state?: AlertState
  severity?: Severity[]
  q?: string
  /** The alert whose details are open. */
  alert?: string
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

export function alertSearch(search: Record<string, unknown>): AlertSearch {
  const state = alertStates.find((one) => one === search.state)
  const asked = listOf(search.severity)
  const severity = severities.filter((one) => asked.includes(one))
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim().slice(0, 200) : ''
  const alert = typeof search.alert === 'string' || typeof search.alert === 'number' ? String(search.alert) : ''
  return { ...(state ? { state } : {}), ...(severity.length > 0 ? { severity } : {}), ...(q ? { q } : {}), ...(alert ? { alert } : {}) }
}

/** Whether anything narrows the list down. */
export const isFiltered = ({ state, severity, q }: AlertSearch): boolean => Boolean(state || severity || q)
