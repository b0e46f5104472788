export const firstBatchSize = 100
const maxBatchSize = 1000
const quickMilliseconds = 50
const slowMilliseconds = 200

/** Rows of some tables are large, and others have triggers: what took long is followed by fewer, what was quick by more. */
export function batchSizeAfter(size: number, milliseconds: number): number {
  if (milliseconds > slowMilliseconds) return Math.max(1, Math.floor(size / 4))
  return milliseconds < quickMilliseconds ? Math.min(maxBatchSize, size * 2) : size
}
