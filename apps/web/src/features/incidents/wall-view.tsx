import type { OpenIncident, OpenNow, OpenNowOfAllCustomers } from '@vakt/contract/open-now.ts'
import { Maximize, X } from 'lucide-react'
import { type CSSProperties, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useIsReconnecting } from '#web/platform/live.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { SeverityMark, SeverityShape } from '#web/shared/severity/severity-mark.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { clockOf } from '#web/ui/display/clock-time.tsx'
import { useWakeLock } from '#web/ui/hooks/use-wake-lock.ts'
import { summarize } from './dashboard-status.tsx'
import { incidentTexts } from './incidents.texts.ts'
import { OpenDuration } from './open-duration.tsx'
import { openNowTexts } from './open-now.texts.ts'
import { wallTexts } from './wall.texts.ts'
import { isWallStale, wallPage } from './wall-page-data.ts'
import styles from './wall-view.module.css'

const stepMilliseconds = 12_000
const tileWidth = 420
/** The least height of a title of three lines with what is around it, and what stands above and below the tiles, in pixels. */
const wide = { tileHeight: 260, around: 336 }
const narrow = { tileHeight: 230, around: 330 }

function measureRoom(): { columns: number; rows: number } {
  const { tileHeight, around } = window.innerWidth < 768 ? narrow : wide
  const columns = Math.max(1, Math.floor(window.innerWidth / tileWidth))
  return { columns, rows: Math.max(1, Math.floor((window.innerHeight - around) / tileHeight)) }
}

/** For how many tiles there is room without scrolling. */
function useRoom(): { columns: number; rows: number } {
  const [room, setRoom] = useState(measureRoom)
  useEffect(() => {
    const measure = () => setRoom(measureRoom())
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return room
}

/** The time, each second, and the page that it is the turn of. */
function useTicks(): { now: number; step: number } {
  const [start] = useState(Date.now)
  const [now, setNow] = useState(start)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return { now, step: Math.floor(Math.max(0, now - start) / stepMilliseconds) }
}

/** What the wall lies over is out of reach, and its conclusion is where the keyboard begins. */
function useAlone() {
  const conclusion = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    conclusion.current?.focus({ preventScroll: true })
    const around = [...document.querySelectorAll<HTMLElement>('[data-around-content]')]
    for (const part of around) part.inert = true
    return () => {
      for (const part of around) part.inert = false
    }
  }, [])
  return conclusion
}

type WallProps = {
  query: { dataUpdatedAt: number; isRefetchError: boolean; refetch(options: { cancelRefetch: boolean }): Promise<unknown> }
  data: OpenNow | OpenNowOfAllCustomers
  /** Names of the groups, or of the customers, without an open incident. */
  healthy: string[]
  /** The headline without open incidents. */
  calm: string
  name: string
  /** Below the headline. */
  note?: ReactNode
  onLeave: () => void
}

/** The overview for a big screen: large, alone, page by page, and honest about when it was current. */
export function WallView({ query, data, healthy, calm, name, note, onLeave }: WallProps) {
  const words = { ...useTexts(openNowTexts), ...useTexts(incidentTexts), ...useTexts(wallTexts) }
  const titleOf = useIncidentTitle()
  const totals = summarize(data)
  const format = useFormat()
  const isReconnecting = useIsReconnecting()
  const { now, step } = useTicks()
  const { tiles, columns, page, pages } = wallPage<OpenIncident & { customer?: { name: string } }>(data.incidents, useRoom(), step)
  const checkedAt = query.dataUpdatedAt
  const isStale = isWallStale({ isReconnecting, hasFailed: query.isRefetchError, checkedAt }, now)
  const time = clockOf(format.exact(new Date(checkedAt).toISOString()))
  const conclusion = useAlone()
  useWakeLock()
  useEffect(() => {
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && !document.fullscreenElement && onLeave()
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [onLeave])
  useEffect(() => {
    const timer = setInterval(() => void query.refetch({ cancelRefetch: false }), 30_000)
    return () => clearInterval(timer)
  }, [query.refetch])

  return (
    <section className={styles.wall} aria-label={words.wall} data-stale={isStale || undefined}>
      <header className={styles.head}>
        <div>
          <p className={styles.customer}>{name}</p>
          <h1 ref={conclusion} tabIndex={-1} className={styles.conclusion} data-state={totals.open > 0 ? 'attention' : 'good'}>
            {totals.open > 0 ? words.attention(totals.open, totals.critical) : calm}
          </h1>
          <div className={styles.customer}>
            <Suspense>{note}</Suspense>
          </div>
        </div>
        <div className={styles.tools}>
          <Button
            variant="default"
            leftSection={<Maximize size={16} aria-hidden="true" />}
            onClick={() => void document.documentElement.requestFullscreen().catch(() => {})}
          >
            {words.fullScreen}
          </Button>
          <Button
            variant="default"
            leftSection={<X size={16} aria-hidden="true" />}
            onClick={() => {
              if (document.fullscreenElement) void document.exitFullscreen()
              onLeave()
            }}
          >
            {words.leave}
          </Button>
        </div>
      </header>
      <ul className={styles.tiles} style={{ '--columns': columns } as CSSProperties}>
        {tiles.map((incident) => (
          <li key={incident.incidentId} className={styles.tile} data-level={incident.severity}>
            <span className={styles.tileHead}>
              <SeverityMark level={incident.severity} />
              <OpenDuration iso={incident.openedAt} />
            </span>
            <span className={styles.name}>{titleOf(incident)}</span>
            <span className={styles.entities}>
              {[
                ...(incident.customer ? [incident.customer.name] : []),
                incident.entity?.name ?? words.unmatched,
                ...incident.group.filter((value) => value !== null),
              ].join(' · ')}
            </span>
            <span className={styles.assignee}>{incident.assignee ?? words.noOne}</span>
          </li>
        ))}
      </ul>
      {healthy.length > 0 ? (
        <p className={styles.strip}>
          <SeverityShape level="good" size={20} /> {words.good}: {healthy.join(' · ')}
        </p>
      ) : null}
      <footer className={styles.foot}>
        <span role="status" className={styles.current}>
          {isStale ? words.notCurrent(time) : words.current(time)}
        </span>
        {pages > 1 ? <span>{words.page(page, pages)}</span> : null}
      </footer>
    </section>
  )
}
