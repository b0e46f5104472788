import { Link } from '@tanstack/react-router'
import type { IncidentTimelineEntry } from '@vakt/contract/incidents/incident-details.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useActorName } from '#web/platform/branding.ts'
import { useTexts } from '#web/platform/texts.ts'
import { alertTrailTexts } from '#web/shared/alerts/alert-trail.texts.ts'
import { TrailValues } from '#web/shared/alerts/alert-trail.tsx'
import { ticketStatusTexts } from '#web/shared/links/links.texts.ts'
import { ClockTime } from '#web/ui/display/clock-time.tsx'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { Timeline, TimelineEntry } from '#web/ui/display/timeline.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import styles from './incident-page.module.css'
import { incidentPageTexts } from './incident-page.texts.ts'
import { groupTimeline, type TimelineGroup } from './incident-timeline-groups.ts'

type Shown = 'all' | 'people' | 'machine'

/** What people wrote and did, and what its alerts went through, in one list, the newest first. */
export function IncidentTimeline({ customerId, timeline }: { customerId: string; timeline: IncidentTimelineEntry[] }) {
  const words = useTexts(incidentPageTexts)
  const [shown, setShown] = useState<Shown>('all')
  const groups = groupTimeline(timeline.filter(({ author }) => shown === 'all' || (author !== null) === (shown === 'people')))
  const options = (['all', 'people', 'machine'] as const).map((value) => ({ value, label: words[value] }))
  return (
    <>
      <div className={styles.tabs}>
        <FilterTabs label={words.show} options={options} value={shown} onChange={setShown} />
      </div>
      {groups.length === 0 ? <p className={styles.dim}>{words.nothingShown}</p> : null}
      <Timeline label={words.newestFirst}>
        {groups.map(({ key, entries: [first, ...others] }) => (
          <TimelineEntry key={key} at={<ClockTime iso={first.at} />} isByPerson={first.author !== null}>
            {first.author === null ? (
              <MachineLine customerId={customerId} entries={[first, ...others]} />
            ) : (
              <PersonLine customerId={customerId} entry={first} />
            )}
          </TimelineEntry>
        ))}
      </Timeline>
    </>
  )
}

function PersonLine({ customerId, entry }: { customerId: string; entry: IncidentTimelineEntry }) {
  const words = useTexts(incidentPageTexts)
  const statuses = useTexts(ticketStatusTexts)
  const actorName = useActorName()
  const { before, after, name, incidentId, title, channels } = entry.values
  const isUnassigned = entry.step === 'ticket-assignee' && !after
  const took = (entry.step === 'assigned' || entry.step === 'ticket-assignee') && (name ?? after) === entry.author
  const step = took ? 'took' : isUnassigned ? 'ticket-unassigned' : entry.step
  const value =
    entry.step === 'ticket-status'
      ? statuses[after as TicketStatus]
      : entry.step === 'ticket-priority'
        ? words.priorities[after ?? '']
        : after
  return (
    <>
      <div className={styles.what}>
        <span>
          <strong>{actorName(entry.author ?? '')}</strong> {words.steps[step] ?? step}{' '}
          {took ? null : (name ?? (isUnassigned ? before : value))}
          {channels
            ? ` · ${channels
                .split(' ')
                .map((channel) => words.channels[channel] ?? channel)
                .join(', ')}`
            : null}
          {incidentId ? (
            <Link to="/incidents/$customerId/$incidentId" params={{ customerId, incidentId }}>
              {title ?? words.anotherIncident}
            </Link>
          ) : null}
        </span>
        {entry.private ? (
          <span className={styles.internal} title={words.internalHint}>
            <Lock size={12} aria-hidden="true" /> {words.internal}
          </span>
        ) : null}
      </div>
      {entry.body ? (
        <div className={styles.body} data-internal={entry.private || undefined}>
          <Markdown text={entry.body} />
        </div>
      ) : null}
    </>
  )
}

/** One line for steps that followed on each other; all of them on demand. */
function MachineLine({ customerId, entries }: { customerId: string; entries: TimelineGroup['entries'] }) {
  const words = useTexts(incidentPageTexts)
  const steps: Record<string, string | undefined> = useTexts(alertTrailTexts)
  const line = (entry: IncidentTimelineEntry) => (
    <>
      <span>{steps[entry.step] ?? entry.step.replaceAll('-', ' ')}</span>
      <TrailValues customerId={customerId} values={entry.values} />
    </>
  )
  const [first] = entries
  const names = [...new Set(entries.map(({ alert }) => alert?.name).filter((name) => name !== undefined))].join(', ')
  if (entries.length === 1)
    return (
      <div className={`${styles.what} ${styles.dim}`}>
        {line(first)}
        <span>{names}</span>
      </div>
    )
  return (
    <details className={styles.dim}>
      <summary className={styles.summary}>
        {words.signals(entries.length)} · {names}
      </summary>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may say the same at once
        <div key={`${entry.at} ${index}`} className={styles.what}>
          {line(entry)}
        </div>
      ))}
    </details>
  )
}
