import type { Pool } from 'pg'
import { saveMetadata } from './metric-series-table.ts'
import { createSeriesDictionary, type SeriesDictionary } from './series-dictionary.ts'
import type { SentPoints } from './wire/sent-points.ts'
import { createTurns } from './wire/turns.ts'
import { createPointWriter, type PointOutcome, type WritePoints } from './write-points.ts'

const maxMetadata = 5000

export type PointParts = { pool: Pool; dictionary: SeriesDictionary; write: WritePoints }

export const createPointParts = (pool: Pool): PointParts => ({
  pool,
  dictionary: createSeriesDictionary(pool),
  write: createPointWriter(pool),
})

/** Numbers the series of a request and stores its points; resolves when they are durable. */
export async function takePoints({ pool, dictionary, write }: PointParts, customerId: string, sent: SentPoints): Promise<PointOutcome> {
  const numbers = await dictionary.numbersOf(customerId, sent, createTurns())
  const outcome = await write(customerId, sent, numbers, Date.now())
  const metadata = sent.metadata.filter(({ metric, unit }) => metric.length <= 1000 && (unit?.length ?? 0) <= 100 && !metric.includes('\0'))
  if (metadata.length > 0) await saveMetadata(pool, customerId, metadata.slice(0, maxMetadata))
  return outcome
}

/** One sentence for the sender about what was not taken. */
export function describeOutcome({ stored, tooOld, tooEarly, refused }: PointOutcome): string {
  const reasons = [
    tooOld > 0 && `${tooOld} older than 24 hours`,
    tooEarly > 0 && `${tooEarly} more than 10 minutes ahead of the clock`,
    refused > 0 && `${refused} of label sets beyond the limit of the customer, or that cannot be taken`,
  ].filter(Boolean)
  return `Stored ${stored} points. Not taken: ${reasons.join(', ')}.`
}
