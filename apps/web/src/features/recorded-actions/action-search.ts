export type ActionSearch = {
  customerId?: string[]
  actor?: string
  actorId?: string
  action?: string[]
  /** Days in the user's zone, such as `2026-11-21`; both belong to the time. */
  from?: string
  to?: string
  /** The action whose details are open. */
  open?: string
}

const mostValues = 50

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

function listOf(value: unknown): string[] {
  const values = (Array.isArray(value) ? value : [value]).map(textOf).filter((one) => one !== '' && one.length <= 100)
  return [...new Set(values)].slice(0, mostValues)
}

function dayOf(value: unknown): string {
  const day = textOf(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00`)) ? day : ''
}

export function actionSearch(search: Record<string, unknown>): ActionSearch {
  const [customerId, action, actor] = [listOf(search.customerId), listOf(search.action), textOf(search.actor).slice(0, 200)]
  const [actorId, from, to] = [textOf(search.actorId).slice(0, 200), dayOf(search.from), dayOf(search.to)]
  const open = textOf(search.open).slice(0, 20)
  return {
    ...(customerId.length > 0 ? { customerId } : {}),
    ...(actor ? { actor } : {}),
    ...(actorId ? { actorId } : {}),
    ...(action.length > 0 ? { action } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(open ? { open } : {}),
  }
}

/** Whether anything narrows the list down. */
export const isFiltered = ({ open: _, ...filter }: ActionSearch): boolean => Object.keys(filter).length > 0

const momentOf = (day: string, daysLater = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

/** What the call takes: days become the moments at which they begin and end here. */
export function queryOf({ open: _, from, to, ...rest }: ActionSearch) {
  return { ...rest, ...(from ? { from: momentOf(from) } : {}), ...(to ? { to: momentOf(to, 1) } : {}) }
}
