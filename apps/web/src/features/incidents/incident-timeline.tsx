import type { IncidentTimelineEntry } from '@vakt/contract/incident-details.ts'
import { alertTrailTexts } from '#web/links/alert-trail.texts.ts'
import { TrailValues } from '#web/links/alert-trail.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { ClockTime } from '#web/ui/clock-time.tsx'
import { Timeline, TimelineEntry } from '#web/ui/timeline.tsx'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'

/** What its alerts went through and what people did, the newest first. */
export function IncidentTimeline({ customerId, timeline }: { customerId: string; timeline: IncidentTimelineEntry[] }) {
  const words = useTexts(incidentPageTexts)
  const steps: Record<string, string | undefined> = useTexts(alertTrailTexts)
  return (
    <Timeline label={words.newestFirst}>
      {timeline.toReversed().map((entry, index) => (
        <TimelineEntry
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may say the same at once
          key={`${entry.at} ${entry.step} ${timeline.length - index}`}
          at={<ClockTime iso={entry.at} />}
          isByPerson={entry.author !== null}
        >
          <div className={styles.what}>
            {entry.author === null ? (
              <>
                <span>{steps[entry.step] ?? entry.step.replaceAll('-', ' ')}</span>
                <span className={styles.dim}>{entry.alert?.name}</span>
                <TrailValues customerId={customerId} values={entry.values} />
              </>
            ) : (
              <span>
                <strong>{entry.author}</strong> {words.steps[entry.step] ?? entry.step} {entry.values.name}
              </span>
            )}
          </div>
          {entry.body ? <p className={styles.body}>{entry.body}</p> : null}
        </TimelineEntry>
      ))}
    </Timeline>
  )
}
