/** What is removed some days after it is over, with what belongs to it. */
export const retentionKinds = ['alerts', 'incidents_and_tickets', 'audit_log', 'resource_history'] as const
export type RetentionKind = (typeof retentionKinds)[number]

type Term = { days: number; minDays: number; maxDays: number }

/**
 * How many days each kind is kept where nothing else is chosen, and what may be chosen. The list of reports counts the incidents of 24 months, so that
 * those stay for as long at least.
 */
export const retentionTerms: Record<RetentionKind, Term> = {
  alerts: { days: 400, minDays: 90, maxDays: 3653 },
  incidents_and_tickets: { days: 1826, minDays: 762, maxDays: 7305 },
  audit_log: { days: 731, minDays: 365, maxDays: 7305 },
  resource_history: { days: 731, minDays: 90, maxDays: 3653 },
}
