import type { AlertTrailEntry } from '@vakt/contract/alerts/alerts.ts'

const beginnings = new Set(['received', 'reopened'])

/** One time that an alert fired, with what followed. */
export type Occurrence = { startedAt: string; incidentId: string | null; entries: AlertTrailEntry[] }

/** The trail of an alert by the times it fired, oldest first. */
function splitOccurrences(trail: readonly AlertTrailEntry[]): Occurrence[] {
  const occurrences: Occurrence[] = []
  for (const entry of trail) {
    const last = occurrences.at(-1)
    if (!last || beginnings.has(entry.step)) occurrences.push({ startedAt: entry.at, incidentId: null, entries: [entry] })
    else last.entries.push(entry)
    const current = occurrences.at(-1)
    if (current && entry.values.incidentId) current.incidentId = entry.values.incidentId
  }
  return occurrences
}

/** The occurrence that an incident is about, the latest where it had several, and those before it. */
export function occurrencesOf(
  trail: readonly AlertTrailEntry[],
  incidentId: string,
): { current: Occurrence | null; earlier: Occurrence[] } {
  const all = splitOccurrences(trail)
  const own = all.findLastIndex((one) => one.incidentId === incidentId)
  const at = own === -1 ? all.length - 1 : own
  return { current: all[at] ?? null, earlier: all.slice(0, Math.max(0, at)) }
}
