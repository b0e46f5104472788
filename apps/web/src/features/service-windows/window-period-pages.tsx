import { useInfiniteQuery } from '@tanstack/react-query'
import {
  type AlertHeldByWindow,
  listAlertsHeldByWindows,
  listStartedOccurrences,
} from '@vakt/contract/service-windows/service-window-occurrences.ts'
import type { WindowOccurrence } from '@vakt/contract/service-windows/service-windows.ts'
import { CalendarClock } from 'lucide-react'
import { ListScreen } from '#web/lists/list-screen.tsx'
import { useListScreen } from '#web/lists/use-list-screen.tsx'
import { downloadList } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { EntityLink } from '#web/shared/entities/entity-link.tsx'
import { incidentPath, windowPath } from '#web/shared/links/paths.ts'
import { writeTimes } from '#web/shared/service-windows/window-times.ts'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { ChosenFilter } from '#web/ui/filters/chosen-filter.tsx'
import { PeriodFilter } from '#web/ui/filters/period-filter.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import type { Column } from '#web/ui/table/row-table.tsx'
import { windowPageTexts } from './window-page.texts.ts'
import { windowPeriodTexts } from './window-period.texts.ts'
import { heldInPeriodQuery, periodQueryOf, startedQuery } from './window-period-queries.ts'
import { windowPeriodSearch } from './windows-search.ts'

const usePeriodScreen = () => useListScreen(windowPeriodSearch)

function PeriodFilters({ screen }: { screen: ReturnType<typeof usePeriodScreen> }) {
  const words = useTexts(windowPeriodTexts)
  const { group } = screen.search
  return (
    <>
      <PeriodFilter label={words.period} {...screen.period()} />
      {group ? (
        <ChosenFilter
          label={words.group}
          text={group.map((value) => value || words.withoutTag).join(' / ')}
          onClear={() => screen.change({ group: undefined })}
        />
      ) : null}
    </>
  )
}

type Named = { serviceWindowId: string; occurrenceId: string | null; reason: string }

function OccurrenceLink({ customerId, of: { serviceWindowId, occurrenceId, reason } }: { customerId: string; of: Named }) {
  const occurrence = occurrenceId ? `?occurrence=${occurrenceId}` : ''
  return (
    <PlainLink href={`${windowPath(customerId, serviceWindowId)}${occurrence}`}>
      <bdi>{reason}</bdi>
    </PlainLink>
  )
}

/** Each time that a service window started in a period: what a report counts. */
export function StartedWindowsPage() {
  const words = useTexts(windowPeriodTexts)
  const { states } = useTexts(windowPageTexts)
  const format = useFormat()
  const { customerId, name } = useShownCustomer()
  const screen = usePeriodScreen()
  const list = useInfiniteQuery(startedQuery(customerId, screen.rows))
  const columns: Column<WindowOccurrence>[] = [
    { key: 'window', label: words.window, phone: 'first', wraps: true, cell: (row) => <OccurrenceLink customerId={customerId} of={row} /> },
    { key: 'when', label: words.when, width: '17rem', phone: 'second', cell: (row) => writeTimes(row, format) },
    { key: 'state', label: words.state, width: '9rem', phone: 'second', cell: ({ state }) => states[state] },
    { key: 'held', label: words.heldAlerts, width: '8rem', phone: 'hidden', cell: ({ held }) => format.number(held) },
    { key: 'raised', label: words.raised, width: '7rem', phone: 'hidden', cell: ({ raised }) => format.number(raised) },
  ]
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.started}
      conclusion={words.startedIntro(name)}
      onExport={(file) => downloadList(listStartedOccurrences, { params: { customerId }, query: periodQueryOf(screen.rows) }, file)}
      filters={<PeriodFilters screen={screen} />}
      columns={columns}
      rowKey={({ occurrenceId, startsAt }) => occurrenceId ?? startsAt}
      words={{ failed: words.failed, nothingMatches: words.nothingMatches }}
      empty={<EmptyState title={words.noneStarted} text={words.nothingText} icon={<CalendarClock size={28} strokeWidth={1.5} />} />}
    />
  )
}

/** The alerts that service windows held which started in a period, and what happened to each. */
export function HeldAlertsPage() {
  const words = useTexts(windowPeriodTexts)
  const { outcomes, unknownResource, incident } = useTexts(windowPageTexts)
  const { exact } = useFormat()
  const { customerId, name } = useShownCustomer()
  const screen = usePeriodScreen()
  const list = useInfiniteQuery(heldInPeriodQuery(customerId, screen.rows))
  const columns: Column<AlertHeldByWindow>[] = [
    { key: 'severity', label: '', width: '2.5rem', phone: 'hidden', cell: ({ severity }) => <SeverityMark level={severity} quiet /> },
    {
      key: 'alert',
      label: words.alert,
      phone: 'first',
      wraps: true,
      cell: (row) => (
        <PlainLink href={`/alert-overview?customer=${encodeURIComponent(customerId)}&alert=${row.alertId}`}>
          <bdi>{row.name}</bdi>
        </PlainLink>
      ),
    },
    {
      key: 'resource',
      label: words.resource,
      width: '12rem',
      phone: 'second',
      cell: ({ entity }) => (entity ? <EntityLink customerId={customerId} entity={entity} /> : unknownResource),
    },
    {
      key: 'window',
      label: words.window,
      phone: 'second',
      wraps: true,
      cell: (row) => <OccurrenceLink customerId={customerId} of={row} />,
    },
    { key: 'heldAt', label: words.heldAt, width: '11rem', phone: 'hidden', cell: ({ heldAt }) => exact(heldAt) },
    {
      key: 'outcome',
      label: words.outcome,
      phone: 'second',
      wraps: true,
      cell: ({ outcome, incidentId }) => (
        <>
          {outcomes[outcome]} {incidentId ? <PlainLink href={incidentPath(customerId, incidentId)}>{incident}</PlainLink> : null}
        </>
      ),
    },
  ]
  return (
    <ListScreen
      screen={screen}
      list={list}
      title={words.held}
      conclusion={words.heldIntro(name)}
      onExport={(file) => downloadList(listAlertsHeldByWindows, { params: { customerId }, query: periodQueryOf(screen.rows) }, file)}
      filters={<PeriodFilters screen={screen} />}
      columns={columns}
      rowKey={({ alertId, occurrenceId }) => `${alertId} ${occurrenceId}`}
      words={{ failed: words.failed, nothingMatches: words.nothingMatches }}
      empty={<EmptyState title={words.noneHeld} text={words.nothingText} icon={<CalendarClock size={28} strokeWidth={1.5} />} />}
    />
  )
}
