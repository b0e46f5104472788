import type { EntityHealth } from '@vakt/contract/entities/entity-list.ts'
import { type Severity, type SeverityCounts, severities } from '@vakt/contract/severity.ts'

/** What is known of an entity now; what nothing tells of is left out. */
type EntitySigns = {
  openIncidents: SeverityCounts
  /** A service window keeps what happens from becoming incidents. */
  isHeld?: boolean
  /** A rule that should have had data got none. */
  hasNoData?: boolean
  isAgentSilent?: boolean
  /** Nothing arrived from its customer lately: that no incident is open says nothing. */
  isUnheard?: boolean
}

const worstOf = (counts: SeverityCounts): Severity | null => severities.find((severity) => counts[severity] > 0) ?? null

/** The one mark that an entity bears: what someone must look at goes before what only explains a silence. */
export function judgeEntityHealth({ openIncidents, isHeld, hasNoData, isAgentSilent, isUnheard }: EntitySigns): EntityHealth {
  const severity = worstOf(openIncidents)
  if (severity) return { mark: 'incident', severity }
  if (isHeld) return { mark: 'held', severity }
  if (hasNoData) return { mark: 'no-data', severity }
  if (isAgentSilent) return { mark: 'agent-silent', severity }
  return { mark: isUnheard ? 'nothing-received' : 'good', severity }
}
