import type { UseQueryResult } from '@tanstack/react-query'
import type { IncidentOverview } from '@vakt/contract/incidents.ts'
import { Maximize, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { useIsReconnecting } from '#web/platform/live.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { clockOf } from '#web/ui/clock-time.tsx'
import { SeverityCountList } from '#web/ui/severity-counts.tsx'
import type { DashboardPageData } from './dashboard-page-data.ts'
import { incidentTexts } from './incidents.texts.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { wallTexts } from './wall.texts.ts'
import { isWallStale, wallPage } from './wall-page-data.ts'
import styles from './wall-view.module.css'

const stepMilliseconds = 12_000
const tileHeight = 190
const tileWidth = 420

function countTiles(): number {
  const columns = Math.max(1, Math.floor(window.innerWidth / tileWidth))
  return columns * Math.max(1, Math.floor((window.innerHeight - 230) / tileHeight))
}

/** As many tiles as fit without scrolling. */
function usePerPage(): number {
  const [perPage, setPerPage] = useState(countTiles)
  useEffect(() => {
    const measure = () => setPerPage(countTiles())
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return perPage
}

/** The time, each second, and the page that it is the turn of. */
function useTicks(): { now: number; step: number } {
  const [start] = useState(Date.now)
  const [now, setNow] = useState(start)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
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
  query: UseQueryResult<IncidentOverview>
  overview: IncidentOverview
  data: DashboardPageData
  customer: string
  onLeave: () => void
}

/** The overview for a big screen: large, alone, page by page, and honest about when it was current. */
export function WallView({ query, overview, data, customer, onLeave }: WallProps) {
  const words = { ...useTexts(incidentTexts), ...useTexts(wallTexts) }
  const format = useFormat()
  const isReconnecting = useIsReconnecting()
  const { now, step } = useTicks()
  const { tiles, page, pages } = wallPage(data, overview.unmatched, usePerPage(), step)
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
          <p className={styles.customer}>{customer}</p>
          <h1 ref={conclusion} tabIndex={-1} className={styles.conclusion} data-state={data.open > 0 ? 'attention' : 'good'}>
            {data.open > 0 ? words.attention(data.open, data.critical) : overview.entities === 0 ? words.nothingTitle : words.allGood(time)}
          </h1>
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
      <ul className={styles.tiles}>
        {tiles.map((tile) => (
          <li key={tile.name === null ? 'unmatched' : `group ${tile.name}`} className={styles.tile}>
            <span className={styles.name}>
              {tile.name === null ? words.unmatched : tile.name || words.without(overview.tagKeys[0] ?? '')}
            </span>
            <span className={styles.counts}>
              <SeverityCountList counts={tile.counts} />
            </span>
            {tile.name === null ? null : <span className={styles.entities}>{words.entities(tile.entities)}</span>}
          </li>
        ))}
      </ul>
      <footer className={styles.foot}>
        <span role="status" className={styles.current}>
          {isStale ? words.stale(time) : words.current(time)}
        </span>
        {pages > 1 ? <span>{words.page(page, pages)}</span> : null}
      </footer>
    </section>
  )
}
