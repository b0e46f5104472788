import type { DemoEntity } from './demo-entity.ts'
import { draftStories } from './draft-stories.ts'
import type { IncidentPlan } from './incident-plan.ts'
import { buildNordanEntities } from './nordan-entities.ts'
import { buildFjallboEntities, buildProviderEntities } from './other-entities.ts'
import { planOpen } from './plan-open.ts'
import { planPast } from './plan-past.ts'
import type { TicketDraft } from './ticket-draft.ts'

export type DemoHistory = { now: Date; entities: DemoEntity[]; incidents: IncidentPlan[]; stories: TicketDraft[] }

const quarter = 15 * 60_000
const entityOf = ({ episodes }: IncidentPlan) => episodes[0]?.entity?.entityId

/** An incident that was still open would have been joined, not followed by another. */
function endedBefore(open: readonly IncidentPlan[], past: IncidentPlan): boolean {
  return open.every((one) => entityOf(one) !== entityOf(past) || (past.resolvedAt ?? 0) < one.openedAt - quarter)
}

/** Everything that happened to the demo customers up to `now`, in the order of time. The same for the same `now`. */
export function planHistory(now: Date): DemoHistory {
  const nordan = buildNordanEntities(now)
  const fjallbo = buildFjallboEntities(now)
  const entities = [...nordan, ...fjallbo, ...buildProviderEntities(now)]
  const open = planOpen(entities, now)
  const past = planPast({ nordan, fjallbo }, now).filter((incident) => endedBefore(open, incident))
  const incidents = [...past, ...open].sort((a, b) => a.ticketAt - b.ticketAt)
  return { now, entities, incidents, stories: draftStories(entities, now) }
}
