import { type Severity, type SeverityCounts, severities } from '@vakt/contract/severity.ts'

/** 0 is the worst. */
const rank = (severity: Severity) => severities.indexOf(severity)

export const isAtLeast = (severity: Severity, bound: Severity) => rank(severity) <= rank(bound)

/** The worst of them; of none, low. */
export function worstSeverity(all: readonly Severity[]): Severity {
  return severities.find((severity) => all.includes(severity)) ?? 'low'
}

/** The ticket priority that an incident of this severity gets: 1 critical … 4 low. */
export const priorityOf = (severity: Severity) => rank(severity) + 1

export const noCounts: Readonly<SeverityCounts> = { critical: 0, high: 0, medium: 0, low: 0 }

export function addCounts(a: SeverityCounts, b: SeverityCounts): SeverityCounts {
  return { critical: a.critical + b.critical, high: a.high + b.high, medium: a.medium + b.medium, low: a.low + b.low }
}

export const totalOf = (counts: SeverityCounts) => counts.critical + counts.high + counts.medium + counts.low
