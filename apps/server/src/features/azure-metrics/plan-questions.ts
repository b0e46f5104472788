import type { WantedMetric } from './azure-metric-table.ts'
import { type AzureMetric, type BatchQuestion, maxMetricsPerBatch, maxResourcesPerBatch } from './azure-metrics-client.ts'

/** Of a resource that people look at, Azure may measure a hundred things. */
const maxMetricsOfPage = 20
const overlapMilliseconds = 10 * 60_000
const firstSpanMilliseconds = 3 * 3_600_000

export type Pair = { wanted: WantedMetric; metric: AzureMetric }

export const keyOfPair = ({ wanted, metric }: Pair): string => `${wanted.entityId} ${metric.name}`

/** The pairs of resource and metric that Azure has; what a rule names and Azure does not know is left out. */
export function findPairs(wanted: readonly WantedMetric[], metricsOf: ReadonlyMap<string, readonly AzureMetric[]>): Pair[] {
  const pairs = new Map<string, Pair>()
  for (const one of wanted) {
    const known = metricsOf.get(one.type) ?? []
    const chosen = one.metric === null ? known.slice(0, maxMetricsOfPage) : known.filter(({ name }) => name === one.metric)
    for (const metric of chosen) pairs.set(keyOfPair({ wanted: one, metric }), { wanted: one, metric })
  }
  return [...pairs.values()]
}

const subscriptionOf = (externalId: string): string | null =>
  /^\/subscriptions\/([0-9a-f-]{36})\//i.exec(externalId)?.[1]?.toLowerCase() ?? null

const portions = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/**
 * The questions for these pairs: resources of one subscription, region and type that want the same metrics are asked for together, from the
 * last time that each was read to, with an overlap since Azure may still add to its last minutes. What was read the longest ago comes first, so
 * that a run goes on where the last one ended.
 */
export function planQuestions(pairs: readonly Pair[], readTo: ReadonlyMap<string, number>, to: number): BatchQuestion[] {
  const metricsOfEntity = Map.groupBy(pairs, ({ wanted }) => wanted.entityId)
  const groups = new Map<string, { resourceIds: string[]; question: Omit<BatchQuestion, 'resourceIds'> }>()
  for (const own of metricsOfEntity.values()) {
    const [{ wanted }] = own as [Pair]
    const subscriptionId = subscriptionOf(wanted.externalId)
    // It becomes part of an address.
    if (!subscriptionId || !/^[a-z0-9]+$/.test(wanted.region)) continue
    for (const ofGrain of Map.groupBy(own, ({ metric }) => metric.grain).values())
      for (const portion of portions(ofGrain, maxMetricsPerBatch)) {
        const metrics = portion.map(({ metric }) => metric)
        const from = Math.min(
          ...portion.map((pair) => Math.max((readTo.get(keyOfPair(pair)) ?? 0) - overlapMilliseconds, to - firstSpanMilliseconds)),
        )
        const { region, type } = wanted
        const key = JSON.stringify([subscriptionId, region, type, from, metrics.map(({ name }) => name)])
        const group = groups.get(key) ?? {
          resourceIds: [],
          question: { region, subscriptionId, namespace: type, metrics, from, to },
        }
        group.resourceIds.push(wanted.externalId)
        groups.set(key, group)
      }
  }
  const oldestFirst = [...groups.values()].sort((a, b) => a.question.from - b.question.from)
  return oldestFirst.flatMap(({ resourceIds, question }) =>
    portions(resourceIds, maxResourcesPerBatch).map((portion) => ({ ...question, resourceIds: portion })),
  )
}
