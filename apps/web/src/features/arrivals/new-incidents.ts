import type { Severity } from '@vakt/contract/severity.ts'

export type Arrived = { incidentId: string; severity: Severity; customerId: string }

const isWorth = ({ severity }: Arrived) => severity === 'critical' || severity === 'high'
const idOf = ({ customerId, incidentId }: Arrived) => `${customerId} ${incidentId}`

/**
 * Tells the incidents that were not there before, critical and high ones only; the first answer tells none. What was seen once is not new
 * again when it comes back into the list.
 */
export function createArrivalCheck() {
  let seen: Set<string> | null = null
  return (latest: readonly Arrived[]): Arrived[] => {
    const before = seen
    seen = new Set([...(seen ?? []), ...latest.map(idOf)])
    return before ? latest.filter((one) => isWorth(one) && !before.has(idOf(one))) : []
  }
}
