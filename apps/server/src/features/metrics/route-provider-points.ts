import type { Pool } from 'pg'
import type { EntityMatch } from '#server/features/entities/match-entities.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import { findOwners } from './match-series.ts'
import { createAllowance, normalise } from './series-dictionary.ts'
import { type PointParts, takePoints } from './take-points.ts'
import { noFaults, pointFaults } from './wire/request-bounds.ts'
import type { SentPoints, SentSeries } from './wire/sent-points.ts'
import { createTurns } from './wire/turns.ts'
import { noPoints, type PointOutcome } from './write-points.ts'

/** For so long an entity that is renamed, or comes, is not noticed. */
const rememberedMilliseconds = 5 * 60_000
const maxRemembered = 200_000
const batches = { series: 500, characters: 2_000_000 }

type Owner = Pick<EntityMatch, 'customerId' | 'entityId'> | null

export type TakeProviderPoints = (parts: PointParts, providerId: string, sent: SentPoints) => Promise<PointOutcome>

/**
 * Makes what takes the points of the provider's tokens: the entity that a series names decides which customer it belongs to. What names
 * none, or entities of several customers, stays with the provider, where staff see and link it.
 */
export function createProviderRouter(pool: Pool, now = Date.now): TakeProviderPoints {
  let owners = new Map<string, { owner: Owner; until: number }>()
  const { take: takeUnknown } = createAllowance(now)

  async function findAll(providerId: string, sent: SentPoints): Promise<Owner[]> {
    const found: Owner[] = sent.keys.map((key) => owners.get(`${providerId}\n${key}`)?.owner ?? null)
    // Those with a fault name no entity: they stay with the provider, whose sender is told.
    const unknown = await findUnknown(sent, (key) => (owners.get(`${providerId}\n${key}`)?.until ?? 0) > now())
    if (unknown.length > 0) takeUnknown(providerId, new Set(unknown.map((index) => sent.keys[index])).size)
    for (let start = 0; start < unknown.length; ) {
      const batch = await describeBatch(sent, unknown, start)
      start += batch.indexes.length
      // A token of the provider is for all its customers, as its staff are.
      const matches = await readForAllCustomers({ pool, isStaff: true }, (transaction) => findOwners(transaction, providerId, batch.labels))
      if (owners.size + batch.indexes.length > maxRemembered) owners = new Map()
      for (const [position, index] of batch.indexes.entries()) {
        const owner = matches[position] ?? null
        found[index] = owner
        owners.set(`${providerId}\n${sent.keys[index]}`, { owner, until: now() + rememberedMilliseconds })
      }
    }
    return found
  }

  return async (parts, providerId, sent) => {
    const found = await findAll(providerId, sent)
    const outcomes: PointOutcome[] = []
    for (const [customerId, part] of await splitByOwner(sent, found, providerId)) outcomes.push(await takePoints(parts, customerId, part))
    const { passedOver, faults, metadata } = sent
    return { ...outcomes.reduce(addOutcomes, { ...noPoints(), faults }), passedOver, described: metadata.length }
  }
}

function addOutcomes(one: PointOutcome, other: PointOutcome): PointOutcome {
  const faults = noFaults()
  for (const fault of pointFaults) faults[fault] = one.faults[fault] + other.faults[fault]
  const sum = { ...one, faults }
  for (const name of ['stored', 'notNumbers', 'tooOld', 'tooEarly', 'refused'] as const) sum[name] += other[name]
  return sum
}

async function findUnknown(sent: SentPoints, isKnown: (key: string) => boolean): Promise<number[]> {
  const turns = createTurns()
  const unknown: number[] = []
  for (const [index, key] of sent.keys.entries()) {
    if (!isKnown(key) && !normalise(sent.describe(index)).fault) unknown.push(index)
    if (turns.isOver(bytesLookedAt)) await turns.next()
  }
  return unknown
}

const bytesLookedAt = 1024

/** Describes those from `start` on, as many as go into one batch. */
async function describeBatch(sent: SentPoints, indexes: readonly number[], start: number) {
  const turns = createTurns()
  const labels: Record<string, string>[] = []
  let characters = 0
  while (start + labels.length < indexes.length && labels.length < batches.series && characters < batches.characters) {
    const described = sent.describe(indexes[start + labels.length] as number).labels
    labels.push(Object.fromEntries(described))
    for (const [name, value] of described) characters += name.length + value.length
    if (turns.isOver(bytesLookedAt)) await turns.next()
  }
  return { indexes: indexes.slice(start, start + labels.length), labels }
}

/** Its entity by id, whatever else it names: what was linked by people names nothing. */
const withEntity = ({ labels, ...series }: SentSeries, entityId: string): SentSeries => ({
  ...series,
  labels: [...labels.filter(([name]) => name !== 'vakt_entity'), ['vakt_entity', entityId]],
})

async function splitByOwner(sent: SentPoints, owners: readonly Owner[], providerId: string): Promise<Map<string, SentPoints>> {
  const turns = createTurns()
  const seriesOf = Map.groupBy(owners.keys(), (index) => owners[index]?.customerId ?? providerId)
  const placeOf = new Int32Array(sent.keys.length)
  const countOf = new Map<string, number>()
  const customerOf = owners.map((owner) => owner?.customerId ?? providerId)
  for (const series of seriesOf.values()) for (const [place, index] of series.entries()) placeOf[index] = place
  for (let point = 0; point < sent.count; point++) {
    const customerId = customerOf[sent.series[point] as number] as string
    countOf.set(customerId, (countOf.get(customerId) ?? 0) + 1)
    if (turns.isOver()) await turns.next()
  }
  const parts = new Map<string, SentPoints>()
  for (const [customerId, series] of seriesOf) {
    const size = countOf.get(customerId) ?? 0
    parts.set(customerId, {
      keys: series.map((index) => (owners[index] ? `${owners[index].entityId}\n${sent.keys[index]}` : (sent.keys[index] as string))),
      describe: (place) => {
        const index = series[place] as number
        const owner = owners[index]
        return owner ? withEntity(sent.describe(index), owner.entityId) : sent.describe(index)
      },
      count: 0,
      series: new Uint32Array(size),
      at: new Float64Array(size),
      value: new Float64Array(size),
      // What a sender says of a metric is true for all of its customers.
      metadata: sent.metadata,
      passedOver: 0,
      faults: noFaults(),
    })
  }
  for (let point = 0; point < sent.count; point++) {
    const index = sent.series[point] as number
    const part = parts.get(customerOf[index] as string) as SentPoints
    part.series[part.count] = placeOf[index] as number
    part.at[part.count] = sent.at[point] as number
    part.value[part.count++] = sent.value[point] as number
    if (turns.isOver()) await turns.next()
  }
  return parts
}
