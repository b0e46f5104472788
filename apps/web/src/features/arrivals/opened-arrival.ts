import { incidentPath } from '#web/shared/links/paths.ts'
import type { Arrival } from './arrival-batch.ts'
import type { TitleOf } from './notified-arrivals.ts'
import type { LatestIncident } from './read-latest.ts'

type Sentences = { critical(title: string): string; atCustomer(sentence: string, customer: string): string }

/** A critical incident that opened; staff read at which customer. */
export function openedArrival(
  { customerId, incidentId, title, finding, customerName }: LatestIncident,
  sentences: Sentences,
  titleOf: TitleOf,
): Arrival {
  const sentence = sentences.critical(titleOf({ title, finding }))
  const path = incidentPath(customerId, incidentId)
  return { kind: 'opened', customerId, path, sentence: customerName === null ? sentence : sentences.atCustomer(sentence, customerName) }
}
