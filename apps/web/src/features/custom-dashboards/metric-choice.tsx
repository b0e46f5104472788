import { listEntities } from '@vakt/contract/entities/entity-list.ts'
import { listEntityMetrics } from '@vakt/contract/metrics.ts'
import type { DashboardTile } from '@vakt/contract/reports/custom-dashboards.ts'
import { useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { SearchChoice } from '#web/ui/controls/search-choice.tsx'
import { customDashboardTexts } from './custom-dashboards.texts.ts'

type ChosenMetric = NonNullable<DashboardTile['metric']>

const maxFound = 20
const maxNameLength = 300

/** The second field takes the place of the first, which had the focus. */
const focusField = (frame: HTMLElement | null) => frame?.querySelector('input')?.focus()

type MetricChoiceProps = { customerId: string; onChoose: (metric: ChosenMetric) => void }

/** A resource, found by its name, and then one of its metrics. */
export default function MetricChoice({ customerId, onChoose }: MetricChoiceProps) {
  const words = useTexts(customDashboardTexts)
  const [names] = useState(() => new Map<string, string>())
  const [entityId, setEntityId] = useState<string | null>(null)

  async function findEntities(search: string, signal: AbortSignal) {
    const query = { limit: maxFound, ...(search ? { search } : {}) }
    const { result } = await call(listEntities, { params: { customerId }, query, signal })
    for (const entity of result) names.set(entity.entityId, entity.name)
    return result.map((entity) => ({ value: entity.entityId, label: entity.name, description: entity.type }))
  }

  async function findMetrics(search: string, signal: AbortSignal) {
    if (!entityId) return []
    const { metrics } = await call(listEntityMetrics, { params: { customerId, entityId }, signal })
    return metrics
      .map(({ seriesId, metric, dimensions, unit }) => {
        const description = [...Object.entries(dimensions).map((pair) => pair.join(' ')), ...(unit ? [unit] : [])].join(' · ')
        names.set(seriesId, [metric, ...Object.values(dimensions)].join(' '))
        return { value: seriesId, label: metric, description }
      })
      .filter(({ label, description }) => `${label} ${description}`.toLowerCase().includes(search.toLowerCase()))
      .slice(0, maxFound)
  }

  if (!entityId)
    return (
      <div key="entity" ref={focusField}>
        <SearchChoice
          label={words.chooseEntity}
          queryKey={['entities', customerId, 'metric-tile']}
          find={findEntities}
          nothingFound={words.noEntity}
          onChoose={setEntityId}
        />
      </div>
    )
  const entity = names.get(entityId) ?? ''
  return (
    <div key={entityId} ref={focusField}>
      <SearchChoice
        label={words.chooseMetric(entity)}
        queryKey={['metrics', customerId, 'metric-tile', entityId]}
        find={findMetrics}
        nothingFound={words.noMetric}
        onChoose={(seriesId) =>
          onChoose({ entityId, seriesId, name: `${entity}: ${names.get(seriesId) ?? seriesId}`.slice(0, maxNameLength) })
        }
      />
    </div>
  )
}
