import type { ServiceLevel } from '@vakt/contract/tickets/service-levels.ts'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { lookOf, minutesLeftAt } from '#web/shared/tickets/minutes-left.ts'
import { TimeLeft } from '#web/shared/tickets/time-left.tsx'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'
import styles from './ticket-clock.module.css'
import { ticketDetailsTexts } from './ticket-details.texts.ts'

/** A clock of the ticket: the time left, how much of it is used as a bar, and when it is due. */
export function TicketClock({ level }: { level: ServiceLevel }) {
  const words = useTexts(ticketDetailsTexts)
  const format = useFormat()
  useTicks()
  const now = serverNow()
  const look = lookOf(level, now)
  const used = Math.min(1, Math.max(0, 1 - minutesLeftAt(level, now) / Math.max(1, level.targetMinutes)))
  return (
    <>
      <TimeLeft level={level} withClock={false} />
      {level.isEnded ? null : (
        <>
          <span className={styles.bar} data-tone={look} aria-hidden="true">
            <span style={{ width: `${used * 100}%` }} />
          </span>
          {level.dueAt ? (
            <span className={styles.due}>{(look === 'late' ? words.wasDue : words.due)(format.exact(level.dueAt))}</span>
          ) : null}
        </>
      )}
    </>
  )
}
