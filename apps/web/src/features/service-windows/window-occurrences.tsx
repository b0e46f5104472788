import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listHeldAlerts } from '@vakt/contract/service-windows/service-window-occurrences.ts'
import type { ServiceWindow, WindowOccurrence } from '@vakt/contract/service-windows/service-windows.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { incidentPath } from '#web/shared/links/paths.ts'
import { isOverdue, writeTimes } from '#web/shared/service-windows/window-times.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ClockTime } from '#web/ui/display/clock-time.tsx'
import { PanelHistory } from '#web/ui/overlay/panel-history.tsx'
import { ExportMenu } from '#web/ui/table/export-menu.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { windowPageTexts } from './window-page.texts.ts'
import { heldAlertsQuery, type OccurrenceKey, occurrencesQuery } from './window-queries.ts'
import styles from './windows.module.css'
import { windowPageSearch } from './windows-search.ts'

/** Each occurrence that has begun, the latest first; the one that the address names is open and says what it held. */
export function WindowOccurrences({ customerId, window }: { customerId: string; window: ServiceWindow }) {
  const words = useTexts(windowPageTexts)
  const format = useFormat()
  const { serviceWindowId, ongoing } = window
  const list = useInfiniteQuery(occurrencesQuery({ customerId, serviceWindowId }))
  const rows = useRows(list.data)
  const search = windowPageSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const openId = search.occurrence ?? (search.closed ? undefined : (ongoing?.occurrenceId ?? rows[0]?.occurrenceId))
  const toggle = (id: string) =>
    void navigate({ to: '.', search: (openId === id ? { closed: true } : { occurrence: id }) as never, replace: true, resetScroll: false })
  return (
    <PanelHistory
      title={words.occurrences}
      words={{
        failed: words.occurrencesFailed,
        nothing: window.next ? words.noOccurrencesNext(writeTimes(window.next, format)) : words.noOccurrences,
        more: words.more,
      }}
      list={list}
      rows={rows}
      keyOf={({ occurrenceId, startsAt }) => occurrenceId ?? startsAt}
    >
      {(occurrence) => (
        <Occurrence
          customerId={customerId}
          occurrence={occurrence}
          isOpen={occurrence.occurrenceId !== null && occurrence.occurrenceId === openId}
          onToggle={toggle}
        />
      )}
    </PanelHistory>
  )
}

type OccurrenceProps = { customerId: string; occurrence: WindowOccurrence; isOpen: boolean; onToggle: (occurrenceId: string) => void }

function Occurrence({ customerId, occurrence, isOpen, onToggle }: OccurrenceProps) {
  const words = useTexts(windowPageTexts)
  const format = useFormat()
  const { occurrenceId, serviceWindowId, state, endsAt, plannedEndsAt, held, raised, stillHeld } = occurrence
  const counts = [words.heldCount(held), raised > 0 ? words.raisedCount(raised) : '']
  // Someone who ended it early may have left what fires until the planned end.
  const isLate = stillHeld > 0 && isOverdue(endsAt) && isOverdue(plannedEndsAt)
  if (stillHeld > 0 && !isLate) counts.push(words.stillCount(stillHeld))
  const title = (
    <>
      <span className={styles.occurrenceTime}>{writeTimes(occurrence, format)}</span>
      <span className={styles.state} data-state={state}>
        {words.states[state]}
      </span>
      <span className={styles.dim}>{counts.filter(Boolean).join(' · ')}</span>
      {isLate ? <span className={styles.late}>{words.overdueCount(stillHeld)}</span> : null}
    </>
  )
  if (occurrenceId === null || held === 0) return <div className={styles.occurrence}>{title}</div>
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <button type="button" className={styles.occurrence} aria-expanded={isOpen} onClick={() => onToggle(occurrenceId)}>
        {title}
        <Chevron size={16} aria-hidden="true" />
      </button>
      {isOpen ? <HeldAlerts isLate={isLate} occurrence={{ customerId, serviceWindowId, occurrenceId }} /> : null}
    </>
  )
}

/** What an occurrence held, and what happened to each alert. */
function HeldAlerts({ occurrence: key, isLate }: { occurrence: OccurrenceKey; isLate: boolean }) {
  const words = useTexts(windowPageTexts)
  const list = useInfiniteQuery(heldAlertsQuery(key))
  const rows = useRows(list.data)
  const { customerId } = key
  return (
    <div className={styles.heldAlerts}>
      <PanelHistory
        title={words.show}
        words={{ failed: words.heldFailed, nothing: words.heldNothing, more: words.more }}
        list={list}
        rows={rows}
        keyOf={({ alertId, heldAt }) => `${alertId} ${heldAt}`}
      >
        {({ alertId, name, severity, entity, heldAt, outcome, outcomeAt, incidentId }) => (
          <div className={styles.heldAlert}>
            <SeverityMark level={severity} quiet={outcome !== 'held'} />
            <span>
              <PlainLink href={`/alert-overview?customer=${encodeURIComponent(customerId)}&alert=${alertId}`}>
                <bdi>{name}</bdi>
              </PlainLink>
              <span className={styles.dim}>
                {' · '}
                {entity ? <EntityLink customerId={customerId} entity={entity} /> : words.unknownResource} · <ClockTime iso={heldAt} />
              </span>
            </span>
            <span>
              {outcome === 'held' && isLate ? <span className={styles.late}>{words.heldLate}</span> : words.outcomes[outcome]}{' '}
              {outcomeAt ? <ClockTime iso={outcomeAt} /> : null}{' '}
              {incidentId ? <PlainLink href={incidentPath(customerId, incidentId)}>{words.incident}</PlainLink> : null}
            </span>
          </div>
        )}
      </PanelHistory>
      {rows.length > 0 ? <ExportMenu onExport={(format) => downloadList(listHeldAlerts, { params: key }, format)} /> : null}
    </div>
  )
}
