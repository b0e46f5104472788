import type { IncidentTimelineEntry } from '@vakt/contract/incidents/incident-details.ts'

export type TimelineGroup = { key: string; entries: [IncidentTimelineEntry, ...IncidentTimelineEntry[]] }

/** Newest first; what Vakt itself did within this time stands in one line. */
const togetherMs = 60_000

/** What Vakt did that is worth a line of its own. */
const standsAlone = ({ author, step }: IncidentTimelineEntry) => author !== null || step === 'severity-changed'

/** Turns the timeline around and puts steps of alerts that followed on each other together. What people did stands alone, and so does a change of severity. */
export function groupTimeline(timeline: readonly IncidentTimelineEntry[]): TimelineGroup[] {
  const groups: TimelineGroup[] = []
  for (const [index, entry] of [...timeline.entries()].toReversed()) {
    const group = groups.at(-1)
    const first = group?.entries[0]
    const belongs = first && !standsAlone(first) && !standsAlone(entry) && Date.parse(first.at) - Date.parse(entry.at) <= togetherMs
    if (group && belongs) group.entries.push(entry)
    else groups.push({ key: `${index} ${entry.at}`, entries: [entry] })
  }
  return groups
}
