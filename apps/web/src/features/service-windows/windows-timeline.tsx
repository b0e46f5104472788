import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ServiceWindow, WindowOccurrence } from '@vakt/contract/service-windows/service-windows.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff, useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { windowPath } from '#web/shared/links/paths.ts'
import { windowsNowQuery } from '#web/shared/service-windows/windows-now-query.ts'
import { type PlacedSpan, ScheduleTimeline } from '#web/ui/chart/schedule-timeline.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { FilterTabs } from '#web/ui/filters/filter-tabs.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { scopeTexts } from './scope.texts.ts'
import { newRow, subjectOf, timelineBars } from './timeline-bars.ts'
import { dayOf, describeSpan, stepDay, timelineSpan } from './timeline-span.ts'
import { timelineViews, usualView } from './timeline-view.ts'
import { useMoveWindow } from './use-move-window.ts'
import { timelineQuery } from './window-queries.ts'
import { describeScope } from './window-scope.ts'
import styles from './windows.module.css'
import { windowTexts } from './windows.texts.ts'
import type { TimelineSearch } from './windows-search.ts'

type WindowsTimelineProps = {
  customerId: string
  /** Those that are listed: what they cover and how they repeat is drawn; with `isFiltered` others are left out. */
  windows: readonly ServiceWindow[]
  isFiltered: boolean
  /** Only windows that cover this resource; new ones begin with it. */
  entity?: { entityId: string; name?: string | undefined } | undefined
  search: TimelineSearch
  onChange: (search: TimelineSearch) => void
}

const pickTimeline = ({ view, at, rows }: TimelineSearch) => ({ view, at, rows })
const rowsAtFirst = 25
const snapMs = { day: 15 * 60_000, week: 30 * 60_000, month: 60 * 60_000 }

