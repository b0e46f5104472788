type Outcome = { changed: number; refused: unknown[] }

type Options<Row, Result extends Outcome> = {
  /** How many rows one call takes. */
  batchSize: number
  run: (rows: Row[]) => Promise<Result>
  /** How many rows the calls that ended were about. */
  onProgress: (tried: number) => void
  isStopped: () => boolean
}

export type BatchOutcome<Row, Result> = {
  outcomes: Result[]
  /** What no call has answered for: the user stopped, or a call failed. */
  untried: Row[]
  /** Why it ended early; null when it did not, or the user stopped it. */
  failure: { error: unknown } | null
}

/** One call after the other, each about some of the rows. Ends at the first call that fails: what was done until then stays done. */
export async function runInBatches<Row, Result extends Outcome>(
  rows: readonly Row[],
  { batchSize, run, onProgress, isStopped }: Options<Row, Result>,
): Promise<BatchOutcome<Row, Result>> {
  const outcomes: Result[] = []
  for (let from = 0; from < rows.length; from += batchSize) {
    if (isStopped()) return { outcomes, untried: rows.slice(from), failure: null }
    try {
      outcomes.push(await run(rows.slice(from, from + batchSize)))
    } catch (error) {
      return { outcomes, untried: rows.slice(from), failure: { error } }
    }
    onProgress(Math.min(rows.length, from + batchSize))
  }
  return { outcomes, untried: [], failure: null }
}
