import type { AlertTrailEntry } from '@vakt/contract/alerts/alerts.ts'

/** The trail by occurrence, the latest first and in each the newest step first. An occurrence begins when the alert fires again. */
export function occurrencesOf(trail: readonly AlertTrailEntry[]): AlertTrailEntry[][] {
  const occurrences: AlertTrailEntry[][] = []
  for (const entry of trail) {
    const current = occurrences.at(-1)
    if (!current || entry.step === 'reopened') occurrences.push([entry])
    else current.push(entry)
  }
  return occurrences.map((steps) => steps.toReversed()).toReversed()
}
