import type { addMetricPoints as operation } from '@vakt/contract/metrics.ts'
import type { BodyOf, ResultOf } from '@vakt/contract/operation.ts'
import { getEntity } from '#server/features/entities/get-entity.ts'
import type { Context } from '#server/platform/context.ts'
import { Invalid } from '#server/platform/errors.ts'
import { type PointParts, takePoints } from './take-points.ts'
import { PointCollector, type SentSeries } from './wire/sent-points.ts'
import { countRefused } from './write-points.ts'

/** Stores points of one entity that come over the API, under the label `vakt_entity`. Null: another store keeps the points. */
export async function addPoints(
  context: Context,
  parts: PointParts | null,
  customerId: string,
  entityId: string,
  { points }: BodyOf<typeof operation>,
): Promise<ResultOf<typeof operation>> {
  const { entityId: id } = await getEntity(context, customerId, entityId)
  if (!parts)
    throw Invalid.field('', 'This installation reads metrics from a store of its own: send them there.', 'error.metrics_elsewhere')
  const collector = new PointCollector()
  const described: SentSeries[] = []
  for (const { metric, dimensions = {}, kind = null, unit = null, at, value } of points) {
    const labels = [...Object.entries({ ...dimensions, vakt_entity: id, __name__: metric })]
    collector.add(Date.parse(at), value)
    collector.keys.push(JSON.stringify([labels, kind, unit]))
    described.push({ labels, kind, unit })
  }
  const sent = collector.finish((series) => described[series] as SentSeries)
  const outcome = await takePoints(parts, customerId, sent)
  const { stored, tooOld, tooEarly } = outcome
  return { stored, tooOld, tooEarly, refused: countRefused(outcome) - tooOld - tooEarly }
}
