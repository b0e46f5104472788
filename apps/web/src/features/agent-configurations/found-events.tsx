import type { FoundEvent } from '@vakt/contract/agents/agent-configurations.ts'
import { useTexts } from '#web/platform/texts.ts'
import { RelativeTime } from '#web/ui/display/relative-time.tsx'
import styles from './agent.module.css'
import { foundEventsTexts } from './found-events.texts.ts'

/** The last entries of logs that matched a query, the latest first. */
export function FoundEvents({ events }: { events: readonly FoundEvent[] }) {
  const words = useTexts(foundEventsTexts)
  return (
    <div className={styles.found}>
      <h3>{words.title}</h3>
      <ul className={styles.names}>
        {events.toReversed().map(({ query, at, level, source, eventId, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and two can be alike; the list is replaced as a whole.
          <li key={index}>
            <RelativeTime iso={at} /> · {words.levels[level]} · <bdi>{query}</bdi>
            <br />
            <span className={styles.dim}>
              <bdi>{source}</bdi>
              {eventId === null ? null : ` ${eventId}`}
            </span>
            <p className={styles.event}>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
