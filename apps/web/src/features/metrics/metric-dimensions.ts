import type { EntityMetric } from '@vakt/contract/metrics.ts'

/** What tells the series of one metric apart, in one line: `cpu 0 · mode idle`. */
export const dimensionsText = ({ dimensions }: Pick<EntityMetric, 'dimensions'>): string =>
  Object.entries(dimensions)
    .map(([name, value]) => `${name} ${value}`)
    .join(' · ')

/** What stands below the name that people call a metric by: the sender's own name where it is another one, and what it is about. */
export const belowName = (metric: Pick<EntityMetric, 'metric' | 'dimensions'>, name: string): string =>
  [name === metric.metric ? '' : metric.metric, dimensionsText(metric)].filter(Boolean).join(' · ')
