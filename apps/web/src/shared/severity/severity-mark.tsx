import type { Severity } from '@vakt/contract/severity.ts'
import type { ReactNode } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { severityTexts } from './severity.texts.ts'
import styles from './severity-mark.module.css'

export type Level = Severity | 'planning' | 'good'

export const levelOfPriority: Record<number, Level | undefined> = { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low', 5: 'planning' }

const shapes: Record<Level, ReactNode> = {
  critical: <path d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5z" />,
  high: <path d="M8 1.2c.4 0 .8.2 1 .6l6 11.2c.4.8-.1 1.8-1 1.8H2c-.9 0-1.4-1-1-1.8L7 1.8c.2-.4.6-.6 1-.6z" />,
  medium: <path d="M8 .6 15.4 8 8 15.4.6 8z" />,
  low: <rect x="2" y="2" width="12" height="12" rx="2" />,
  planning: <circle cx="8" cy="8" r="5.5" className={styles.outline} />,
  good: <path d="m2.4 8.6 3.9 3.9 7.3-8.4" className={styles.outline} />,
}

/** The shape alone; anyone who uses it says the word beside it. */
export function SeverityShape({ level, size = 12 }: { level: Level; size?: number }) {
  return (
    <svg className={styles.shape} data-level={level} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {shapes[level]}
    </svg>
  )
}

/** Colour, shape and word. `label` replaces the word, for example by a count; `quiet` takes the colour away from what is over. */
export function SeverityMark({ level, label, quiet }: { level: Level; label?: ReactNode; quiet?: boolean }) {
  const words = useTexts(severityTexts)
  return (
    <span className={styles.mark} data-level={level} data-quiet={quiet || undefined}>
      <SeverityShape level={level} />
      <span>{label ?? words[level]}</span>
    </span>
  )
}

/** A ticket's priority on the same scale: 1 critical … 4 low, 5 planning. */
export function PriorityMark({ priority, quiet = false }: { priority: number; quiet?: boolean }) {
  return <SeverityMark level={levelOfPriority[priority] ?? 'planning'} quiet={quiet} />
}
