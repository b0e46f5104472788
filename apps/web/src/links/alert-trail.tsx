import type { AlertTrailEntry } from '@vakt/contract/alerts.ts'
import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { ClockTime } from '#web/ui/clock-time.tsx'
import { severityTexts } from '#web/ui/severity.texts.ts'
import { Timeline, TimelineEntry } from '#web/ui/timeline.tsx'
import styles from './alert-trail.module.css'
import { alertTrailTexts, alertTrailValueTexts } from './alert-trail.texts.ts'
import { EntityLink } from './entity-link.tsx'
import { linkTexts } from './links.texts.ts'
import { TicketLink } from './ticket-link.tsx'

type AlertTrailProps = { customerId: string; trail: AlertTrailEntry[] }

/** Why, or why not: each step in words with the values it was decided by. */
export function AlertTrail({ customerId, trail }: AlertTrailProps) {
  const words = useTexts(linkTexts)
  const steps: Record<string, string | undefined> = useTexts(alertTrailTexts)
  if (trail.length === 0) return <p className={styles.dim}>{words.noTrail}</p>
  return (
    <Timeline isTight>
      {trail.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the trail only grows at its end, and two entries may say the same at once
        <TimelineEntry key={`${entry.at} ${entry.step} ${index}`} at={<ClockTime iso={entry.at} />}>
          <span className={styles.step}>{steps[entry.step] ?? entry.step.replaceAll('-', ' ')}</span>
          <TrailValues customerId={customerId} values={entry.values} />
        </TimelineEntry>
      ))}
    </Timeline>
  )
}

/** Ids become links, words of ours are translated, everything else is shown as it was recorded. */
export function TrailValues({ customerId, values }: { customerId: string; values: Record<string, string> }) {
  const levels: Record<string, unknown> = useTexts(severityTexts)
  const known: Record<string, string | undefined> = useTexts(alertTrailValueTexts)
  const { entityId, name, ticketId, incidentId: _, before, after, ...others } = values
  const say = (value: string) => {
    const level = levels[value]
    return typeof level === 'string' ? level : (known[value] ?? value)
  }
  const parts: { key: string; part: ReactNode }[] = []
  if (entityId) parts.push({ key: 'entity', part: <EntityLink customerId={customerId} entity={{ entityId, name: name ?? entityId }} /> })
  else if (name) parts.push({ key: 'name', part: name })
  if (ticketId) parts.push({ key: 'ticket', part: <TicketLink customerId={customerId} ticketId={ticketId} /> })
  if (before && after) parts.push({ key: 'change', part: `${say(before)} → ${say(after)}` })
  for (const [key, value] of Object.entries(others)) if (value) parts.push({ key, part: say(value) })
  if (parts.length === 0) return null
  return (
    <span className={styles.values}>
      {parts.map(({ key, part }) => (
        <span key={key}>{part}</span>
      ))}
    </span>
  )
}
