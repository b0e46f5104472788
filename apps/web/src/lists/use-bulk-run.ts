import { useRef, useState } from 'react'
import type { RowSelection } from '#web/ui/table/use-row-selection.ts'
import { type BatchOutcome, runInBatches } from './run-in-batches.ts'

export type BulkProgress = { tried: number; all: number }

/** Runs a call about the chosen rows, as often as it takes for all of them. */
export function useBulkRun<Row>({ chosen, batchSize }: Pick<RowSelection<Row>, 'chosen' | 'batchSize'>) {
  const [progress, setProgress] = useState<BulkProgress | null>(null)
  const isStopped = useRef(false)
  async function start<Result extends { changed: number; refused: unknown[] }>(
    run: (rows: Row[]) => Promise<Result>,
  ): Promise<BatchOutcome<Row, Result>> {
    const all = chosen.length
    isStopped.current = false
    if (all > batchSize) setProgress({ tried: 0, all })
    const onProgress = (tried: number) => setProgress(tried < all ? { tried, all } : null)
    try {
      return await runInBatches(chosen, { batchSize, run, onProgress, isStopped: () => isStopped.current })
    } finally {
      setProgress(null)
    }
  }
  const stop = () => {
    isStopped.current = true
  }
  return { start, /** Null while nothing runs, or all of it is one call. */ progress, /** Ends it after the call that runs. */ stop }
}
