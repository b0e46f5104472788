import type { IncidentTimelineEntry } from '@vakt/contract/incident-details.ts'
import { alertTrailTexts } from '#web/links/alert-trail.texts.ts'
import { TrailValues } from '#web/links/alert-trail.tsx'
import { useTexts } from '#web/platform/texts.ts'
import { ClockTime } from '#web/ui/clock-time.tsx'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'

/** What its alerts went through and what people did, the newest first. */
export function IncidentTimeline({ customerId, timeline }: { customerId: string; timeline: IncidentTimelineEntry[] }) {
  const words = useTexts(incidentPageTexts)
  const steps: Record<string, string | undefined> = useTexts(alertTrailTexts)
  return (
    <ol className={styles.timeline} aria-label={words.newestFirst}>
      {timeline.toReversed().map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may say the same at once
        <li key={`${entry.at} ${entry.step} ${timeline.length - index}`} data-person={entry.author !== null || undefined}>
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
          <span className={styles.at}>
            <ClockTime iso={entry.at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
