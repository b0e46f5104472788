import type { AlertTrailEntry } from '@vakt/contract/alerts/alerts.ts'
import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { linkTexts } from '#web/shared/links/links.texts.ts'
import { WindowLink } from '#web/shared/service-windows/window-link.tsx'
import { writeEnd } from '#web/shared/service-windows/window-times.ts'
import { windowsNowTexts } from '#web/shared/service-windows/windows-now.texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { TicketLink } from '#web/shared/tickets/ticket-link.tsx'
import { ClockTime } from '#web/ui/display/clock-time.tsx'
import { Timeline, TimelineEntry } from '#web/ui/display/timeline.tsx'
import { alertSignalTexts } from './alert-signal.texts.ts'
import styles from './alert-trail.module.css'
import { alertTrailTexts, alertTrailValueTexts } from './alert-trail.texts.ts'

const AlertSignal = lazy(() => import('./alert-signal.tsx').then((module) => ({ default: module.AlertSignal })))

type AlertTrailProps = {
  customerId: string
  trail: AlertTrailEntry[]
  /** Where the raw signals behind the steps can be opened. */
  alertId?: string
}

/** Why, or why not: each step in words with the values it was decided by. */
export function AlertTrail({ customerId, trail, alertId }: AlertTrailProps) {
  const words = useTexts(linkTexts)
  const steps: Record<string, string | undefined> = useTexts(alertTrailTexts)
  const { isLimited } = useShownCustomer()
  if (trail.length === 0) return <p className={styles.dim}>{words.noTrail}</p>
  return (
    <Timeline isTight>
      {trail.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the trail only grows at its end, and two entries may say the same at once
        <TimelineEntry key={`${entry.at} ${entry.step} ${index}`} at={<ClockTime iso={entry.at} />}>
          <span className={styles.step}>{steps[entry.step] ?? entry.step.replaceAll('-', ' ')}</span>
          <TrailValues customerId={customerId} values={entry.values} />
          {alertId && entry.signalId && !isLimited ? (
            <SignalOfStep customerId={customerId} alertId={alertId} signalId={entry.signalId} />
          ) : null}
        </TimelineEntry>
      ))}
    </Timeline>
  )
}

/** The raw signal, folded. */
function SignalOfStep(props: { customerId: string; alertId: string; signalId: string }) {
  const words = useTexts(alertSignalTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.signal}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? words.hide : words.show}
      </button>
      <Suspense fallback={<p className={styles.dim}>{words.loading}</p>}>{isOpen ? <AlertSignal {...props} /> : null}</Suspense>
    </div>
  )
}

/** Ids become links, words of ours are translated, everything else is shown as it was recorded. */
export function TrailValues({ customerId, values }: { customerId: string; values: Record<string, string> }) {
  const levels: Record<string, unknown> = useTexts(severityTexts)
  const known: Record<string, string | undefined> = useTexts(alertTrailValueTexts)
  const words = useTexts(windowsNowTexts)
  const format = useFormat()
  const titleOf = useIncidentTitle()
  const { entityId, name, ticketId, incidentId: _, alertRuleId: __, before, after, title, finding, ...more } = values
  const { serviceWindowId, occurrenceId = null, reason = '', until, ...others } = more
  const say = (value: string) => {
    const level = levels[value]
    return typeof level === 'string' ? level : (known[value] ?? value)
  }
  const parts: { key: string; part: ReactNode }[] = []
  if (entityId) parts.push({ key: 'entity', part: <EntityLink customerId={customerId} entity={{ entityId, name: name ?? entityId }} /> })
  else if (name) parts.push({ key: 'name', part: name })
  if (serviceWindowId)
    parts.push({ key: 'window', part: <WindowLink customerId={customerId} window={{ serviceWindowId, occurrenceId, reason }} /> })
  else if (reason) parts.push({ key: 'reason', part: say(reason) })
  if (until) parts.push({ key: 'until', part: serviceWindowId ? words.until(writeEnd(until, format)) : say(until) })
  if (ticketId) parts.push({ key: 'ticket', part: <TicketLink customerId={customerId} ticketId={ticketId} /> })
  const called = title && titleOf({ title, finding: finding ? (JSON.parse(finding) as RuleFinding) : null })
  if (called) parts.push({ key: 'title', part: called })
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