/** All windows by day, week or month. A new one is drawn; one that does not repeat is moved, and the end of an ongoing one. */
export function WindowsTimeline({ customerId, windows, isFiltered, entity, search, onChange }: WindowsTimelineProps) {
  const words = useTexts(windowTexts)
  const scopeWords = useTexts(scopeTexts)
  const format = useFormat()
  const navigate = useNavigate()
  const { can } = useShownCustomer()
  const byStaff = isStaff(useSession())
  const mayWrite = can(['@feature.servicewindow.write'])
  const [showsAll, setShowsAll] = useState(false)
  const today = dayOf(serverNow(), format.timeZone)
  const isUsual = search.view === undefined && search.at === undefined
  const soon = useQuery({ ...windowsNowQuery(customerId, entity?.entityId), enabled: isUsual })
  const nextStart = soon.data?.next?.startsAt
  const view = search.view ?? (isUsual ? usualView(today, nextStart ? dayOf(Date.parse(nextStart), format.timeZone) : null) : 'week')
  const day = search.at ?? today
  const span = useMemo(() => timelineSpan(view, day, format.timeZone), [view, day, format.timeZone])
  const isUndecided = isUsual && soon.isPending
  const query = useQuery({ ...timelineQuery(customerId, span, entity?.entityId), enabled: !isUndecided })
  const { moving, move } = useMoveWindow(customerId)
  const known = useMemo(() => new Map(windows.map((window) => [window.serviceWindowId, window])), [windows])
  const { rows, bars } = useMemo(() => {
    const occurrences = (query.data?.occurrences ?? []).filter(({ serviceWindowId }) => !isFiltered || known.has(serviceWindowId))
    return timelineBars({
      occurrences,
      windows: known,
      by: search.rows ?? 'windows',
      words: words.bars,
      mayChange: ({ providerWindowId }) => mayWrite && (providerWindowId === null || byStaff),
    })
  }, [query.data, known, isFiltered, search.rows, words, mayWrite, byStaff])
  const detailsOf = ({ serviceWindowId, held }: WindowOccurrence) => {
    const window = known.get(serviceWindowId)
    const covers = window ? `${words.columns.covers} ${describeScope(window.scope, window.entities, scopeWords, format.locale)}` : ''
    return [covers, held > 0 ? words.held(held) : ''].filter(Boolean)
  }
  const shownRows = showsAll ? rows : rows.slice(0, rowsAtFirst)

  function create({ row, from, to }: PlacedSpan) {
    const subject = row === newRow && entity ? { entity: entity.entityId } : subjectOf(row)
    const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    void navigate({ to: '/service-window/$customerId/create', params: { customerId }, search: { ...subject, ...times } })
  }

  function open(key: string) {
    const occurrence = bars.find((bar) => bar.key === key)?.occurrence
    if (!occurrence) return
    const { serviceWindowId, occurrenceId } = occurrence
    void navigate({
      to: '/service-window/$customerId/$swId',
      params: { customerId, swId: serviceWindowId },
      search: occurrenceId ? { occurrence: occurrenceId } : {},
    })
  }

  function change(key: string, placed: PlacedSpan) {
    const bar = bars.find((one) => one.key === key)
    if (bar) void move(bar.occurrence, placed)
  }

  const go = (next: { [Name in keyof TimelineSearch]?: TimelineSearch[Name] | undefined }) =>
    onChange(Object.fromEntries(Object.entries({ ...pickTimeline(search), ...next }).filter(([, value]) => value !== undefined)))
  return (
    <section className={styles.timeline} aria-label={words.timeline}>
      <div className={styles.timelineBar}>
        <div className={styles.steps}>
          <Button variant="default" size="compact-md" aria-label={words.previous} onClick={() => go({ view, at: stepDay(view, day, -1) })}>
            <ChevronLeft size={16} aria-hidden="true" />
          </Button>
          <Button variant="default" size="compact-md" aria-label={words.next} onClick={() => go({ view, at: stepDay(view, day, 1) })}>
            <ChevronRight size={16} aria-hidden="true" />
          </Button>
          <Button variant="default" size="compact-md" onClick={() => go({ view, at: undefined })}>
            {words.today}
          </Button>
          <h2 className={styles.span} aria-live="polite">
            {describeSpan(view, day, format.locale)}
          </h2>
        </div>
        <div className={styles.steps}>
          <FilterTabs
            label={words.rowsBy}
            value={search.rows ?? 'windows'}
            onChange={(by) => go({ rows: by === 'resources' ? by : undefined })}
            options={(['windows', 'resources'] as const).map((value) => ({ value, label: words.rows[value] }))}
          />
          <FilterTabs
            label={words.view}
            value={view}
            onChange={(next) => go({ view: next })}
            options={timelineViews.map((value) => ({ value, label: words.views[value] }))}
          />
        </div>
      </div>
      {query.isError && !query.data ? (
        <ErrorState title={words.timelineFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <ListSkeleton rows={4} />
      ) : (
        <ScheduleTimeline
          label={`${words.timeline}: ${describeSpan(view, day, format.locale)}`}
          rowsLabel={search.rows === 'resources' ? words.resource : words.window}
          rows={[
            ...(mayWrite ? [{ key: newRow, label: entity?.name ?? words.newWindow }] : []),
            ...shownRows.map((row) => ({ ...row, head: <RowHead customerId={customerId} row={row} /> })),
          ]}
          bars={bars.map((bar) => {
            const moved = moving?.startsAt === bar.occurrence.startsAt && moving.serviceWindowId === bar.occurrence.serviceWindowId
            const shown = { ...bar, details: detailsOf(bar.occurrence) }
            return moved ? { ...shown, from: moving.from, to: moving.to } : shown
          })}
          span={span}
          snapMs={snapMs[view]}
          onOpen={open}
          {...(mayWrite ? { onCreate: create, onChange: change } : {})}
        />
      )}
      {rows.length > shownRows.length ? (
        <Button variant="subtle" onClick={() => setShowsAll(true)}>
          {words.moreRows(rows.length - shownRows.length)}
        </Button>
      ) : null}
      {query.data?.isCut ? <p className={styles.dim}>{words.tooManyOccurrences}</p> : null}
    </section>
  )
}

function RowHead({ customerId, row: { key, label } }: { customerId: string; row: { key: string; label: string } }) {
  const { copy } = subjectOf(key)
  return copy ? (
    <PlainLink href={windowPath(customerId, copy)} title={label}>
      <bdi>{label}</bdi>
    </PlainLink>
  ) : (
    <bdi title={label}>{label}</bdi>
  )
}
