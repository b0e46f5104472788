import type { DeliveryState } from '@vakt/contract/deliveries/deliveries.ts'
import { Archive, CheckCheck, CircleAlert, CircleCheck, CircleHelp, Clock, Layers, type LucideIcon, PauseCircle, Send } from 'lucide-react'
import { useTexts } from '#web/platform/texts.ts'
import styles from './outbox.module.css'
import { outboxTexts } from './outbox.texts.ts'

const icons: Record<DeliveryState, LucideIcon> = {
  waiting: Clock,
  sending: Send,
  sent: CircleCheck,
  delivered: CheckCheck,
  unknown: CircleHelp,
  failed: CircleAlert,
  kept: Archive,
  held: PauseCircle,
  summarised: Layers,
}

export function MailState({ state }: { state: DeliveryState }) {
  const words = useTexts(outboxTexts)
  const Icon = icons[state]
  return (
    <span className={styles.state} data-state={state}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {words.states[state]}
    </span>
  )
}
