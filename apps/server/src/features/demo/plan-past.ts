import { fjallbo, nordan } from './demo-customers.ts'
import type { DemoEntity } from './demo-entity.ts'
import { demoPeople } from './demo-people.ts'
import { createDemoRandom, type DemoRandom } from './demo-random.ts'
import { type IncidentPlan, planIncident } from './incident-plan.ts'
import { planEpisodes } from './plan-episodes.ts'

const minute = 60_000
const onDuty = [demoPeople.karin, demoPeople.oskar, demoPeople.linnea, demoPeople.daniel, demoPeople.sofia]

/** Long and severe incidents are taken up by someone on duty; the rest clear by themselves. */
function withHandling(plan: IncidentPlan, now: number, random: DemoRandom): IncidentPlan {
  const { ticketAt, resolvedAt, severity, episodes } = plan
  const rule = episodes[0]?.rule
  if (resolvedAt === null || !rule) return plan
  const isSevere = severity === 'critical' || severity === 'high'
  const takenAt = ticketAt + random.between(3, 14) * minute
  const solvedAt = resolvedAt + random.between(8, 95) * minute
  const isTaken = random.next() < (isSevere ? 0.55 : 0.16) && takenAt < resolvedAt - 2 * minute && solvedAt < now - 10 * minute
  if (!isTaken) return plan
  return {
    ...plan,
    handling: { by: random.pick(onDuty), takenAt, takenText: rule.taken, note: null, solved: { at: solvedAt, text: rule.solved } },
  }
}

/** Ninety days of a retailer and, more quietly, of an energy company. */
export function planPast(entities: { nordan: readonly DemoEntity[]; fjallbo: readonly DemoEntity[] }, now: Date): IncidentPlan[] {
  const random = createDemoRandom(20_230_611)
  const past = [
    { customerId: nordan, entities: entities.nordan, rhythm: { days: 90, weekday: [2, 5], weekend: [0, 3], hasReleases: true } as const },
    {
      customerId: fjallbo,
      entities: entities.fjallbo,
      rhythm: { days: 90, weekday: [0, 1], weekend: [0, 0], hasReleases: false } as const,
    },
  ]
  return past.flatMap(({ customerId, entities: own, rhythm }) =>
    planEpisodes(own, rhythm, now, random).map((episodes) => withHandling(planIncident(customerId, episodes), now.getTime(), random)),
  )
}
