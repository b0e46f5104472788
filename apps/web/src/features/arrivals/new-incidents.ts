import type { Severity } from '@vakt/contract/severity.ts'

export type Arrived = { incidentId: string; severity: Severity; customerId: string; openedAt: string }

/** So many of the latest are asked for. */
export const watched = 20

const isSevere = ({ severity }: Arrived) => severity === 'critical' || severity === 'high'
const idOf = ({ customerId, incidentId }: Arrived) => `${customerId} ${incidentId}`

/**
 * Tells the incidents that were not there before, critical and high ones unless asked otherwise; the first answer tells none. What was seen
 * once is not new again when it comes back into the list, nor is what moves up into it from below because others were resolved.
 */
export function createArrivalCheck<One extends Arrived>(isWorth: (one: One) => boolean = isSevere) {
  let seen: Set<string> | null = null
  let end = ''
  return (latest: readonly One[]): One[] => {
    const before = seen
    const endBefore = end
    seen = new Set([...(seen ?? []), ...latest.map(idOf)])
    end = latest.length < watched ? '' : (latest.at(-1)?.openedAt ?? '')
    return before ? latest.filter((one) => isWorth(one) && !before.has(idOf(one)) && one.openedAt >= endBefore) : []
  }
}
