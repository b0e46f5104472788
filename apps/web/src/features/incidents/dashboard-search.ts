import { type Severity, severities } from '@vakt/contract/severity.ts'

/** Which incidents are open in place: those of a tag group or the unmatched ones, of every severity or of one. */
export type DashboardSearch = {
  /** Values of the tag keys, outer first; an empty value means entities without the tag. */
  group?: string[]
  severity?: Severity
  unmatched?: true
}

function readGroup(value: unknown): string[] | undefined {
  const values = typeof value === 'string' || typeof value === 'number' ? [String(value)] : value
  if (!Array.isArray(values) || values.length === 0 || values.length > 2) return undefined
  return values.every((one) => typeof one === 'string' || typeof one === 'number') ? values.map(String) : undefined
}

export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const group = readGroup(search.group)
  const isUnmatched = search.unmatched === true || search.unmatched === 'true'
  const severity = severities.find((one) => one === search.severity)
  if (!group && !isUnmatched) return {}
  return { ...(isUnmatched ? { unmatched: true } : group ? { group } : {}), ...(severity ? { severity } : {}) }
}
