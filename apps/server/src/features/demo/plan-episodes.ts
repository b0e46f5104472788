import type { Severity } from '@vakt/contract/severity.ts'
import type { DemoEntity } from './demo-entity.ts'
import type { DemoRandom } from './demo-random.ts'
import { type DemoRule, demoRules } from './demo-rules.ts'

/** One time that a condition held. Times in milliseconds; `endedAt` is null while it still fires. */
export type Episode = {
  rule: DemoRule
  /** Null when no entity matches what the signal named. */
  entity: DemoEntity | null
  targetName: string
  variant: string | null
  value: number
  severity: Severity
  raised: { severity: Severity; at: number } | null
  startedAt: number
  endedAt: number | null
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Most of what happens happens while people work; a little at night. */
const hoursOfDay = [6, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 13, 14, 14, 15, 15, 16, 17, 18, 19]
const hoursOfAnyTime = [...hoursOfDay, 0, 2, 4, 5, 20, 21, 22, 23]
const hoursOfNight = [0, 1, 1, 2, 2, 3, 4]

const releaseWeekday = 3
const releaseHour = 18
const calmDays = { from: 38, to: 44 }

export type Rhythm = { days: number; weekday: readonly [number, number]; weekend: readonly [number, number]; hasReleases: boolean }

function countOf(rhythm: Rhythm, daysAgo: number, weekday: number, random: DemoRandom): number {
  if (daysAgo >= calmDays.from && daysAgo <= calmDays.to) return random.next() < 0.4 ? 1 : 0
  const [low, high] = weekday === 0 || weekday === 6 ? rhythm.weekend : rhythm.weekday
  return random.between(low, high)
}

function pickRule(rules: readonly DemoRule[], random: DemoRandom): DemoRule {
  const weighted = rules.flatMap((rule) => Array.from({ length: rule.weight }, () => rule))
  return random.pick(weighted)
}

function startIn(midnight: number, when: DemoRule['when'], random: DemoRandom): number {
  const hours = { day: hoursOfDay, night: hoursOfNight, any: hoursOfAnyTime }[when]
  return midnight + random.pick(hours) * hour + random.between(0, 59) * minute + random.between(0, 59) * 1000
}

function episodeOf(rule: DemoRule, entity: DemoEntity, startedAt: number, random: DemoRandom): Episode {
  const isProduction = (entity.tags.environment ?? 'production') === 'production'
  const severity = isProduction ? rule.severity : 'low'
  const endedAt = startedAt + random.between(...rule.minutes) * minute
  const isRaised = severity === 'medium' && random.next() < 0.1
  const isCritical = severity === 'high' && rule.followsRelease === true && random.next() < 0.25
  const variant = rule.variants ? random.pick(rule.variants.values) : null
  const raisedTo: Severity | null = isCritical ? 'critical' : isRaised ? 'high' : null
  const raised = raisedTo && { severity: raisedTo, at: startedAt + Math.round((endedAt - startedAt) / 3) }
  return { rule, entity, targetName: entity.name, variant, value: random.between(...rule.value), severity, raised, startedAt, endedAt }
}

/** A second rule that fires on the same entity some minutes later, and so joins the incident that is open. */
function companionOf(first: Episode, random: DemoRandom): Episode | null {
  const rule = demoRules.find(({ name }) => name === first.rule.companion)
  if (!rule || !first.entity || !first.endedAt || first.endedAt - first.startedAt < 12 * minute || random.next() < 0.5) return null
  const startedAt = first.startedAt + random.between(2, 6) * minute
  const endedAt = first.endedAt + random.between(-3, 4) * minute
  return { ...episodeOf(rule, first.entity, startedAt, random), raised: null, endedAt }
}

/**
 * The past of these entities: groups of episodes, each of which makes one incident; the first of a group opens it. No two groups of an entity
 * overlap, and all have ended before `until`.
 */
export function planEpisodes(entities: readonly DemoEntity[], rhythm: Rhythm, until: Date, random: DemoRandom): Episode[][] {
  const present = new Set(entities.map(({ kind }) => kind))
  const rules = demoRules.filter(({ kinds }) => kinds.some((kind) => present.has(kind)))
  const freeFrom = new Map<string, number>()
  const groups: Episode[][] = []

  const add = (startedAt: number, rule: DemoRule, candidates: readonly DemoEntity[]) => {
    if (candidates.length === 0) return
    const entity = random.pick(candidates)
    const first = episodeOf(rule, entity, startedAt, random)
    const companion = companionOf(first, random)
    const group = companion ? [first, companion] : [first]
    const endsAt = Math.max(...group.map(({ endedAt }) => endedAt ?? 0))
    if (startedAt < (freeFrom.get(entity.entityId) ?? 0) || endsAt > until.getTime() - 10 * minute) return
    freeFrom.set(entity.entityId, endsAt + 15 * minute)
    groups.push(group)
  }

  const today = Math.floor(until.getTime() / day) * day
  for (let daysAgo = rhythm.days; daysAgo >= 0; daysAgo--) {
    const midnight = today - daysAgo * day
    const weekday = new Date(midnight).getUTCDay()
    const starts: { startedAt: number; rule: DemoRule; isRelease: boolean }[] = []
    for (let left = countOf(rhythm, daysAgo, weekday, random); left > 0; left--) {
      const rule = pickRule(rules, random)
      starts.push({ rule, startedAt: startIn(midnight, rule.when, random), isRelease: false })
    }
    if (rhythm.hasReleases && weekday === releaseWeekday && Math.floor(midnight / day / 7) % 2 === 0) {
      for (let left = random.between(5, 9); left > 0; left--) {
        const rule = pickRule(
          rules.filter(({ followsRelease }) => followsRelease),
          random,
        )
        starts.push({ rule, startedAt: midnight + releaseHour * hour + random.between(4, 150) * minute, isRelease: true })
      }
    }
    for (const { startedAt, rule, isRelease } of starts.sort((a, b) => a.startedAt - b.startedAt)) {
      const ofKind = entities.filter(({ kind, row }) => rule.kinds.includes(kind) && row.hidden === false && row.stale === false)
      const candidates = ofKind.filter(({ tags }) => !isRelease || (tags.application === 'webshop' && tags.environment === 'production'))
      const production = candidates.filter(({ tags }) => (tags.environment ?? 'production') === 'production')
      add(startedAt, rule, random.next() < 0.85 && production.length > 0 ? production : candidates)
    }
  }
  return groups
}
