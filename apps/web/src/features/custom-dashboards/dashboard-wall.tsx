import type { CustomDashboard } from '@vakt/contract/reports/custom-dashboards.ts'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useWakeLock } from '#web/ui/hooks/use-wake-lock.ts'
import styles from './custom-dashboards.module.css'
import { customDashboardTexts } from './custom-dashboards.texts.ts'
import { TileGrid } from './tile-grid.tsx'

type DashboardWallProps = { customerId: string; dashboard: CustomDashboard; onLeave: () => void }

/** A dashboard over the whole screen, which stays lit. What it lies over is out of reach; Escape leaves. */
export function DashboardWall({ customerId, dashboard, onLeave }: DashboardWallProps) {
  const words = useTexts(customDashboardTexts)
  const title = useRef<HTMLHeadingElement>(null)
  useWakeLock()
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    const around = [...document.querySelectorAll<HTMLElement>('[data-around-content]')]
    for (const part of around) part.inert = true
    return () => {
      for (const part of around) part.inert = false
    }
  }, [])
  useEffect(() => {
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && onLeave()
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [onLeave])
  return (
    <section className={styles.wall} aria-label={words.wall}>
      <header className={styles.head}>
        <h1 ref={title} tabIndex={-1} className={styles.title}>
          <bdi>{dashboard.name}</bdi>
        </h1>
        <Button variant="default" leftSection={<X size={16} aria-hidden="true" />} onClick={onLeave}>
          {words.leave}
        </Button>
      </header>
      <TileGrid customerId={customerId} tiles={dashboard.tiles} />
    </section>
  )
}
