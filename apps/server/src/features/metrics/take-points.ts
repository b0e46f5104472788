import type { Pool } from 'pg'
import { saveMetadata } from './metric-series-table.ts'
import { createSeriesDictionary, type SeriesDictionary } from './series-dictionary.ts'
import { type PointFault, pointFaults, setLimits } from './wire/request-bounds.ts'
import type { SentPoints } from './wire/sent-points.ts'
import { createTurns } from './wire/turns.ts'
import { createPointWriter, isNothingRead, type PointOutcome, type WritePoints } from './write-points.ts'

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
  if (sent.metadata.length > 0) await saveMetadata(pool, customerId, sent.metadata)
  return { ...outcome, described: sent.metadata.length }
}

const faultWords: Record<PointFault, string> = {
  'no-name': 'without a metric name (the label __name__)',
  'too-many-labels': `with more than ${setLimits.labels} labels`,
  'label-too-long': `with a label longer than ${setLimits.labelLength} characters`,
  'label-twice': 'with a label that stands twice',
  'no-value': 'without a value that is a number',
  'too-large': 'larger than 64 kB',
}

/** One sentence for the sender about what was not taken. */
export function describeOutcome(outcome: PointOutcome): string {
  if (isNothingRead(outcome)) return whatWasNotRead(outcome)
  const { stored, tooOld, tooEarly, refused, faults } = outcome
  const reasons = [
    tooOld > 0 && `${tooOld} older than 24 hours`,
    tooEarly > 0 && `${tooEarly} more than 10 minutes ahead of the clock`,
    refused > 0 && `${refused} of label sets beyond the limit of the customer`,
    ...pointFaults.map((fault) => faults[fault] > 0 && `${faults[fault]} ${faultWords[fault]}`),
  ].filter(Boolean)
  return `Stored ${stored} points. Not taken: ${reasons.join(', ')}.`
}

const whatWasNotRead = ({ passedOver }: PointOutcome) =>
  passedOver > 0
    ? `Nothing was stored: native histograms and exemplars are not taken, and the ${passedOver} sent came without other points.`
    : 'Nothing was stored: no points were found in the body.'
