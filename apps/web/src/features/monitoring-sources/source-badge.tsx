import type { MonitoringSource } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, Clock } from 'lucide-react'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'
import styles from './monitoring-sources.module.css'
import { sourceTexts } from './monitoring-sources.texts.ts'

const icons = {
  active: CircleCheck,
  waiting: CircleDashed,
  expiring: Clock,
  silent: CircleAlert,
  expired: CircleAlert,
  revoked: CircleSlash,
}

/** How a source is, as colour, shape and word. */
export function SourceBadge({ source }: { source: MonitoringSource }) {
  const words = useTexts(sourceTexts)
  const format = useFormat()
  useTicks()
  const { state, silentSince } = source
  const expiresAt = source.tokens[0]?.expiresAt
  const since = state === 'silent' ? silentSince : state === 'expiring' || state === 'expired' ? expiresAt : null
  const Icon = icons[state]
  return (
    <span className={styles.badge} data-state={state} title={since ? format.exact(since) : undefined}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {state === 'expiring' && expiresAt ? words.expiresIn(format.relative(expiresAt)) : words.states[state]}
    </span>
  )
}
