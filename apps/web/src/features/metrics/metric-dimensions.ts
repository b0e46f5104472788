import type { EntityMetric } from '@vakt/contract/metrics.ts'

/** What tells the series of one metric apart, in one line: `cpu 0 · mode idle`. */
export const dimensionsText = ({ dimensions }: Pick<EntityMetric, 'dimensions'>): string =>
  Object.entries(dimensions)
    .map(([name, value]) => `${name} ${value}`)
    .join(' · ')
