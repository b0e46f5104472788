import type { SeverityCounts } from '@vakt/contract/severity.ts'

export function sumCounts(counts: SeverityCounts): number {
  return counts.critical + counts.high + counts.medium + counts.low
}
