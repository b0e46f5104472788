import type { IntegrationState } from '@vakt/contract/integrations/integration-states.ts'
import { integrationStates } from '@vakt/contract/integrations/integration-states.ts'
import type { IntegrationOfCustomer, IntegrationOverview } from '@vakt/contract/integrations/integrations.ts'

type Alarming = 'failing' | 'silent' | 'late' | 'expiring'

export type Conclusion =
  | { kind: 'none' }
  | { kind: 'all-off' }
  | { kind: 'all-deliver'; count: number }
  | { kind: 'none-yet'; count: number }
  | { kind: 'some-deliver'; delivering: number; count: number }
  /** `others` need someone, too. */
  | { kind: 'worst'; state: Alarming; worst: IntegrationOfCustomer; others: number }

const alarming = integrationStates.slice(0, integrationStates.indexOf('never'))
const isAlarming = (state: IntegrationState): state is Alarming => alarming.includes(state)

/** What the first line says: the worst one, else how many deliver. Those that are switched off do not count. */
export function conclude({ counts, worst }: Pick<IntegrationOverview, 'counts' | 'worst'>): Conclusion {
  const countOf = (states: readonly IntegrationState[]) =>
    counts.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0)
  const count = countOf(integrationStates) - countOf(['off'])
  if (worst && isAlarming(worst.state)) return { kind: 'worst', state: worst.state, worst, others: countOf(alarming) - 1 }
  if (count === 0) return { kind: countOf(['off']) > 0 ? 'all-off' : 'none' }
  const delivering = countOf(['working'])
  if (delivering === count) return { kind: 'all-deliver', count }
  return delivering === 0 ? { kind: 'none-yet', count } : { kind: 'some-deliver', delivering, count }
}
